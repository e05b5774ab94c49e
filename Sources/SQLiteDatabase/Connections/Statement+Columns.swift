// The columns of the current row, as `RowCursor` reads them.
extension Statement {
  private var cursor: RowCursor { RowCursor(handle: handle) }

  /// The integer of a column.
  public func int64(_ column: Int32) -> Int64 { cursor.int64(column) }

  /// The integer of a column as `Int`.
  public func int(_ column: Int32) -> Int { cursor.int(column) }

  /// The number of a column.
  public func double(_ column: Int32) -> Double { cursor.double(column) }

  /// True when the integer of a column is not 0.
  public func bool(_ column: Int32) -> Bool { cursor.bool(column) }

  /// True when a column is NULL.
  public func isNull(_ column: Int32) -> Bool { cursor.isNull(column) }

  /// The text of a column; bytes that are not UTF-8 become U+FFFD.
  public func text(_ column: Int32) -> String { cursor.text(column) }

  /// The bytes of a column, copied.
  public func blob(_ column: Int32) -> [UInt8] { cursor.blob(column) }

  /// The integer of a column, `nil` for NULL.
  public func optionalInt64(_ column: Int32) -> Int64? { cursor.optionalInt64(column) }

  /// The integer of a column as `Int`, `nil` for NULL.
  public func optionalInt(_ column: Int32) -> Int? { cursor.optionalInt(column) }

  /// The number of a column, `nil` for NULL.
  public func optionalDouble(_ column: Int32) -> Double? { cursor.optionalDouble(column) }

  /// The text of a column, `nil` for NULL.
  public func optionalText(_ column: Int32) -> String? { cursor.optionalText(column) }

  /// The bytes of a column, `nil` for NULL.
  public func optionalBlob(_ column: Int32) -> [UInt8]? { cursor.optionalBlob(column) }

  /// The value of a column, copied.
  public func value(_ column: Int32) -> SQLValue { cursor.value(column) }

  /// Lends the bytes of a column for the time of `body`.
  public func withBlob<R>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    try cursor.withBlob(column, body)
  }

  /// Lends the UTF-8 bytes of a column, as stored, for the time of `body`.
  public func withTextBytes<R>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    try cursor.withTextBytes(column, body)
  }
}
