import MediaModel
import SQLiteDatabase
import Testing

@testable import MediaCatalog

@Suite("Plans of pages") struct QueryPlanTests {
  /// Sorts, and walks over a table or index without a bound, except walks in the order wanted.
  private func faults(
    _ query: MediaQuery, _ catalog: Catalog, after token: PageToken?
  ) async throws -> [String] {
    try await catalog.database.read { connection in
      let planner = try QueryPlanner(query, connection: connection)
      let key = token.map { PageKey(stretch: $0.stretch, values: $0.values) }
      let statements = [false, true].flatMap { readingEdits in
        planner.statements(
          columns: MediaReader.columns(readingEdits: readingEdits),
          tables: MediaReader.tables(readingEdits: readingEdits), after: key, limit: 100)
      }
      return try statements.flatMap { try connection.explainQueryPlan($0.sql) }.filter { step in
        // Items of one moment may be sorted by their ids.
        step.contains("TEMP B-TREE") && !step.contains("RIGHT PART")
          || step.hasPrefix("SCAN") && !step.contains("USING INDEX")
            && !step.contains("USING COVERING INDEX") && step != "SCAN r"
      }
    }
  }

  @Test(arguments: MediaSort.allCases, [false, true])
  func `neither sort nor walk a whole table`(sort: MediaSort, isReversed: Bool) async throws {
    let random = try await RandomCatalog(seed: 91, count: 60)
    let filters: [MediaFilter] = [
      .everything, .videos, .not(.videos), .screenshots, .favorites,
      .matches(.mark(.hidden)), .matches(.mark(.any)),
      .matches(.number(.iso, .atLeast(1_600))), .matches(.number(.size, .atLeast(1_000))),
      .matches(.number(.duration, .atLeast(1))), .taken(2019),
    ]
    for filter in filters {
      // What a mark leaves over of the excluded items is sorted; of favourites too.
      let lifts = !Exclusions(liftedBy: filter).allowedValues.elementsEqual([0])
      if sort != .taken, sort != .album, lifts || filter == .favorites { continue }
      let query = MediaQuery(filter: filter, sort: sort, reversed: isReversed)
      let first = try await faults(query, random.catalog, after: nil)
      #expect(first == [], "\(filter.queryText)")
      guard let token = try await random.catalog.page(of: query, count: 2).next else { continue }
      let next = try await faults(query, random.catalog, after: token)
      #expect(next == [], "\(filter.queryText) behind a key")
    }
    await random.catalog.close()
  }

  @Test(
    arguments: [
      .matches(.text(.camera, "x100v")), .matches(.text(.camera, "a")),
      .all([.matches(.text(.camera, "x100v")), .taken(2019)]),
      .matches(.inFolder("/photos/2019/07/beach")), .matches(.number(.rating, .atLeast(3))),
      .all([.videos, .matches(.text(.make, "apple"))]), .matches(.inAlbum("Italy 2023")),
    ] as [MediaFilter])
  func `of cameras, folders, ratings and albums by time come from an index`(
    filter: MediaFilter
  ) async throws {
    let random = try await RandomCatalog(seed: 92, count: 60)
    for isReversed in [false, true] {
      let query = MediaQuery(filter: filter, reversed: isReversed)
      let found = try await faults(query, random.catalog, after: nil)
      #expect(found == [])
    }
    await random.catalog.close()
  }

  @Test(arguments: [MediaSort.taken, .album], [false, true])
  func `of an album come from its key`(sort: MediaSort, isReversed: Bool) async throws {
    let random = try await RandomCatalog(seed: 93, count: 60)
    let query = MediaQuery(album: 1, sort: sort, reversed: isReversed)
    let found = try await faults(query, random.catalog, after: nil)
    #expect(found == [])
    await random.catalog.close()
  }
}
