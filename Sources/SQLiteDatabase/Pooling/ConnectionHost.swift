/// Keeps one connection, and runs one body at a time on it.
///
/// Bodies run on a thread of the host's own, or, if they are brief, where their caller is: waking
/// another thread and coming back costs more than reading a page (measured: 100–300 µs for two
/// hops on an idle machine, 85 µs for the page).
///
/// `@unchecked`, because the connection is not `Sendable`: the pool lends a host to one task at a
/// time, and whoever gets it next has taken the pool's lock after the one before gave it back.
final class ConnectionHost: @unchecked Sendable {
  private let lane: Lane
  private var connection: Connection?
  /// Opens the connection when it is first needed, `nil` when it cannot be had again.
  private let open: (@Sendable () throws -> Connection)?

  /// Takes an open connection.
  init(label: String, connection: sending Connection) {
    lane = Lane(label: label)
    self.connection = connection
    open = nil
  }

  /// Opens a connection at the first body, on the host's thread.
  init(label: String, open: @escaping @Sendable () throws -> Connection) {
    lane = Lane(label: label)
    self.open = open
  }

  /// Runs `body` alone on the connection, on the host's thread; cancelling the task interrupts only
  /// this body.
  func run<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
    try await openIfNeeded()
    let interrupt = try opened().interrupt
    return try await lane.perform {
      try self.perform(body, on: self.opened())
    } onCancel: {
      interrupt()
    } finish: { result in
      interrupt.clear()
      return try self.finish(result, on: self.opened())
    }
  }

  /// Runs `body` alone on the connection where the caller is, unless that takes longer than `limit`.
  ///
  /// - Returns: `nil` when it took too long or met another's lock: run it again, on the thread.
  func runBriefly<T: Sendable>(
    within limit: Duration, _ body: (Connection) throws -> T
  ) async throws -> T? {
    try await openIfNeeded()
    let connection = try opened()
    let handle = connection.handle
    // SQLite looks at the task itself, so no handler is needed that would leave the thread.
    handle.briefEnd = .now + limit
    defer { handle.briefEnd = nil }
    do {
      return try finish(Result { try perform(body, on: connection) }, on: connection)
    } catch let error as DatabaseError
      where error.isBusy || (error.isInterrupted && handle.isOverdue)
    {
      return nil
    }
  }

  private func perform<T>(
    _ body: (Connection) throws -> T, on connection: Connection
  ) throws -> T {
    try Task.checkCancellation()
    return try body(connection)
  }

  /// Tidies up behind a body, and says what became of it.
  private func finish<T>(_ result: Result<T, any Error>, on connection: Connection) throws -> T {
    let wasTidy = tidy(connection)
    switch result {
    case .success(let value):
      guard wasTidy else {
        throw DatabaseError.misuse(
          "a transaction was begun and not ended; it was rolled back", path: connection.handle.path)
      }
      return value
    case .failure(let error):
      if let error = error as? DatabaseError, error.isInterrupted, Task.isCancelled {
        throw CancellationError()
      }
      throw error
    }
  }

  /// Closes the connection; what comes after fails.
  func close() async { await lane.perform { self.connection = nil } }

  /// Opens the connection on the thread: that reads the whole schema, and waits for another
  /// program's lock.
  private func openIfNeeded() async throws {
    if connection == nil { try await lane.perform { _ = try self.opened() } }
  }

  private func opened() throws -> Connection {
    if let connection { return connection }
    guard let open else { throw DatabaseError.misuse("the database is closed") }
    let connection = try open()
    self.connection = connection
    return connection
  }

  /// Leaves nothing of one body to the next: no half-read statement, no open transaction.
  ///
  /// - Returns: False when there was a transaction to roll back.
  private func tidy(_ connection: Connection) -> Bool {
    connection.handle.resetBusyStatements()
    guard connection.isInTransaction else { return true }
    connection.rollBackAll()
    // A reader that cannot end its transaction is opened anew.
    if connection.isInTransaction, open != nil { self.connection = nil }
    return false
  }
}
