internal import CSQLite

extension Connection {
  /// Sets a fresh connection up, always in this order.
  func setUp(mode: OpenMode) throws(DatabaseError) {
    try harden()
    try setSizes()
    if mode != .readOnly { try setJournal() }
    try checkEncoding()
  }

  /// The first look at the file: it says now what is no database, not at the first query.
  ///
  /// Texts are lent as they are stored, so they must be UTF-8.
  private func checkEncoding() throws(DatabaseError) {
    var reader = try ScriptReader("PRAGMA encoding", connection: handle)
    guard let statement = try reader.next(flags: 0), try statement.step() else { return }
    // In UTF-16 the answer itself is no UTF-8.
    guard statement.row().values.first?.text != "UTF-8" else { return }
    throw DatabaseError(
      code: SQLITE_ERROR,
      message: "the database keeps its texts as UTF-16, and only UTF-8 is read. "
        + "Choose another file",
      path: handle.path)
  }

  /// Turns off what only old schemas need, and foreign keys on.
  func harden() throws(DatabaseError) {
    let options: [(option: Int32, value: Int32)] = [
      (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      // "x" is a name, never a text: a misspelt column is an error.
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, configuration.trustsSchema ? 1 : 0),
    ]
    for (option, value) in options {
      try handle.check(csqlite_db_config(handle.raw, option, value, nil))
    }
  }

  private func setSizes() throws(DatabaseError) {
    try run("PRAGMA cache_size = -\(max(1, configuration.cacheByteCount >> 10))")
    try run("PRAGMA temp_store = \(configuration.temporaryStore.rawValue)")
    // Only when wanted: it answers with a row, which costs a look at the file.
    if configuration.mmapByteCount > 0 {
      try run("PRAGMA mmap_size = \(configuration.mmapByteCount)")
    }
  }

  /// Turns the write-ahead log on.
  ///
  /// A file system without shared memory keeps its rollback journal; that is slower, not wrong.
  private func setJournal() throws(DatabaseError) {
    var attempt: Int32 = 0
    while true {
      do {
        try run("PRAGMA journal_mode = WAL")
        break
      } catch  where error.isBusy && handle.waitForLock(attempt: attempt) {
        // SQLite asks no busy handler here when two programs make a file at the same time.
        attempt += 1
      }
    }
    try run("PRAGMA synchronous = NORMAL")
    try run("PRAGMA wal_autocheckpoint = \(max(1, configuration.checkpointPages))")
  }

  /// Runs one statement of our own that is not worth keeping.
  func run(_ text: String) throws(DatabaseError) {
    var reader = try ScriptReader(text, connection: handle)
    while let statement = try reader.next(flags: 0) { try statement.run() }
  }
}

extension Connection {
  /// Ends `PRAGMA query_only`, whatever was asked to stop.
  func allowWriting() {
    handle.isShielded = true
    defer { handle.isShielded = false }
    // It sets a flag of the connection and reads nothing, so it can only fail for want of memory;
    // then the next write fails as read-only.
    do { try run("PRAGMA query_only = OFF") } catch {}
  }
}

extension Connection {
  /// Runs `body` while no trigger fires, for changes whose consequences `body` sees to itself.
  ///
  /// All statements are prepared again afterwards, so that it pays from some hundred rows on.
  public func withoutTriggers<R>(_ body: () throws -> R) throws -> R {
    try handle.check(
      csqlite_db_config(handle.raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nil))
    defer { csqlite_db_config(handle.raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, nil) }
    return try body()
  }
}

extension Connection {
  /// Turns foreign keys on again, whatever was asked to stop.
  func enforceForeignKeys() {
    // The option itself, not the pragma: it cannot be interrupted.
    csqlite_db_config(handle.raw, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nil)
  }
}
