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
    let result: Result<T, any Error>
    do {
      // `perform` belongs to the actor: a closure that did not need it would run on one of Swift's
      // own threads instead of the lane. The handler cannot run once this has returned.
      result = .success(
        try await withTaskCancellationHandler {
          try perform(body)
        } onCancel: {
          interrupt()
        })
    } catch {
      result = .failure(error)
    }
    interrupt.clear()
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

  private func perform<T>(_ body: (Connection) throws -> T) throws -> T {
    try Task.checkCancellation()
    return try body(opened())
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
  private func tidy(_ connection: Connection) -> Bool {
    connection.handle.resetBusyStatements()
    guard connection.isInTransaction else { return true }
    connection.rollBackAll()
    // A reader that cannot end its transaction is opened anew.
    if connection.isInTransaction, open != nil { self.connection = nil }
    return false
  }
}
