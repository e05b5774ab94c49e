internal import CSQLite

/// When a transaction takes its lock.
public enum TransactionKind: Hashable, Sendable {
  /// At its first read or write: a snapshot for readers.
  case deferred
  /// At once, so that a writer cannot find out later that it comes too late.
  case immediate
}

extension Connection {
  /// Runs `body` as one change: all of it is stored, or nothing when it throws.
  ///
  /// Inside another transaction it is a savepoint. When SQLite itself rolled the transaction back
  /// (a full disk), further statements of the body fail too, even if it swallows the error.
  @discardableResult
  public func transaction<T>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> T
  ) throws -> T {
    let isOutermost = !isInTransaction && handle.transactionDepth == 0
    try begin(kind, isOutermost: isOutermost)
    handle.transactionDepth += 1
    defer {
      handle.transactionDepth -= 1
      if handle.transactionDepth == 0 { handle.interrupt.isRolledBack = false }
    }
    do {
      let result = try body()
      try commit(isOutermost: isOutermost)
      return result
    } catch {
      rollBack(isOutermost: isOutermost)
      throw error
    }
  }

  private func begin(_ kind: TransactionKind, isOutermost: Bool) throws(DatabaseError) {
    switch (isOutermost, kind) {
    case (true, .deferred): try statement("BEGIN DEFERRED").run()
    case (true, .immediate): try statement("BEGIN IMMEDIATE").run()
    case (false, _): try statement("SAVEPOINT nested").run()
    }
  }

  private func commit(isOutermost: Bool) throws(DatabaseError) {
    let statement = try statement(isOutermost ? "COMMIT" : "RELEASE nested")
    // The last look at a request to stop; from here on the change is made.
    try statement.run()
  }

  /// Undoes what the body did; does nothing when SQLite has done it already.
  private func rollBack(isOutermost: Bool) {
    handle.isShielded = true
    defer { handle.isShielded = false }
    if isOutermost {
      rollBackAll()
    } else if isInTransaction {
      endIgnoringErrors("ROLLBACK TO nested")
      endIgnoringErrors("RELEASE nested")
    }
  }

  /// Ends whatever transaction is open, and the statements left in the middle of their rows.
  func rollBackAll() {
    // Interrupted loops around the transaction can interrupt its ROLLBACK too; then they end first.
    for attempt in 0..<3 where isInTransaction {
      if attempt > 0 { handle.resetBusyStatements() }
      endIgnoringErrors("ROLLBACK")
    }
  }

  /// The error that led here is the one to report; what still fails shows in `isInTransaction`.
  private func endIgnoringErrors(_ text: String) {
    do { while try statement(text).stepAnyway() {} } catch {}
  }
}
