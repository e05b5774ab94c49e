package import SQLiteDatabase

/// The log of a person's changes: a stack of rows from before and after each.
///
/// Triggers keep the rows from before while a change is recorded, so that no code that writes them
/// can forget it. All of this works inside the transaction of the change.
package struct UndoLog {
  private let connection: Connection
  private let limits: UndoLimits

  /// Works on a connection that may write.
  package init(_ connection: Connection, limits: UndoLimits = .standard) {
    self.connection = connection
    self.limits = limits
  }

  // MARK: Recording

  /// Makes a change and keeps what undoes it.
  ///
  /// What was undone before can no longer be redone, unless the change wrote nothing.
  ///
  /// - Parameters:
  ///   - now: When, nanoseconds since 1970-01-01 UTC.
  ///   - summary: What was done, made of what `body` returns.
  ///   - body: The change.
  /// - Returns: What `body` returns, and whether the change can be undone.
  /// - Throws: What `body` throws; the transaction must be rolled back then.
  package func record<T>(
    at now: Int64, as summary: (T) -> String, _ body: () throws -> T
  ) throws -> (result: T, isUndoable: Bool) {
    let last = try connection.first("SELECT coalesce(max(id), 0) FROM undo_entry")?[0].int64 ?? 0
    let entry = last + 1
    try connection.execute("INSERT INTO undo_recording (entry) VALUES (\(entry))")
    let result = try body()
    try connection.execute("DELETE FROM undo_recording")
    let size = try finish(entry)
    guard size.rows > 0 else { return (result, false) }
    try forget(connection.rows("SELECT id FROM undo_entry WHERE undone = 1"))
    try connection.execute(
      """
      INSERT INTO undo_entry (id, made, summary, byte_count)
        VALUES (\(entry), \(now), \(summary(result)), \(size.bytes))
      """)
    try trim()
    let isKept = try connection.first("SELECT 1 FROM undo_entry WHERE id = \(entry)") != nil
    return (result, isKept)
  }

  /// Keeps the rows after a change, and says how much is kept of it.
  private func finish(_ entry: Int64) throws -> (rows: Int, bytes: Int) {
    var (rows, bytes) = (0, 0)
    for table in UndoTable.all {
      try run(table.recordAfter, entry)
      try connection.forEach(SQL(raw: table.size, bindings: [.integer(entry)])) { row in
        rows += row.int(0)
        bytes += row.int(1)
      }
    }
    return (rows, bytes)
  }

  /// Forgets the oldest entries until the others fit.
  private func trim() throws {
    try forget(
      connection.rows(
        """
        SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS number,
            sum(byte_count) OVER (ORDER BY id DESC) AS bytes FROM undo_entry)
          WHERE number > \(limits.steps) OR bytes > \(limits.bytes)
        """))
  }

  private func forget(_ entries: [Row]) throws {
    for entry in entries.compactMap({ $0[0].int64 }) {
      for table in UndoTable.all { try run("DELETE FROM \(table.log) WHERE entry = ?", entry) }
      try connection.execute("DELETE FROM undo_entry WHERE id = \(entry)")
    }
  }

  // MARK: Undoing

  /// What would be undone next.
  package func undoStep() throws -> UndoStep? { try next(isRedo: false)?.step }

  /// What would be redone next.
  package func redoStep() throws -> UndoStep? { try next(isRedo: true)?.step }

  /// Brings back the rows from before the newest change, `nil` when there is none.
  package func undo() throws -> UndoReceipt? { try move(isRedo: false) }

  /// Brings back the rows from after the change that was undone last.
  package func redo() throws -> UndoReceipt? { try move(isRedo: true) }

  private func next(isRedo: Bool) throws -> (entry: Int64, step: UndoStep)? {
    let order = isRedo ? "ASC" : "DESC"
    let row = try connection.first(
      """
      SELECT id, summary, made FROM undo_entry WHERE undone = \(isRedo)
        ORDER BY id \(raw: order) LIMIT 1
      """)
    guard let row, let entry = row[0].int64 else { return nil }
    return (entry, UndoStep(summary: row[1].text ?? "", made: row[2].int64 ?? 0))
  }

  private func move(isRedo: Bool) throws -> UndoReceipt? {
    guard let (entry, step) = try next(isRedo: isRedo) else { return nil }
    let side: Int64 = isRedo ? 1 : 0
    // Items leave albums before those go, and come when those are there.
    let statements = [
      UndoTable.albumItem.take, UndoTable.album.put, UndoTable.album.take,
      UndoTable.albumItem.put, UndoTable.edit.put, UndoTable.edit.take, UndoTable.keyword.put,
      UndoTable.keyword.take,
    ]
    var restored: Int64 = 0
    for statement in statements {
      try run(statement, entry, side)
      restored += connection.changes
    }
    try connection.execute("UPDATE undo_entry SET undone = \(!isRedo) WHERE id = \(entry)")
    var kept = 0
    for table in UndoTable.all {
      try connection.forEach(SQL(raw: table.size, bindings: [.integer(entry)])) { row in
        kept += row.int(0) / 2
      }
    }
    return UndoReceipt(step: step, restored: Int(restored), leftAlone: kept - Int(restored))
  }

  private func run(_ text: String, _ values: Int64...) throws {
    try connection.withStatement(text) { statement in
      for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
      try statement.run()
    }
  }
}
