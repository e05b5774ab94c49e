import MediaCatalog
import MediaModel
import SQLiteDatabase
import Testing

@Suite("A filter means the same in SQL and in Swift") struct FilterEquivalenceTests {
  private static let count = 200

  /// Every item as the evaluation in Swift sees it.
  private func subjects(_ catalog: Catalog) async throws -> [Int64: FilterSubject] {
    try await catalog.database.read { connection in
      var subjects: [Int64: FilterSubject] = [:]
      for id in 1...Int64(Self.count) {
        subjects[id] = try FilterSubject(item: id, connection: connection)
      }
      return subjects
    }
  }

  private func ids(_ catalog: Catalog, _ filter: MediaFilter) async throws -> [Int64] {
    try await catalog.database.read { connection in
      var ids: [Int64] = []
      try MediaListing(connection).forEach(
        MediaQuery(filter: filter), fields: [MediaField.named("id")].compactMap { $0 }
      ) { values in
        if case .integer(let id) = values[0] { ids.append(id) }
      }
      return ids
    }
  }

  private func compare(
    _ filters: [MediaFilter], _ catalog: Catalog, _ subjects: [Int64: FilterSubject]
  ) async throws {
    var hits = 0
    defer { if filters.count > 50 { #expect(hits > filters.count, "hardly anything was found") } }
    for filter in filters {
      let found = try await ids(catalog, filter)
      hits += found.count
      let expected = subjects.filter { filter.matches($0.value) }.map(\.key).sorted()
      #expect(found.sorted() == expected, "\(filter.queryText)")
      #expect(Set(found).count == found.count, "\(filter.queryText)")
      let total = try await catalog.database.read { connection in
        try MediaListing(connection).count(MediaQuery(filter: filter))
      }
      #expect(total == found.count, "\(filter.queryText)")
    }
  }

  @Test(arguments: [11, 12] as [UInt64]) func `for every predicate and its negation`(
    seed: UInt64
  ) async throws {
    let random = try await RandomCatalog(seed: seed, count: Self.count)
    let subjects = try await subjects(random.catalog)
    var filters = RandomFilters(seed: seed)
    var cases: [MediaFilter] = []
    for _ in 0..<300 {
      let filter = MediaFilter.matches(filters.predicate())
      let lifted = MediaFilter.matches(.mark(.any))
      cases += [filter, .not(filter), .all([lifted, filter]), .all([lifted, .not(filter)])]
    }
    try await compare(cases, random.catalog, subjects)
    for mark in MediaMark.allCases {
      try await compare(
        [.matches(.mark(mark)), .not(.matches(.mark(mark)))], random.catalog, subjects)
    }
    await random.catalog.close()
  }

  @Test(arguments: [21, 22] as [UInt64]) func `for random trees`(seed: UInt64) async throws {
    let random = try await RandomCatalog(seed: seed, count: Self.count)
    let subjects = try await subjects(random.catalog)
    var filters = RandomFilters(seed: seed)
    let trees = (0..<200).map { filters.filter(depth: $0 % 8) }
    try await compare(trees, random.catalog, subjects)
    await random.catalog.close()
  }

  @Test func `for trees as deep as 64, and deeper ones are refused`() async throws {
    let random = try await RandomCatalog(seed: 31, count: Self.count)
    let subjects = try await subjects(random.catalog)
    var filters = RandomFilters(seed: 31)
    let trees = [13, 20, 26, 40, 63, 64].map { filters.spine(depth: $0) }
    try await compare(
      trees + trees.map { .not($0) }.filter { $0.depth <= 64 }, random.catalog, subjects)
    let error = await #expect(throws: CatalogError.self) {
      _ = try await ids(random.catalog, filters.spine(depth: 65))
    }
    #expect(error?.code == .invalid)
    let wide = MediaFilter.any((0..<1_500).map { .matches(.number(.iso, .equal(Double($0)))) })
    try await compare([wide, .not(wide)], random.catalog, subjects)
    await random.catalog.close()
  }

  @Test func `and obeys De Morgan and double negation`() async throws {
    let random = try await RandomCatalog(seed: 41, count: Self.count)
    var filters = RandomFilters(seed: 41)
    for _ in 0..<100 {
      let parts = (0..<3).map { _ in filters.filter(depth: 2) }
      let pairs: [(MediaFilter, MediaFilter)] = [
        (.not(.all(parts)), .any(parts.map { .not($0) })),
        (.not(.any(parts)), .all(parts.map { .not($0) })), (.not(.not(parts[0])), parts[0]),
      ]
      for (left, right) in pairs {
        let (leftIDs, rightIDs) = try await (ids(random.catalog, left), ids(random.catalog, right))
        #expect(leftIDs == rightIDs, "\(left.queryText)")
      }
    }
    await random.catalog.close()
  }

  @Test func `an absent value fits no claim, and its negation does`() async throws {
    let random = try await RandomCatalog(seed: 51, count: Self.count)
    let fast = MediaFilter.matches(.number(.iso, .above(100)))
    let any = MediaFilter.matches(.mark(.any))
    let (all, with, without) = try await (
      ids(random.catalog, any), ids(random.catalog, .all([any, fast])),
      ids(random.catalog, .all([any, .not(fast)]))
    )
    #expect(with.count + without.count == all.count)
    #expect(without.count > Self.count / 3)
    await random.catalog.close()
  }
}
