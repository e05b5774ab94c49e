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
    let sql = try statement(for: query, columns: layout.columns, tables: layout.tables)
    try connection.forEach(sql) { row in try body(layout.values(of: row)) }
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
    let (prefix, condition) = try condition(of: query)
    if query.filter == .everything, query.album == nil,
      condition.text == "m.exclusion = 0"
    {
      // Kept by triggers; counting a million rows takes a hundred times as long.
      return try connection.first("SELECT coalesce(sum(count), 0) FROM month_count")?[0].int ?? 0
    }
    let sql: SQL = "\(prefix)SELECT count(*) FROM \(source(of: query)) WHERE \(condition)"
    return try connection.first(sql)?[0].int ?? 0
  }

  /// The statement of a query, for running and for looking at its plan.
  func statement(for query: MediaQuery, columns: String, tables: MediaTables) throws -> SQL {
    let (prefix, condition) = try condition(of: query)
    let tables = tables.union(query.sort.tables)
    var sql: SQL = "\(prefix)SELECT \(raw: columns) FROM \(source(of: query))\(raw: tables.joins)"
    sql += " WHERE \(condition)"
    if let album = query.album { sql += " AND ai.album = \(album)" }
    sql += " ORDER BY \(raw: query.sort.order(isReversed: query.isReversed, album: query.album))"
    if let limit = query.limit { sql += " LIMIT \(limit)" }
    return sql
  }

  /// The filter, and the default exclusions that it does not lift.
  private func condition(of query: MediaQuery) throws -> (prefix: SQL, condition: SQL) {
    try FilterCompiler.check(query.filter)
    var compiler = FilterCompiler(connection: connection)
    let exclusions = Exclusions(liftedBy: query.filter)
    var parts: [SQL] = []
    // Written as in the partial indexes, so that they serve.
    if exclusions.bits == 27 {
      parts.append("m.exclusion = 0")
    } else {
      parts.append("(m.exclusion & \(exclusions.bits)) = 0")
    }
    if exclusions.isOfflineExcluded, try hasOfflineRoots() {
      parts.append("m.folder NOT IN (\(FilterCompiler.offlineFolders))")
    }
    if query.filter != .everything { parts.append(try compiler.compile(Clause(query.filter))) }
    return (compiler.prefix, parts.joined(separator: " AND "))
  }

  private func hasOfflineRoots() throws -> Bool {
    try connection.first("SELECT 1 FROM root WHERE state <> 'online' LIMIT 1") != nil
  }

  private func source(of query: MediaQuery) -> SQL {
    query.album == nil ? "media AS m" : "album_item AS ai CROSS JOIN media AS m ON m.id = ai.media"
  }
}

extension MediaSort {
  /// Tables the order needs.
  var tables: MediaTables {
    switch self {
    case .path: .path
    case .size: .file
    case .rating: .edit
    default: []
    }
  }

  /// The ORDER BY terms.
  func order(isReversed: Bool, album: Int64?) -> String {
    let (down, up) = isReversed ? ("ASC", "DESC") : ("DESC", "ASC")
    return switch self {
    // In an album the key of its items has the order.
    case .taken where album != nil: "ai.taken \(down), ai.media \(down)"
    case .taken: "m.taken \(down), m.id \(down)"
    case .added: "m.id \(down)"
    case .name: "m.name_key \(up), m.id \(up)"
    case .path: "r.path \(up), d.path \(up), f.name \(up)"
    case .size: "f.size \(down), m.id \(down)"
    case .duration: "m.duration IS NULL, m.duration \(down), m.id \(down)"
    case .rating:
      "coalesce(e.rating, m.file_rating) IS NULL, coalesce(e.rating, m.file_rating) \(down),"
        + " m.taken \(down), m.id \(down)"
    case .album: album == nil ? "m.taken \(down), m.id \(down)" : "ai.position \(up)"
    }
  }
}
