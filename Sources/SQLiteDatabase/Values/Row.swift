/// One row of an answer, with values of its own.
public struct Row: Hashable, Sendable {
  /// The values, in the order of the columns.
  public let values: [SQLValue]
  private let columns: Columns

  init(values: [SQLValue], columns: Columns) {
    self.values = values
    self.columns = columns
  }

  /// The names of the columns, shared by all rows of one answer.
  public var columnNames: [String] { columns.names }

  /// The value of a column, counted from 0.
  public subscript(index: Int) -> SQLValue { values[index] }

  /// The value of the first column of a name, `nil` when there is no such column.
  public subscript(name: String) -> SQLValue? {
    columns.names.firstIndex(of: name).map { values[$0] }
  }

  /// Compares values and column names.
  public static func == (left: Row, right: Row) -> Bool {
    left.values == right.values && left.columnNames == right.columnNames
  }

  /// Feeds the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// The column names of one answer; a class, so that a row costs one reference.
final class Columns: Sendable {
  let names: [String]

  init(names: [String]) { self.names = names }
}
