/// Brings a database's schema to this program's version, step by step, or refuses it untouched.
///
/// A file is ours when its `application_id` is; `user_version` counts its steps; the table
/// `schema_migration` records each with the digest of its text, in the step's own transaction.
public struct Migrator: Sendable {
  /// All steps, the oldest first.
  public let migrations: [Migration]
  /// Marks our files; never zero.
  public let applicationID: Int32
  /// Recorded with each step.
  public let appVersion: String
  /// How long to wait while another program migrates the same file.
  public var patience: Duration = .seconds(300)

  /// Takes the history of a schema.
  public init(migrations: [Migration], applicationID: Int32, appVersion: String) {
    precondition(applicationID != 0, "zero is every program's application id")
    self.migrations = migrations
    self.applicationID = applicationID
    self.appVersion = appVersion
  }

  /// Opens a file to write, making it when it is missing, and migrates it.
  ///
  /// - Throws: ``MigrationError`` for a file that is not ours to write, before anything of it or
  ///   beside it was written; ``DatabaseError`` for everything else.
  public func open(
    path: [UInt8], configuration: Configuration = .init()
  ) throws -> Connection {
    _ = try pendingCount(path: path, configuration: configuration)
    let connection = try Connection(path: path, configuration: configuration)
    try migrate(connection)
    return connection
  }

  /// Applies the pending steps, each in one immediate transaction.
  ///
  /// An existing file is first copied to `NAME.backup-vN`, where N counts its steps so far. If
  /// another program is migrating the file, waits and goes on from where that ended.
  ///
  /// - Returns: The identifiers of the steps applied.
  @discardableResult
  public func migrate(_ connection: Connection) throws -> [String] {
    // In one snapshot, so that it cannot see half of another program's step.
    if try connection.transaction(.deferred, { try verifiedPending(connection).isEmpty }) {
      return []
    }
    let busyTimeout = connection.handle.busyTimeout
    connection.handle.busyTimeout = max(busyTimeout, patience)
    defer { connection.handle.busyTimeout = busyTimeout }
    // A rebuilt table is dropped with its rows still referred to; and the pragma does nothing
    // inside a transaction.
    try connection.run("PRAGMA foreign_keys = OFF")
    defer { connection.enforceForeignKeys() }

    var applied: [String] = []
    var isBackedUp = false
    while let step = try connection.transaction(
      .immediate,
      {
        try applyNext(connection, isBackedUp: &isBackedUp)
      })
    {
      applied.append(step)
    }
    return applied
  }

  /// Applies the first pending step under the write lock, `nil` when there is none left.
  private func applyNext(_ connection: Connection, isBackedUp: inout Bool) throws -> String? {
    // Again, because another program may have been here before we had the lock.
    let pending = try verifiedPending(connection)
    guard let next = pending.first else { return nil }
    let done = migrations.count - pending.count
    // Once a run, and not at all when the run began with nothing.
    if done > 0, !isBackedUp, let path = connection.path {
      try backUp(path, version: done, configuration: connection.configuration)
    }
    isBackedUp = true
    try connection.executeScript(next.sql)
    try checkStep(next, connection)
    try record(next, number: done + 1, connection)
    return next.identifier
  }

  /// Copies the committed state by a reader, because a connection cannot copy what it is changing.
  private func backUp(_ path: [UInt8], version: Int, configuration: Configuration) throws {
    let reader = try Connection(path: path, mode: .readOnly, configuration: configuration)
    try reader.backup(to: path + Array(".backup-v\(version)".utf8))
  }

  private func checkStep(_ step: Migration, _ connection: Connection) throws {
    guard connection.isInTransaction else {
      throw MigrationError(
        code: .stepFailed, path: connection.handle.path, identifier: step.identifier,
        reason: "the schema change \(step.identifier) ended its own transaction")
    }
    if let row = try connection.first("PRAGMA foreign_key_check") {
      throw MigrationError(
        code: .stepFailed, path: connection.handle.path, identifier: step.identifier,
        reason: "the schema change \(step.identifier) left rows of \(row[0].text ?? "a table") "
          + "that refer to missing rows of \(row[2].text ?? "another")")
    }
  }

  private func record(_ step: Migration, number: Int, _ connection: Connection) throws {
    if number == 1 {
      try connection.run("PRAGMA application_id = \(applicationID)")
      try connection.run(SchemaHistory.createTable)
    }
    try connection.execute(
      """
      INSERT INTO schema_migration(identifier, digest, applied_at, app_version)
      VALUES (\(step.identifier), \(step.digest), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
        \(appVersion))
      """)
    try connection.run("PRAGMA user_version = \(number)")
  }

  private func verifiedPending(_ connection: Connection) throws -> ArraySlice<Migration> {
    let history = try SchemaHistory(connection, of: self)
    return try pending(after: history, path: connection.handle.path)
  }
}
