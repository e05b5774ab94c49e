internal import CSQLite

/// The row a statement stands on; reads columns without making a ``Row``.
///
/// It cannot be copied or kept, because the next step makes its bytes another row's. Columns count
/// from 0; SQLite converts between storage classes as `CAST` does, and NULL reads as 0 or empty.
public struct RowCursor: ~Copyable {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  /// The integer of a column.
  public func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The integer of a column as `Int`.
  public func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// The number of a column.
  public func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// True when the integer of a column is not 0.
  public func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

  /// True when a column is NULL.
  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The text of a column; bytes that are not UTF-8 become U+FFFD.
  public func text(_ column: Int32) -> String {
    withTextBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a column, copied.
  public func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }

  /// The integer of a column, `nil` for NULL.
  public func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }

  /// The integer of a column as `Int`, `nil` for NULL.
  public func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

  /// The number of a column, `nil` for NULL.
  public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

  /// The text of a column, `nil` for NULL.
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a column, `nil` for NULL.
  public func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  /// Lends the bytes of a column for the time of `body`.
  public func withBlob<R>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    // SQLite wants the pointer first: a conversion may change the count.
    let start = sqlite3_column_blob(handle, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Lends the UTF-8 bytes of a column, as stored, for the time of `body`.
  public func withTextBytes<R>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    // As a text SQLite would copy it first, to close it with a NUL; connections refuse UTF-16.
    try withBlob(column, body)
  }

  /// The value of a column, copied.
  public func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
