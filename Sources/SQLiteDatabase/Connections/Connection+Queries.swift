extension Connection {
  /// Runs one statement and drops its rows.
  public func execute(_ sql: SQL) throws(DatabaseError) {
    let statement = try bound(sql)
    defer { statement.reset() }
    try statement.run()
  }

  /// Runs one statement and collects its rows.
  public func rows(_ sql: SQL) throws(DatabaseError) -> [Row] {
    let statement = try bound(sql)
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(statement.row()) }
    return rows
  }

  /// Runs one statement as far as its first row, `nil` when there is none.
  public func first(_ sql: SQL) throws(DatabaseError) -> Row? {
    let statement = try bound(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.row() : nil
  }

  /// Runs one statement and hands its rows over one by one, without making ``Row`` values.
  ///
  /// The body may throw to end early, and may use the connection for other statements.
  public func forEach(_ sql: SQL, _ body: (borrowing RowCursor) throws -> Void) throws {
    let statement = try bound(sql)
    defer { statement.reset() }
    let cursor = RowCursor(handle: statement.handle)
    while try statement.step() { try body(cursor) }
  }

  /// Lends a prepared statement that is clean again afterwards, even when `body` throws.
  public func withStatement<R>(_ text: String, _ body: (Statement) throws -> R) throws -> R {
    let statement = try statement(text)
    defer { statement.reset() }
    return try body(statement)
  }

  /// The steps of SQLite's plan for a statement, such as `SEARCH media USING INDEX …`.
  public func explainQueryPlan(_ sql: SQL) throws(DatabaseError) -> [String] {
    try rows("EXPLAIN QUERY PLAN " + sql).compactMap { $0["detail"]?.text }
  }

  private func bound(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try statement(sql.text)
    do {
      try statement.bind(sql.bindings)
    } catch {
      statement.reset()
      throw error
    }
    return statement
  }
}
