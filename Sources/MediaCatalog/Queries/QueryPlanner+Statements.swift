internal import MediaModel
internal import SQLiteDatabase

/// Where a row stands in an order: its stretch and the values of the stretch's terms.
struct PageKey: Hashable {
  var stretch: Int
  var values: [SQLValue]
}

/// A statement whose rows are the id, the values of the sort's terms, and the columns asked for.
struct ListingStatement {
  var sql: SQL
  var stretch: Int
  /// How many terms stand between the id and the columns.
  var termCount: Int
}

extension QueryPlanner {
  /// Statements that give the rows, one after the other, in order.
  ///
  /// - Parameters:
  ///   - columns: What is wanted of each row.
  ///   - tables: Tables that the columns need.
  ///   - key: Only rows behind this one.
  ///   - isBackward: Whether to read towards the start of the order.
  ///   - limit: How many rows at most.
  /// - Returns: None when nothing can match.
  func statements(
    columns: String, tables: MediaTables, after key: PageKey? = nil, isBackward: Bool = false,
    limit: Int? = nil
  ) -> [ListingStatement] {
    if exclusions.isEmpty || pins.first?.text == "0" { return [] }
    var stretches = Array(stretches.enumerated())
    if isBackward { stretches.reverse() }
    if let key { stretches.removeFirst(stretches.firstIndex { $0.offset == key.stretch } ?? 0) }
    return stretches.flatMap { index, stretch in
      var stretch = stretch
      if isBackward { stretch.isDescending.toggle() }
      let values = key?.stretch == index ? key?.values : nil
      let shape = Shape(
        stretch: stretch, columns: columns.isEmpty ? "" : ", \(columns)", tables: tables,
        limit: limit)
      return pieces(of: stretch, behind: values).map { extra in
        ListingStatement(
          sql: prefix + statement(shape, extra, values), stretch: index,
          termCount: stretch.terms.count)
      }
    }
  }

  /// Statements of which one gives the id and the terms of one item, if the query shows it.
  func statement(ofItem item: Int64) -> [ListingStatement] {
    if exclusions.isEmpty || pins.first?.text == "0" { return [] }
    return stretches.enumerated().map { index, stretch in
      let shape = Shape(stretch: stretch, columns: "", tables: [], limit: nil)
      var extra: [SQL] = ["m.id = \(item)"]
      if !pins.isEmpty { extra.append("(\(pins.joined(separator: " OR ")))") }
      return ListingStatement(
        sql: prefix + select(shape, from: path.source, [], extra), stretch: index,
        termCount: stretch.terms.count)
    }
  }

  /// The order's stretches, in the order of reading.
  var stretches: [SortStretch] {
    switch path {
    case .album: return query.sort.stretches(isReversed: query.isReversed, inAlbum: true)
    case .cells where query.sort == .taken:
      return [SortStretch(["c.taken", "c.media"], down: !query.isReversed)]
    case .media, .search, .cells, .ids:
      return query.sort.stretches(isReversed: query.isReversed, inAlbum: false)
    }
  }

  /// Counts all rows.
  var countStatement: SQL {
    if exclusions.isEmpty || pins.first?.text == "0" { return "SELECT 0" }
    return "\(prefix)SELECT count(*) FROM \(path.source) WHERE \(everyCondition(nil, []))"
  }

  /// The capture times of all rows, in any order.
  var timesStatement: SQL {
    if exclusions.isEmpty || pins.first?.text == "0" { return "SELECT 0 WHERE 0" }
    return "\(prefix)SELECT m.taken FROM \(path.source) WHERE \(everyCondition(nil, []))"
  }

  /// How many rows there are of each value of an expression over `tables`, the most first.
  func groupStatement(by expression: String, tables: MediaTables) -> SQL {
    if exclusions.isEmpty || pins.first?.text == "0" { return "SELECT 0, 0 WHERE 0" }
    return """
      \(prefix)SELECT \(raw: expression), count(*) FROM \(path.source)\(raw: tables.joins)
      WHERE \(everyCondition(nil, [])) GROUP BY 1 ORDER BY 2 DESC, 1
      """
  }

  /// What a statement is made of.
  private struct Shape {
    var stretch: SortStretch
    /// With a comma before them.
    var columns: String
    var tables: MediaTables
    var limit: Int?

    var limitation: SQL { limit.map { " LIMIT \($0)" } ?? "" }
    /// The id and the terms.
    var keys: String { "m.id, \(stretch.terms.joined(separator: ", "))" }
    /// The terms by their place in the answer, for compound SELECTs.
    var positions: String {
      stretch.terms.indices.map { "\($0 + 2)\(stretch.isDescending ? " DESC" : "")" }
        .joined(separator: ", ")
    }
  }

  /// Conditions that cut a stretch into pieces, read one after the other.
  ///
  /// The terms of a path come from three tables, and no index knows a comparison of all three: the
  /// rest of the folder comes first, then the rest of the root, then the other roots.
  private func pieces(of stretch: SortStretch, behind values: [SQLValue]?) -> [[SQL]] {
    guard let values else { return [[]] }
    guard query.sort == .path, path.isOrdered(by: .path), values.count == 3 else {
      return [[stretch.isBehind(values)]]
    }
    let sign: SQL = stretch.isDescending ? "<" : ">"
    return [
      ["r.path = \(values[0]) AND d.path = \(values[1]) AND f.name \(sign) \(values[2])"],
      ["r.path = \(values[0]) AND d.path \(sign) \(values[1])"], ["r.path \(sign) \(values[0])"],
    ]
  }

  private func statement(_ shape: Shape, _ extra: [SQL], _ values: [SQLValue]?) -> SQL {
    if path.isOrdered(by: query.sort) {
      if case .media = path { return walk(shape, extra) }
      return select(shape, from: path.source, [], extra) + shape.limitation
    }
    if shape.limit == nil { return select(shape, from: path.source, [], extra) }
    switch path {
    case .search where query.sort == .taken: return newestWords(shape, extra, values)
    case .cells(let area) where query.sort == .taken && conditions.isEmpty:
      // The cells hold all that it takes to choose.
      let condition = ((path.condition.map { [$0] } ?? []) + extra).joined(separator: " AND ")
      return sorted(shape, id: "c.media", from: AccessPath.bands(area), where: condition)
    default: return sorted(shape, extra)
    }
  }

  /// Reads an index in order, or several and merges them.
  private func walk(_ shape: Shape, _ extra: [SQL]) -> SQL {
    let (source, tables) = query.sort.source
    var alternatives: [SQL] = []
    if query.sort.usesMediaIndex, exclusions.count + pins.count > 1 {
      for value in exclusions {
        // As the partial indexes say it, so that they serve.
        let exclusion: SQL =
          value == 0
          ? "m.exclusion = 0" : "m.exclusion = \(raw: String(value)) AND m.exclusion <> 0"
        if value == 0, !pins.isEmpty {
          alternatives += pins.map { "\(exclusion) AND \($0)" }
        } else {
          alternatives.append(
            pins.isEmpty
              ? exclusion : "\(exclusion) AND (\(pins.joined(separator: " OR ")))")
        }
      }
    }
    if alternatives.count < 2 {
      let pinned: [SQL] = pins.isEmpty ? [] : ["(\(pins.joined(separator: " OR ")))"]
      return select(shape, from: source, tables, extra + pinned) + shape.limitation
    }
    let selects = alternatives.map { alternative in
      select(shape, from: source, tables, extra + [alternative], isOrdered: false, isPinned: true)
    }
    return selects.joined(separator: " UNION ALL ") + " ORDER BY \(raw: shape.positions)"
      + shape.limitation
  }

  /// One SELECT, in order unless it is part of a compound.
  private func select(
    _ shape: Shape, from source: SQL, _ known: MediaTables, _ extra: [SQL],
    isOrdered: Bool = true, isPinned: Bool = false
  ) -> SQL {
    let joins = shape.tables.union(query.sort.tables).joins(known: known)
    let condition = everyCondition(shape.stretch, extra, isExclusionKnown: isPinned)
    var sql: SQL = """
      SELECT \(raw: shape.keys)\(raw: shape.columns) FROM \(source)\(raw: joins) WHERE \(condition)
      """
    if isOrdered { sql += " ORDER BY \(raw: shape.stretch.order)" }
    return sql
  }

  /// Sorts ids first, and looks the other columns up only for those that remain.
  private func sorted(_ shape: Shape, _ extra: [SQL]) -> SQL {
    let joins = query.sort.tables.joins(known: [])
    return sorted(
      shape, id: "m.id", from: "\(path.source)\(raw: joins)",
      where: everyCondition(shape.stretch, extra))
  }

  private func sorted(_ shape: Shape, id: String, from source: SQL, where condition: SQL) -> SQL {
    let terms = shape.stretch.terms.enumerated().map { "\($1) AS k\($0)" }.joined(separator: ", ")
    let names = shape.stretch.terms.indices.map { "k.k\($0)" }
    let order = names.map { shape.stretch.isDescending ? "\($0) DESC" : $0 }
    return """
      SELECT k.item, \(raw: names.joined(separator: ", "))\(raw: shape.columns)
        FROM (SELECT \(raw: id) AS item, \(raw: terms) FROM \(source)
          WHERE \(condition) ORDER BY \(raw: shape.stretch.order)\(shape.limitation)) AS k
        CROSS JOIN media AS m ON m.id = k.item\(raw: shape.tables.joins(known: []))
        ORDER BY \(raw: order.joined(separator: ", "))
      """
  }

  /// The newest items with some words: as many rows of the index as are wanted and the rest of the
  /// last second, sorted.
  private func newestWords(_ shape: Shape, _ extra: [SQL], _ values: [SQLValue]?) -> SQL {
    var extra = extra
    let isDescending = shape.stretch.isDescending
    if let taken = values?.first?.int64 {
      let first = SearchIndex.firstDocument(at: taken)
      extra.append(
        isDescending
          ? "search.rowid <= \(first | SearchIndex.idMask)" : "search.rowid >= \(first)")
    }
    let condition = everyCondition(shape.stretch, extra)
    let (fold, sign, fill): (SQL, SQL, SQL) =
      isDescending ? ("min", ">=", "") : ("max", "<=", " + \(SearchIndex.idMask)")
    let bits = SQL(raw: String(SearchIndex.idBits))
    let last: SQL = """
      (SELECT (\(fold)(doc) >> \(bits) << \(bits))\(fill) FROM (
        SELECT search.rowid AS doc FROM \(path.source) WHERE \(condition)
          ORDER BY search.rowid \(raw: isDescending ? "DESC" : "ASC")\(shape.limitation)))
      """
    return sorted(shape, extra + ["search.rowid \(sign) \(last)"])
  }

  private func everyCondition(
    _ stretch: SortStretch?, _ extra: [SQL], isExclusionKnown: Bool = false
  ) -> SQL {
    var all: [SQL] = []
    if let condition = path.condition { all.append(condition) }
    if !isExclusionKnown {
      all.append(
        exclusions.count == 1
          ? "m.exclusion = \(raw: String(exclusions[0]))"
          : "m.exclusion IN (\(raw: FilterCompiler.list(exclusions)))")
      if exclusions.count == 1, exclusions[0] != 0 { all.append("m.exclusion <> 0") }
      if stretch == nil, !pins.isEmpty { all.append("(\(pins.joined(separator: " OR ")))") }
    }
    if let condition = stretch?.condition { all.append("\(raw: condition)") }
    // Ids are positive; said so, SQLite walks the table from an end of a range.
    if stretch?.terms == ["m.id"] { all.append("m.id > 0") }
    all += extra
    return FilterCompiler.joined(all + conditions, by: " AND ")
  }
}

extension MediaSort {
  /// True when an index of `media` has this order.
  fileprivate var usesMediaIndex: Bool {
    switch self {
    case .taken, .album, .name, .duration, .rating, .size: true
    case .added, .path: false
    }
  }
}

extension MediaTables {
  /// The joins of all tables but those that are there already.
  func joins(known: MediaTables) -> String { subtracting(known).joins }
}
