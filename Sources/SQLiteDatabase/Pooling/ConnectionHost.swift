/// Keeps one connection on one thread, and lends it to one body at a time.
actor ConnectionHost {
  private let lane: Lane
  private var connection: Connection?
  /// Opens the connection when it is first needed, `nil` when it cannot be had again.
  private let open: (@Sendable () throws -> Connection)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  /// Takes an open connection.
  init(label: String, connection: sending Connection) {
    lane = Lane(label: label)
    self.connection = connection
    open = nil
  }

  /// Opens a connection at the first body, on its own thread.
  init(label: String, open: @escaping @Sendable () throws -> Connection) {
    lane = Lane(label: label)
    self.open = open
  }

  /// Runs `body` alone on the connection; cancelling the task interrupts only this body.
  func run<T: Sendable>(_ body: @Sendable (Connection) throws -> T) async throws -> T {
    let connection = try opened()
    let interrupt = connection.interrupt
    do {
      // The handler cannot run once this has returned, so `clear()` below is the last word.
      let result = try await withTaskCancellationHandler {
        try Task.checkCancellation()
        return try body(connection)
      } onCancel: {
        interrupt()
      }
      interrupt.clear()
      guard tidy(connection) else {
        throw DatabaseError.misuse(
          "a transaction was begun and not ended; it was rolled back", path: connection.handle.path)
      }
      return result
    } catch {
      interrupt.clear()
      tidy(connection)
      if let error = error as? DatabaseError, error.isInterrupted, Task.isCancelled {
        throw CancellationError()
      }
      throw error
    }
  }

  /// Closes the connection; what comes after fails.
  func close() { connection = nil }

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
  @discardableResult
  private func tidy(_ connection: Connection) -> Bool {
    connection.handle.resetBusyStatements()
    guard connection.isInTransaction else { return true }
    connection.rollBackAll()
    // A reader that cannot end its transaction is opened anew.
    if connection.isInTransaction, open != nil { self.connection = nil }
    return false
  }
}
