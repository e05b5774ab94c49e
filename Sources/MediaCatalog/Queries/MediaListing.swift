package import MediaModel
package import SQLiteDatabase

/// Runs a query and hands over the wanted fields, row by row.
package struct MediaListing {
  private let connection: Connection

  /// Lists on a connection, usually inside `database.read`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Hands over each row's values, in the order of `fields`.
  ///
  /// - Throws: ``CatalogError`` for an unknown album; what `body` throws.
  package func forEach(
    _ query: MediaQuery, fields: [MediaField], _ body: ([FieldValue]) throws -> Void
  ) throws {
    let layout = FieldLayout(fields)
    let planner = try QueryPlanner(query, connection: connection)
    try forEach(
      planner, columns: layout.columns, tables: layout.tables, after: nil, limit: query.limit
    ) { row, statement in
      try body(layout.values(of: row, from: Int32(1 + statement.termCount)))
    }
  }

  /// Hands over rows of the id, the terms of the order, and the columns.
  func forEach(
    _ planner: QueryPlanner, columns: String, tables: MediaTables, after key: PageKey?,
    isBackward: Bool = false, limit: Int?,
    _ body: (borrowing RowCursor, ListingStatement) throws -> Void
  ) throws {
    var rest = limit
    let statements = planner.statements(
      columns: columns, tables: tables, after: key, isBackward: isBackward, limit: limit)
    for statement in statements where rest.map({ $0 > 0 }) ?? true {
      try connection.forEach(statement.sql) { row in
        // A later stretch may hold more than is still wanted.
        guard rest.map({ $0 > 0 }) ?? true else { return }
        rest? -= 1
        try body(row, statement)
      }
    }
  }

  /// The values of one existing item, shown or not.
  package func values(of item: Int64, fields: [MediaField]) throws -> [FieldValue] {
    let layout = FieldLayout(fields)
    let sql: SQL = """
      SELECT \(raw: layout.columns) FROM media AS m\(raw: layout.tables.joins) WHERE m.id = \(item)
      """
    var values: [FieldValue] = []
    try connection.forEach(sql) { row in values = layout.values(of: row) }
    return values
  }

  /// Counts what a query matches, without its limit.
  package func count(_ query: MediaQuery) throws -> Int {
    let planner = try QueryPlanner(query, connection: connection)
    if planner.isPlain {
      // Kept by triggers; counting a million rows takes a hundred times as long.
      return try connection.first("SELECT coalesce(sum(count), 0) FROM month_count")?[0].int ?? 0
    }
    return try connection.first(planner.countStatement)?[0].int ?? 0
  }
}
