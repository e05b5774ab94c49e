internal import MediaModel
internal import SQLiteDatabase

/// Reads pages and places of one query.
struct PageReader {
  let connection: Connection
  let planner: QueryPlanner

  init(_ query: MediaQuery, connection: Connection) throws {
    self.connection = connection
    planner = try QueryPlanner(query, connection: connection)
  }

  /// Items as they were read, with the keys of those at the ends of the page.
  private struct Rows {
    var items: [Media] = []
    var first: PageKey?
    /// Of the item that is last in a full page.
    var last: PageKey?
  }

  func page(_ place: PagePlace, count: Int) throws -> MediaPage {
    switch place {
    case .start: return try forward(after: nil, count: count)
    case .after(let token): return try forward(after: key(token), count: count)
    case .at(let time): return try forward(after: try key(at: time), count: count)
    case .before(let token): return try backward(before: key(token), count: count)
    }
  }

  /// All rows, up to a limit.
  func items(limit: Int?) throws -> [Media] {
    try rows(after: nil, isBackward: false, limit: limit).items
  }

  private func forward(after key: PageKey?, count: Int) throws -> MediaPage {
    // One more says whether there is a next page.
    var rows = try rows(after: key, isBackward: false, limit: count + 1)
    let hasMore = rows.items.count > count
    if hasMore { rows.items.removeLast() }
    return MediaPage(
      items: rows.items, next: hasMore ? rows.last.map(token) : nil,
      previous: key == nil ? nil : rows.first.map(token))
  }

  private func backward(before key: PageKey, count: Int) throws -> MediaPage {
    var rows = try rows(after: key, isBackward: true, limit: count + 1)
    let hasMore = rows.items.count > count
    if hasMore { rows.items.removeLast() }
    rows.items.reverse()
    return MediaPage(
      items: rows.items, next: rows.first.map(token),
      previous: hasMore ? rows.last.map(token) : nil)
  }

  /// Reads rows up to `limit`, which is one more than a page holds.
  private func rows(after key: PageKey?, isBackward: Bool, limit: Int?) throws -> Rows {
    var rows = Rows()
    var reader = try MediaReader(connection, capacity: min(limit ?? 0, 1_001))
    let last = limit.map { $0 - 2 }
    try MediaListing(connection).forEach(
      planner, columns: reader.columns, tables: reader.tables, after: key,
      isBackward: isBackward, limit: limit
    ) { row, statement in
      let end = Int32(1 + statement.termCount)
      let place = reader.count
      if place == 0 || place == last {
        let key = PageKey(stretch: statement.stretch, values: (1..<end).map { row.value($0) })
        if place == 0 { rows.first = key }
        if place == last { rows.last = key }
      }
      reader.read(row, from: end)
    }
    rows.items = try reader.finish()
    return rows
  }

  /// How many rows stand before a place.
  func count(before token: PageToken) throws -> Int {
    let statements = planner.statements(
      columns: "", tables: [], after: try key(token), isBackward: true)
    return try statements.reduce(0) { count, statement in
      let row = try connection.first("SELECT count(*) FROM (\(statement.sql))")
      return count + (row?[0].int ?? 0)
    }
  }

  /// The place just behind an item, `nil` when the query does not show it.
  func token(behind item: Int64) throws -> PageToken? { try key(of: item).map(token) }

  /// The key of an item, `nil` when the query does not show it.
  func key(of item: Int64) throws -> PageKey? {
    for statement in planner.statement(ofItem: item) {
      if let row = try connection.first(statement.sql) {
        return PageKey(
          stretch: statement.stretch, values: Array(row.values[1...statement.termCount]))
      }
    }
    return nil
  }

  private var isInAlbum: Bool { if case .album = planner.path { true } else { false } }

  private func token(_ key: PageKey) -> PageToken {
    PageToken(key, sort: planner.query.sort, isInAlbum: isInAlbum)
  }

  private func key(_ token: PageToken) throws(CatalogError) -> PageKey {
    guard token.sort == planner.query.sort,
      token.values.count == planner.stretches[token.stretch].terms.count
    else {
      throw CatalogError(
        code: .invalid, reason: "the page token belongs to the order \(token.sort.rawValue)")
    }
    return PageKey(stretch: token.stretch, values: token.values)
  }

  /// A key before all items of a time, in the direction of the order.
  private func key(at time: WallTime) throws(CatalogError) -> PageKey {
    guard planner.query.sort == .taken else {
      throw CatalogError(
        code: .invalid, reason: "only the order by capture time has a place for a date")
    }
    let id: Int64 = planner.query.isReversed ? .min : .max
    return PageKey(stretch: 0, values: [.integer(time.nanoseconds), .integer(id)])
  }
}

extension PageReader {
  /// Sorts items as the query shows them; those that it does not show are left out.
  func order(of items: [Int64]) throws -> [Int64] {
    let keyed = try items.compactMap { item in try key(of: item).map { (item: item, key: $0) } }
    return keyed.sorted { left, right in
      let (one, two) = (left.key, right.key)
      if one.stretch != two.stretch { return one.stretch < two.stretch }
      for (first, second) in zip(one.values, two.values) where first != second {
        return first.precedes(second) != planner.stretches[one.stretch].isDescending
      }
      return false
    }.map(\.item)
  }
}

extension SQLValue {
  /// Orders values as SQLite does: NULL, numbers, texts, then blobs, each by its bytes.
  fileprivate func precedes(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default:
      rank == other.rank ? (double ?? 0) < (other.double ?? 0) : rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
