internal import CSQLite

/// Prepares the statements of a text one after the other.
struct ScriptReader {
  private let text: [CChar]
  private let connection: ConnectionHandle
  private var offset = 0

  /// Takes a text.
  ///
  /// - Throws: A misuse for a NUL, at which SQLite would silently stop reading.
  init(_ text: String, connection: ConnectionHandle) throws(DatabaseError) {
    guard !text.utf8.contains(0) else {
      throw .misuse("a NUL character in SQL", path: connection.path)
    }
    self.text = text.utf8.map { CChar(bitPattern: $0) } + [0]
    self.connection = connection
  }

  /// The next statement, `nil` when only spaces and comments are left.
  mutating func next(flags: UInt32) throws(DatabaseError) -> Statement? {
    while offset < text.count - 1 {
      var prepared: OpaquePointer?
      var end = text.count - 1
      let code = text.withUnsafeBufferPointer { buffer -> Int32 in
        guard let start = buffer.baseAddress else { return SQLITE_MISUSE }
        var tail: UnsafePointer<CChar>?
        // The count includes the closing NUL, which spares SQLite a copy.
        let code = sqlite3_prepare_v3(
          connection.raw, start + offset, Int32(clamping: buffer.count - offset), flags, &prepared,
          &tail)
        if let tail { end = tail - start }
        return code
      }
      if code != SQLITE_OK {
        throw connection.error(
          code,
          sql: String(
            decoding: text[offset...].lazy.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      offset = end
      if let prepared { return Statement(handle: prepared, connection: connection) }
    }
    return nil
  }
}
