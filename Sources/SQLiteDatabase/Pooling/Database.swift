/// One database file: a single writer and a few readers, each on a thread of its own.
///
/// Bodies run one after the other on a connection that is theirs alone. A cancelled task stops
/// waiting, or its running body is interrupted; nobody else's is.
public final class Database: Sendable {
  // Readers are released first: the last connection to close checkpoints and removes the log, and
  // only the writer can.
  let readers: ConnectionPool?
  private let writer: ConnectionPool
  /// The file's bytes, `nil` for a database in memory.
  public let path: [UInt8]?

  private init(
    writer connection: sending Connection, path: [UInt8]?, configuration: Configuration
  ) {
    let name = path.map { String(decoding: $0, as: UTF8.self) }
    self.path = path
    writer = ConnectionPool(
      of: ConnectionHost(label: "sqlite.writer", connection: connection), path: name)
    readers = path.map { path in
      ConnectionPool(limit: configuration.readerLimit, path: name) { number in
        ConnectionHost(label: "sqlite.reader.\(number)") {
          try Connection(path: path, mode: .readOnly, configuration: configuration)
        }
      }
    }
  }

  /// Opens a file, making it when it is missing, and brings its schema up to date.
  ///
  /// Blocks for the time of a migration; readers are opened when they are first needed.
  ///
  /// - Parameters:
  ///   - path: The file's bytes as the kernel knows them.
  ///   - configuration: Sizes and time-outs.
  ///   - migrator: What the schema should be; a file it refuses is not touched.
  /// - Returns: The open database.
  /// - Throws: ``MigrationError`` for a file that is not ours to write, else ``DatabaseError``.
  public static func open(
    path: [UInt8], configuration: Configuration = .init(), migrator: Migrator? = nil
  ) throws -> Database {
    let connection: Connection
    if let migrator {
      connection = try migrator.open(path: path, configuration: configuration)
    } else {
      connection = try Connection(path: path, configuration: configuration)
    }
    return Database(writer: connection, path: path, configuration: configuration)
  }

  /// Opens an empty database in memory; its reads wait for its writes.
  public static func inMemory(
    configuration: Configuration = .init(), migrator: Migrator? = nil
  ) throws -> Database {
    let connection = try Connection.inMemory(configuration)
    try migrator?.migrate(connection)
    return Database(writer: connection, path: nil, configuration: configuration)
  }

  /// Runs `body` alone on the writer; changes that belong together go into a `transaction`.
  ///
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled.
  public func write<T: Sendable>(
    _ body: @Sendable (Connection) throws -> T
  ) async throws -> T {
    try await writer.withHost { try await $0.run(body) }
  }

  /// Runs `body` on a reader; all its queries see the state at the first of them.
  ///
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled.
  public func read<T: Sendable>(
    _ body: @Sendable (Connection) throws -> T
  ) async throws -> T {
    guard let readers else { return try await readFromWriter(body) }
    return try await readers.withHost { host in
      try await host.run { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
    }
  }

  /// Runs `body` on a reader where the caller is, for what an index answers in a moment.
  ///
  /// Waking another thread and coming back would cost more than the reading. What takes longer
  /// than ``briefLimit`` after all is stopped and run again as ``read(_:)`` runs it, so a body may
  /// run twice, and a caller's thread is never kept.
  ///
  /// - Throws: What `body` throws; `CancellationError` when the task is cancelled.
  public func readBriefly<T: Sendable>(
    _ body: @Sendable (Connection) throws -> T
  ) async throws -> T {
    guard let readers else { return try await readFromWriter(body) }
    return try await readers.withHost { host in
      let answer = try await host.runBriefly(within: Self.briefLimit) { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
      if let answer { return answer }
      return try await host.run { connection in
        try connection.transaction(.deferred) { try body(connection) }
      }
    }
  }

  /// How long a brief read may keep the thread of its caller.
  public static let briefLimit = Duration.milliseconds(5)

  /// Lets running bodies end, turns waiting ones away, and closes all connections.
  ///
  /// Without it the file is closed when the last reference goes.
  public func close() async {
    // Readers first: the last connection to close checkpoints, and only the writer can.
    await readers?.close()
    await writer.close()
  }

  private func readFromWriter<T: Sendable>(
    _ body: @Sendable (Connection) throws -> T
  ) async throws -> T {
    try await writer.withHost { host in
      try await host.run { connection in
        try connection.run("PRAGMA query_only = ON")
        defer { connection.allowWriting() }
        return try connection.transaction(.deferred) { try body(connection) }
      }
    }
  }
}
