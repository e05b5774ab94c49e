internal import CSQLite
internal import Glibc

extension Migrator {
  /// Counts the steps a file lacks, without writing anything in it or beside it.
  ///
  /// - Returns: `nil` when there is no such file, or it is empty.
  /// - Throws: ``MigrationError`` for a file that must not be touched.
  public func pendingCount(
    path: [UInt8], configuration: Configuration = .init()
  ) throws -> Int? {
    if Self.byteCount(of: path) == 0 { return nil }
    let wasQuiet = !Self.hasLog(path)
    do {
      return try inspect(path, isQuiet: wasQuiet, configuration: configuration)
    } catch {
      // Someone began to write while we read without a lock; what we saw may be half a state.
      guard wasQuiet, Self.hasLog(path) else { throw error }
      return try inspect(path, isQuiet: false, configuration: configuration)
    }
  }

  private func inspect(
    _ path: [UInt8], isQuiet: Bool, configuration: Configuration
  ) throws -> Int {
    let text = String(decoding: path, as: UTF8.self)
    do {
      let connection = try Self.inspector(path, isQuiet: isQuiet, configuration: configuration)
      let history = try connection.transaction(.deferred) {
        try SchemaHistory(connection, of: self)
      }
      return try pending(after: history, path: text).count
    } catch let error as DatabaseError where error.isNotADatabase {
      throw MigrationError(
        code: .notACatalog, path: text, reason: "the file is not an SQLite database")
    }
  }

  /// Opens a file so that reading it makes no `-wal` and no `-shm`.
  ///
  /// Without a log the file is all there is, and `immutable` reads it without locks. With a log
  /// both files exist already, and `readonly_shm` keeps SQLite from writing into the second.
  private static func inspector(
    _ path: [UInt8], isQuiet: Bool, configuration: Configuration
  ) throws(DatabaseError) -> Connection {
    do {
      return try opened(
        path, parameters: isQuiet ? "immutable=1" : "readonly_shm=1", configuration: configuration)
    } catch  where !isQuiet && (error.cannotOpen || error.isReadOnly) {
      // A log without its index, left by a copy: the index must be made to read it.
      return try opened(path, parameters: "mode=ro", configuration: configuration)
    }
  }

  private static func opened(
    _ path: [UInt8], parameters: String, configuration: Configuration
  ) throws(DatabaseError) -> Connection {
    let connection = try Connection(
      name: try FileName.uri(path, parameters: parameters), path: path, mode: .readOnly,
      configuration: configuration, flags: SQLITE_OPEN_URI)
    try connection.handle.check(
      csqlite_db_config(connection.handle.raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nil))
    try connection.harden()
    try connection.run("SELECT count(*) FROM sqlite_schema")
    return connection
  }

  /// True when a write-ahead log or a rollback journal stands beside the file.
  private static func hasLog(_ path: [UInt8]) -> Bool {
    byteCount(of: path + Array("-wal".utf8)) > 0
      || byteCount(of: path + Array("-journal".utf8)) > 0
  }

  /// The size of a file, 0 when there is none.
  private static func byteCount(of path: [UInt8]) -> Int64 {
    var status = stat()
    let result = PartialFile.withCPath(path) { stat($0, &status) }
    return result == 0 ? Int64(status.st_size) : 0
  }
}
