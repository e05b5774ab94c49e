package import MediaModel
package import SQLiteDatabase

/// Runs a query and hands over the wanted fields, row by row.
package struct MediaListing {
  private let connection: Connection

  /// Lists on a connection, usually inside `database.read`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Hands over each row's values, in the order of `fields`; only those behind an item if one is
  /// named.
  ///
  /// - Throws: ``CatalogError`` for an unknown album; what `body` throws.
  package func forEach(
    _ query: MediaQuery, fields: [MediaField], after item: Int64? = nil,
    _ body: ([FieldValue]) throws -> Void
  ) throws {
    let layout = FieldLayout(fields)
    let reader = try PageReader(query, connection: connection)
    let key = try item.map { item in
      guard let key = try reader.key(of: item) else {
        throw CatalogError(code: .notFound, reason: "the query does not show item \(item)")
      }
      return key
    }
    try forEach(
      reader.planner, columns: layout.columns, tables: layout.tables, after: key,
      limit: query.limit
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

  /// Counts what a query matches by camera, folder or type, the most first.
  package func counts(_ query: MediaQuery, by group: CountGroup) throws -> [GroupCount] {
    let planner = try QueryPlanner(query, connection: connection)
    let statement = planner.groupStatement(by: group.expression, tables: group.tables)
    return try connection.rows(statement).map { row in
      GroupCount(
        name: row[0].text.map(FieldValue.text) ?? row[0].blob.map(FieldValue.bytes) ?? .null,
        count: row[1].int ?? 0)
    }
  }

  /// Counts all items of some types from what triggers keep: counting a million rows takes a
  /// hundred times as long.
  private func summary(_ types: [MediaType]) throws -> Int {
    let list = types.map { String($0.rawValue) }.joined(separator: ", ")
    let row = try connection.first(
      """
      SELECT (SELECT coalesce(sum(count), 0) FROM month_count WHERE type IN (\(raw: list)))
        - (SELECT coalesce(sum(c.count), 0) FROM root AS r JOIN folder AS d ON d.root = r.id
          JOIN folder_count AS c ON c.folder = d.id
          WHERE r.state <> 'online' AND c.type IN (\(raw: list)))
      """)
    return row?[0].int ?? 0
  }

  /// Counts what a query matches, without its limit.
  package func count(_ query: MediaQuery) throws -> Int {
    if query.album == nil {
      if query.filter == .everything { return try summary([.image, .video]) }
      if case .matches(.type(let type)) = query.filter { return try summary([type]) }
    }
    let planner = try QueryPlanner(query, connection: connection)
    return try connection.first(planner.countStatement)?[0].int ?? 0
  }
}
