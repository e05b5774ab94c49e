internal import CSQLite

/// One connection to one database, for one thread at a time.
///
/// It is not `Sendable`: open it where it is used, or let a ``Database`` keep it on a thread.
public final class Connection {
  let handle: ConnectionHandle
  /// The file's bytes, `nil` for a database in memory.
  public let path: [UInt8]?
  /// How it was set up.
  public let configuration: Configuration
  /// Statements prepared so far; tests count them.
  public private(set) var statementsPrepared = 0
  private var cache: StatementCache

  /// Opens a file and sets the connection up.
  ///
  /// - Parameters:
  ///   - path: The file's bytes as the kernel knows them, without a closing NUL.
  ///   - mode: What may be done with it.
  ///   - configuration: Sizes and time-outs.
  /// - Throws: An error that `cannotOpen`, `isNotADatabase`, `isBusy` and so on describe; no file
  ///   stays open then.
  public convenience init(
    path: [UInt8], mode: OpenMode = .readWriteCreate, configuration: Configuration = .init()
  ) throws(DatabaseError) {
    try self.init(
      name: try FileName.plain(path), path: path, mode: mode, configuration: configuration)
    try setUp(mode: mode)
  }

  /// Opens an empty database in memory.
  public static func inMemory(
    _ configuration: Configuration = .init()
  ) throws(DatabaseError) -> Connection {
    let connection = try Connection(
      name: Array(":memory:".utf8), path: nil, mode: .readWriteCreate, configuration: configuration)
    try connection.setUp(mode: .readWriteCreate)
    return connection
  }

  /// Opens by SQLite's own kind of name, and sets nothing up.
  init(
    name: [UInt8], path: [UInt8]?, mode: OpenMode, configuration: Configuration,
    flags: Int32 = 0
  ) throws(DatabaseError) {
    self.handle = try ConnectionHandle(
      name: name, flags: mode.flags | flags,
      path: path.map { String(decoding: $0, as: UTF8.self) },
      busyTimeout: configuration.busyTimeout)
    self.path = path
    self.configuration = configuration
    self.cache = StatementCache(limit: configuration.statementLimit)
  }

  /// Stops this connection from another thread.
  public var interrupt: Interrupt { handle.interrupt }

  /// True between the beginning and the end of a transaction.
  public var isInTransaction: Bool { !handle.isAutocommit }

  /// The rowid of the last INSERT.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.raw) }

  /// Rows that the last INSERT, UPDATE or DELETE changed itself.
  public var changes: Int64 { sqlite3_changes64(handle.raw) }

  /// Rows changed since the connection was opened, by triggers too.
  public var totalChanges: Int64 { sqlite3_total_changes64(handle.raw) }

  /// Statements that are kept prepared now.
  public var statementsCached: Int { cache.count }

  /// The prepared statement of a text, for hot loops: bind, ``Statement/run()``, and again.
  ///
  /// It is kept for the next call with the same text. While you hold it, that text belongs to you:
  /// others who ask for it get a statement of their own.
  public func statement(_ text: String) throws(DatabaseError) -> Statement {
    if let statement = cache.take(text) {
      statement.reset()
      return statement
    }
    let statement = try prepare(text)
    cache.insert(statement, for: text)
    return statement
  }

  /// Finalizes the statements that are kept, so that a changed schema is not held up by them.
  public func releaseStatements() { cache.removeAll() }

  /// Prepares exactly one statement.
  private func prepare(_ text: String) throws(DatabaseError) -> Statement {
    var reader = try ScriptReader(text, connection: handle)
    statementsPrepared += 1
    guard let statement = try reader.next(flags: UInt32(SQLITE_PREPARE_PERSISTENT)) else {
      throw .misuse("there is no statement in the text", sql: text, path: handle.path)
    }
    guard try reader.next(flags: 0) == nil else {
      throw .misuse("more than one statement in the text", sql: text, path: handle.path)
    }
    return statement
  }

  /// Prepares and runs all statements of a text, keeping none.
  ///
  /// Stops at the first that fails; what came before it stays done, unless in a transaction.
  public func executeScript(_ text: String) throws(DatabaseError) {
    var reader = try ScriptReader(text, connection: handle)
    while let statement = try reader.next(flags: 0) {
      statementsPrepared += 1
      try statement.run()
    }
  }
}

extension OpenMode {
  fileprivate var flags: Int32 {
    switch self {
    case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: SQLITE_OPEN_READWRITE
    case .readOnly: SQLITE_OPEN_READONLY
    }
  }
}
