import MediaModel
import SQLiteDatabase
import Testing

@testable import MediaCatalog

@Suite("Pages") struct PagingTests {
  private static let any = MediaFilter.matches(.mark(.any))

  private static let filters: [MediaFilter] = [
    .everything, .videos, any, .matches(.mark(.hidden)), .favorites,
    .matches(.text(.camera, "x100v")), .matches(.text(.camera, "a")),
    .all([.matches(.text(.make, "apple")), any]), .matches(.inFolder("2019/07")),
    .matches(.word("beach")), .matches(.word("jpg")),
    .all([.matches(.phrase("first day")), .not(.videos)]),
    .matches(.within(.box(south: 40, west: 0, north: 50, east: 20))),
    .all([.matches(.within(.circle(latitude: 48.137, longitude: 11.575, radius: 9_000))), .images]),
    .matches(.text(.keyword, "fam*")), .matches(.number(.rating, .atLeast(3))),
    .matches(.inAlbum("Italy 2023")), .any([.matches(.word("beach")), .videos]),
    .taken(2019, month: 12), .nothing,
  ]

  /// The order as SQLite makes it without our plans.
  private func expected(_ query: MediaQuery, _ catalog: Catalog) async throws -> [Int64] {
    let (up, down) = query.isReversed ? ("DESC", "ASC") : ("ASC", "DESC")
    let album = query.album != nil
    let order =
      switch query.sort {
      case .taken: "m.taken \(down), m.id \(down)"
      case .album:
        album ? "ai.position \(up), m.taken \(up), m.id \(up)" : "m.taken \(down), m.id \(down)"
      case .added: "m.id \(down)"
      case .name: "m.name_key \(up), m.id \(up)"
      case .path: "r.path \(up), d.path \(up), f.name \(up)"
      case .size: "f.size \(down), m.id \(down)"
      case .duration: "m.duration IS NULL, m.duration \(down), m.id \(down)"
      case .rating: "m.rating IS NULL, m.rating \(down), m.taken \(down), m.id \(down)"
      }
    return try await catalog.database.read { connection in
      let rows = try connection.rows(
        """
        SELECT m.id FROM media AS m JOIN file AS f ON f.media = m.id JOIN folder AS d
            ON d.id = f.folder JOIN root AS r ON r.id = d.root
          LEFT JOIN album_item AS ai ON ai.media = m.id AND ai.album = \(query.album ?? 0)
        WHERE \(raw: album ? "ai.album IS NOT NULL" : "1") ORDER BY \(raw: order)
        """
      ).compactMap { $0[0].int64 }
      return try rows.filter { id in
        let subject = try FilterSubject(item: id, connection: connection)
        return subject.map { query.filter.matches($0) } ?? false
      }
    }
  }

  @Test(arguments: MediaSort.allCases)
  func `of every filter and order are slices of the whole, both ways`(sort: MediaSort) async throws
  {
    let random = try await RandomCatalog(seed: 81, count: 160)
    let catalog = random.catalog
    for filter in Self.filters {
      for (isReversed, album) in [(false, nil), (true, nil), (false, 1), (true, 2)]
        as [(Bool, Int64?)]
      {
        // A filter by one album has that album's own order, which the plain SQL does not know.
        if sort == .album, filter == .matches(.inAlbum("Italy 2023")) { continue }
        let query = MediaQuery(filter: filter, album: album, sort: sort, reversed: isReversed)
        let all = try await expected(query, catalog)
        let context = "\(filter.queryText) \(sort) \(isReversed) \(album ?? 0)"
        let whole = try await catalog.media(matching: query)
        #expect(whole.map(\.id) == all, "\(context)")
        guard !all.isEmpty else { continue }
        try await comparePages(query, all, catalog, context)
      }
    }
    await catalog.close()
  }

  private func comparePages(
    _ query: MediaQuery, _ all: [Int64], _ catalog: Catalog, _ context: String
  ) async throws {
    let size = max(3, all.count / 4)
    var forward: [Int64] = []
    var place = PagePlace.start
    var last: MediaPage?
    while true {
      let page = try await catalog.page(of: query, place, count: size)
      forward += page.items.map(\.id)
      last = page
      guard let next = page.next, forward.count <= all.count else { break }
      place = .after(try PageToken(next.description))
    }
    #expect(forward == all, "\(context)")
    var backward = last?.items.map(\.id) ?? []
    var previous = last?.previous
    while let token = previous, backward.count <= all.count {
      let page = try await catalog.page(of: query, .before(token), count: size)
      backward = page.items.map(\.id) + backward
      previous = page.previous
    }
    #expect(backward == all, "\(context) backwards")
    #expect(try await catalog.order(of: all.reversed(), in: query) == all, "\(context)")
    let middle = all[all.count / 2]
    #expect(try await catalog.position(of: middle, in: query) == all.count / 2, "\(context)")
  }

  @Test func `start at a date, and go on as the whole does`() async throws {
    let random = try await RandomCatalog(seed: 82, count: 200)
    for isReversed in [false, true] {
      let query = MediaQuery(reversed: isReversed)
      let all = try await random.catalog.media(matching: query)
      let time = try #require(WallTime(year: 2019, month: 12, day: 31))
      let page = try await random.catalog.page(of: query, .at(time), count: 10)
      let rest = all.drop { isReversed ? $0.taken < time : $0.taken > time }
      #expect(page.items == Array(rest.prefix(10)))
      let before = try #require(page.previous)
      let back = try await random.catalog.page(of: query, .before(before), count: 500)
      #expect(back.items + rest == all)
    }
    await random.catalog.close()
  }

  @Test func `refuse a token that is torn, foreign or of another order`() async throws {
    let random = try await RandomCatalog(seed: 83, count: 50)
    let page = try await random.catalog.page(of: MediaQuery(), count: 5)
    let token = try #require(page.next)
    let text = token.description
    for bad in [
      "", "zz", "00", String(text.dropLast()), String(text.dropLast(2)), text + "00",
      "é" + text, String(text.reversed()),
    ] {
      #expect(throws: CatalogError.self) { try PageToken(bad) }
    }
    for sort in MediaSort.allCases where sort != .taken {
      await #expect(throws: CatalogError.self) {
        try await random.catalog.page(of: MediaQuery(sort: sort), .after(token))
      }
    }
    await #expect(throws: CatalogError.self) {
      try await random.catalog.page(of: MediaQuery(), count: 0)
    }
    await #expect(throws: CatalogError.self) {
      try await random.catalog.page(of: MediaQuery(album: 99))
    }
    await random.catalog.close()
  }

  @Test func `stay as they are while rows come`() async throws {
    let random = try await RandomCatalog(seed: 84, count: 100)
    let before = try await random.catalog.media(matching: MediaQuery())
    let first = try await random.catalog.page(of: MediaQuery(), count: 20)
    try await random.catalog.database.write { connection in
      try connection.execute(
        "UPDATE media SET taken = taken + 1 WHERE id % 7 = 0 AND exclusion = 0")
    }
    var seen = first.items
    var next = first.next
    while let token = next {
      let page = try await random.catalog.page(of: MediaQuery(), .after(token), count: 20)
      seen += page.items
      next = page.next
    }
    let untouched = before.filter { $0.id % 7 != 0 }
    #expect(seen.filter { $0.id % 7 != 0 } == untouched)
    await random.catalog.close()
  }

  @Test(arguments: TimelineUnit.allCases)
  func `have a timeline under any filter`(unit: TimelineUnit) async throws {
    let random = try await RandomCatalog(seed: 85, count: 200)
    try await random.catalog.database.write { connection in
      try connection.execute("UPDATE root SET state = 'online'")
    }
    for filter in Self.filters {
      let query = MediaQuery(filter: filter)
      let items = try await random.catalog.media(matching: query)
      var counts: [String: Int] = [:]
      let width = unit == .year ? 4 : unit == .month ? 7 : 10
      for item in items { counts[String(item.taken.description.prefix(width)), default: 0] += 1 }
      let buckets = try await random.catalog.timeline(matching: query, by: unit)
      let texts = buckets.map { bucket in
        String(bucket.range?.lowerBound?.description.prefix(width) ?? "")
      }
      #expect(Dictionary(uniqueKeysWithValues: zip(texts, buckets.map(\.count))) == counts)
      #expect(texts == texts.sorted(by: >))
    }
    await random.catalog.close()
  }

  @Test func `and a query explain what keeps an item out`() async throws {
    let random = try await RandomCatalog(seed: 86, count: 100)
    let filter = MediaFilter.all([.images, .not(.matches(.text(.ext, "jpg")))])
    let shown = Set(try await random.catalog.media(matching: MediaQuery(filter: filter)).map(\.id))
    var kinds: Set<String> = []
    for id in 1...100 as ClosedRange<Int64> {
      let answer = try await random.catalog.explain(id, filter)
      #expect((answer == .matches) == shown.contains(id))
      switch answer {
      case .matches: kinds.insert("matches")
      case .excluded(let mark): kinds.insert("is:\(mark.rawValue)")
      case .fails(let part): kinds.insert(part.queryText)
      }
    }
    #expect(kinds.isSuperset(of: ["matches", "is:hidden", "is:offline", "type:image", "-ext:jpg"]))
    await #expect(throws: CatalogError.self) { try await random.catalog.explain(999, filter) }
    await random.catalog.close()
  }
}
