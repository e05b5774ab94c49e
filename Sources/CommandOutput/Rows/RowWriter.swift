package import MediaModel

/// Writes rows in one format.
///
/// `begin` once, `row` for each with as many values as columns, `end` once: it flushes.
package protocol RowWriter {
  /// Takes the columns.
  mutating func begin(_ columns: [RowColumn]) throws(OutputError)
  /// Writes one row.
  mutating func row(_ values: [FieldValue]) throws(OutputError)
  /// Writes what is left, and flushes.
  mutating func end() throws(OutputError)
}

/// The formats of `--format`.
package enum RowFormat: String, CaseIterable, Hashable, Sendable {
  case table, json, jsonl, csv, paths

  /// Makes the writer of the format.
  ///
  /// `isNULSeparated` ends paths with NUL; `elapsed` is a monotonic clock, for tables only.
  package func writer(
    to output: ByteWriter, style: OutputStyle, isNULSeparated: Bool = false,
    elapsed: @escaping () -> Duration = MonotonicTime.now
  ) -> any RowWriter {
    switch self {
    case .table: TableWriter(to: output, style: style, elapsed: elapsed)
    case .json: JSONArrayWriter(to: output)
    case .jsonl: JSONLinesWriter(to: output)
    case .csv: CSVWriter(to: output)
    case .paths: PathsWriter(to: output, style: style, isNULSeparated: isNULSeparated)
    }
  }
}

/// The time of the system's monotonic clock.
package enum MonotonicTime {
  private static let start = ContinuousClock.now

  /// Time since the first call.
  package static func now() -> Duration { start.duration(to: .now) }
}
