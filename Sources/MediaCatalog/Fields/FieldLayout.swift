internal import MediaModel
internal import SQLiteDatabase

/// Where the columns of several fields stand in one row.
struct FieldLayout {
  private let fields: [MediaField]
  private let starts: [Int32]
  /// The SELECT list.
  let columns: String
  /// Tables that the fields need.
  let tables: MediaTables

  init(_ fields: [MediaField]) {
    self.fields = fields
    var starts: [Int32] = []
    var next: Int32 = 0
    for field in fields {
      starts.append(next)
      next += Int32(field.columns.count)
    }
    self.starts = starts
    columns = fields.flatMap(\.columns).joined(separator: ", ")
    tables = fields.reduce(into: MediaTables()) { $0.formUnion($1.tables) }
  }

  /// Makes the values of one row, in the order of the fields, whose columns start at an index.
  func values(of row: borrowing RowCursor, from first: Int32 = 0) -> [FieldValue] {
    var values: [FieldValue] = []
    values.reserveCapacity(fields.count)
    for index in fields.indices {
      values.append(fields[index].decode(row, first + starts[index]))
    }
    return values
  }
}
