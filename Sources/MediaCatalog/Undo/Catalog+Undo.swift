internal import SQLiteDatabase

extension Catalog {
  /// Undoes the newest change of a person that is not undone: an edit of items or of an album.
  ///
  /// It gives back exactly the rows that were, also after a scan and for missing items. Changes are
  /// undone newest first, so none takes away what was typed after it. What something that keeps no
  /// log changed since is left alone.
  ///
  /// - Returns: What was undone, `nil` when there is nothing to undo.
  @discardableResult
  public func undo() async throws -> UndoReceipt? {
    try await database.write { connection in
      try connection.transaction { try UndoLog(connection).undo() }
    }
  }

  /// Does again what was undone last, as long as nothing else was changed since.
  ///
  /// - Returns: What was done again, `nil` when there is nothing to redo.
  @discardableResult
  public func redo() async throws -> UndoReceipt? {
    try await database.write { connection in
      try connection.transaction { try UndoLog(connection).redo() }
    }
  }

  /// What ``undo()`` would undo.
  public func undoStep() async throws -> UndoStep? {
    try await database.read { connection in try UndoLog(connection).undoStep() }
  }

  /// What ``redo()`` would do again.
  public func redoStep() async throws -> UndoStep? {
    try await database.read { connection in try UndoLog(connection).redoStep() }
  }
}

extension Connection {
  /// Makes a change of a person in one transaction and keeps what undoes it.
  ///
  /// - Parameters:
  ///   - now: When, nanoseconds since 1970-01-01 UTC.
  ///   - summary: What was done, for people, made of what `body` returns.
  ///   - body: The change.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; then nothing was changed.
  @discardableResult
  func change<T>(
    at now: Int64, as summary: (T) -> String, _ body: () throws -> T
  ) throws -> T {
    try transaction { try UndoLog(self).record(at: now, as: summary, body).result }
  }
}
