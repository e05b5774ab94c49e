internal import CSQLite

// Every text and blob goes in by length, so a NUL inside survives; SQLite copies it at once.
extension Statement {
  /// Binds an INTEGER.
  public func bind(_ value: Int64, at index: Int32) throws(DatabaseError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds an INTEGER.
  public func bind(_ value: Int, at index: Int32) throws(DatabaseError) {
    try check(sqlite3_bind_int64(handle, index, Int64(value)))
  }

  /// Binds the INTEGER 1 or 0.
  public func bind(_ value: Bool, at index: Int32) throws(DatabaseError) {
    try check(sqlite3_bind_int64(handle, index, value ? 1 : 0))
  }

  /// Binds a REAL; SQLite turns a NaN into NULL.
  public func bind(_ value: Double, at index: Int32) throws(DatabaseError) {
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds a TEXT.
  public func bind(_ value: String, at index: Int32) throws(DatabaseError) {
    var value = value
    let code = value.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: index) }
    try check(code)
  }

  /// Binds a BLOB.
  public func bind(_ value: [UInt8], at index: Int32) throws(DatabaseError) {
    let code = value.withUnsafeBytes { bindBlob($0, at: index) }
    try check(code)
  }

  /// Binds bytes as a BLOB; they are copied before the call returns.
  public func bind(_ value: UnsafeRawBufferPointer, at index: Int32) throws(DatabaseError) {
    try check(bindBlob(value, at: index))
  }

  /// Binds UTF-8 bytes as a TEXT; they are copied before the call returns.
  public func bindText(utf8 value: UnsafeRawBufferPointer, at index: Int32) throws(DatabaseError) {
    try check(bindText(value, at: index))
  }

  /// Binds NULL.
  public func bindNull(at index: Int32) throws(DatabaseError) {
    try check(sqlite3_bind_null(handle, index))
  }

  /// Binds an INTEGER, or NULL for `nil`.
  public func bind(_ value: Int64?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds an INTEGER, or NULL for `nil`.
  public func bind(_ value: Int?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds 1 or 0, or NULL for `nil`.
  public func bind(_ value: Bool?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds a REAL, or NULL for `nil`.
  public func bind(_ value: Double?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds a TEXT, or NULL for `nil`.
  public func bind(_ value: String?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds a BLOB, or NULL for `nil`.
  public func bind(_ value: [UInt8]?, at index: Int32) throws(DatabaseError) {
    if let value { try bind(value, at: index) } else { try bindNull(at: index) }
  }

  /// Binds a value of any kind.
  public func bind(_ value: SQLValue, at index: Int32) throws(DatabaseError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .blob(let value): try bind(value, at: index)
    }
  }

  /// Binds all values, one a parameter.
  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard values.count == Int(parameterCount) else {
      throw .misuse(
        "\(parameterCount) parameters, but \(values.count) values", sql: sql, path: connection.path)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  @inline(__always)
  private func check(_ code: Int32) throws(DatabaseError) {
    try connection.check(code, sql: sql)
  }

  private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    // A null pointer would bind NULL.
    guard let start = bytes.baseAddress else {
      return sqlite3_bind_text64(
        handle, index, "", 0, csqlite_transient(), UInt8(SQLITE_UTF8))
    }
    return sqlite3_bind_text64(
      handle, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
      csqlite_transient(), UInt8(SQLITE_UTF8))
  }

  private func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(handle, index, 0)
    }
    return sqlite3_bind_blob64(
      handle, index, start, UInt64(bytes.count), csqlite_transient())
  }
}
