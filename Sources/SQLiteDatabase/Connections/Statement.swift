internal import CSQLite

/// A prepared statement: bind, step, read columns.
///
/// It is clean (reset, nothing bound) whenever ``step()`` has returned false or thrown, and after
/// ``run()`` and ``reset()``. Parameters count from 1, columns from 0, as in SQLite.
public final class Statement {
  let handle: OpaquePointer
  let connection: ConnectionHandle
  private var cachedColumns: (columns: Columns, preparations: Int32)?

  init(handle: OpaquePointer, connection: ConnectionHandle) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// The text it was prepared from.
  public var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Parameters that can be bound.
  public var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

  /// Columns of a row; zero for a statement that answers nothing.
  public var columnCount: Int32 { sqlite3_column_count(handle) }

  /// Moves to the next row.
  ///
  /// - Returns: False when there is none; the statement is clean then.
  public func step() throws(DatabaseError) -> Bool {
    if connection.interrupt.isSet { try refuseToRun() }
    return try stepAnyway()
  }

  /// Steps even when there is a request to stop; for the end of a transaction.
  func stepAnyway() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      reset()
      return false
    }
    throw failure(code)
  }

  /// Runs to the end, past any rows.
  public func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Ends the rows and unbinds all; `step()` does it itself at the end.
  public func reset() {
    // The code is that of the last step, which was thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func failure(_ code: Int32) -> DatabaseError {
    var error = connection.error(code, sql: sql)
    // The wait for a lock was given up because someone asked to stop.
    if error.isBusy && connection.interrupt.isRequested { error.code = SQLITE_INTERRUPT }
    reset()
    // SQLite ends the whole transaction itself on a full disk, a failed disk, no memory, and on
    // an interrupted change.
    if connection.transactionDepth > 0 && connection.isAutocommit {
      connection.interrupt.isRolledBack = true
    }
    return error
  }

  private func refuseToRun() throws(DatabaseError) {
    guard !connection.isShielded else { return }
    reset()
    if connection.interrupt.isRequested {
      throw DatabaseError(
        code: SQLITE_INTERRUPT, message: "interrupted", sql: sql, path: connection.path)
    }
    throw DatabaseError(
      code: SQLITE_ABORT | (2 << 8), message: "an earlier error rolled the transaction back",
      sql: sql, path: connection.path)
  }
}

extension Statement {
  /// The names of the columns, read again only when SQLite prepared the statement again.
  var columns: Columns {
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if let cachedColumns, cachedColumns.preparations == preparations {
      return cachedColumns.columns
    }
    let names = (0..<columnCount).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
    let columns = Columns(names: names)
    cachedColumns = (columns, preparations)
    return columns
  }

  /// The current row as values of its own.
  func row() -> Row {
    let cursor = RowCursor(handle: handle)
    let columns = columns
    return Row(
      values: columns.names.indices.map { cursor.value(Int32($0)) }, columns: columns)
  }
}
