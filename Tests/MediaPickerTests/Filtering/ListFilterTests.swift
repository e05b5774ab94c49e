import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Filters of the whole list (F-04)") struct ListFilterTests {
  private func ids(_ list: @escaping ListFilter) async throws -> [PickerItemID] {
    try await FilterPipeline(items: foreignItems(20), list: list).result().items.map(\.id)
  }

  @Test func `may reverse, shuffle, drop and add`() async throws {
    let plain = foreignItems(20).map(\.id)
    #expect(try await ids { $0.reversed() } == plain.reversed())
    var generator = SeededGenerator(seed: 4)
    let shuffled = foreignItems(20).shuffled(using: &generator)
    #expect(try await ids { _ in shuffled } == shuffled.map(\.id))
    #expect(shuffled.map(\.id) != plain)
    #expect(try await ids { Array($0.prefix(3)) } == Array(plain.prefix(3)))
    #expect(try await ids { _ in [] } == [])
    #expect(try await ids { $0 + [.foreign("more")] } == plain + [.source("more")])
  }

  @Test func `that give an item twice show the first, and are told so`() async throws {
    let result = try await FilterPipeline(items: foreignItems(3)) { $0.reversed() + $0 }.result()
    #expect(result.items.map(\.id) == ["2", "1", "0"].map { .source($0) })
    #expect(result.report.duplicateCount == 3)
    #expect(result.report.duplicates == ["0", "1", "2"].map { .source($0) })
    #expect(result.report.warnings.count == 1)
  }

  @Test func `publish nothing before they have ended`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let pipeline = FilterPipeline(
      items: foreignItems(500),
      list: { items in
        await gate.pass(.source("list"))
        return items
      }, options: FilterOptions(batchCount: 10, interval: .seconds(1), clock: clock))
    let pieces = Log<Int>()
    let run = Task {
      for try await progress in pipeline.updates { pieces.append(progress.added.count) }
    }
    await gate.wait { $0.inside == 1 }
    clock.advance(by: .seconds(100))
    for _ in 0..<100 { await Task.yield() }
    #expect(pieces.all == [])
    await gate.openAll()
    try await run.value
    #expect(pieces.all == [500])
  }

  @Test func `that throw end the run`() async throws {
    let pipeline = FilterPipeline(items: foreignItems(3), list: { _ in throw Refused() })
    let error = await #expect(throws: FilterError.self) { try await pipeline.result() }
    #expect(error?.item == nil && error?.cause is Refused)
  }

  @Test func `end when their task is cancelled, though they are deaf`() async throws {
    let gate = Gate()
    let pipeline = FilterPipeline(
      items: foreignItems(3),
      list: { items in
        await gate.pass(.source("list"))
        return items
      })
    let run = Task { try await pipeline.result() }
    await gate.wait { $0.inside == 1 }
    run.cancel()
    #expect(await completes { _ = await run.result })
    await #expect(throws: CancellationError.self) { try await run.value }
    await gate.openAll()
  }

  @Test func `come behind the query and the filter of single items (F-05)`() async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<12 {
      try await fixture.add("\(day)", day: day, type: day % 3 == 0 ? .video : .image)
    }
    let seen = Log<[PickerItemID]>()
    let pipeline = FilterPipeline(
      catalog: fixture.catalog, query: MediaQuery(filter: .images), leading: [.foreign("staged")],
      filter: .showing { $0.id.mediaID.map { $0 % 2 == 0 } ?? true },
      list: { items in
        seen.append(items.map(\.id))
        return items.reversed() + [.foreign("last")]
      }, options: FilterOptions(pageCount: 3))
    let expected: [PickerItemID] = [.source("staged"), .media(12), .media(8), .media(6), .media(2)]
    let result = try await pipeline.result()
    #expect(seen.all == [expected])
    #expect(result.items.map(\.id) == expected.reversed() + [.source("last")])
    #expect(result.report.examinedCount == 9)
  }

  @Test(arguments: [1, 3, 4, 500], [nil, 0, 1, 5, 8, 100] as [Int?])
  func `and pages of any size give what the catalog gives`(page: Int, limit: Int?) async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<9 { try await fixture.add("\(day)", day: day % 4) }
    let query = MediaQuery(limit: limit)
    let expected = try await fixture.catalog.media(matching: query).map {
      PickerItemID.media($0.id)
    }
    let result = try await FilterPipeline(
      catalog: fixture.catalog, query: query, options: FilterOptions(pageCount: page)
    ).result()
    #expect(result.items.map(\.id) == expected)
  }

  @Test(arguments: [MediaFilter.images, .videos, .everything])
  func `get what the type of a selection leaves (S-21)`(filter: MediaFilter) async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<30 {
      try await fixture.add("\(day)", day: day, type: day % 4 == 0 ? .video : .image)
    }
    let result = try await FilterPipeline(
      catalog: fixture.catalog, query: MediaQuery(filter: filter)
    ).result()
    let truth = try await fixture.catalog.database.read { connection in
      try connection.first(
        """
        SELECT sum(type = 1), sum(type = 2) FROM media
        """)
    }
    let images = result.items.filter { $0.facts.type == .image }.count
    let videos = result.items.filter { $0.facts.type == .video }.count
    #expect(images == (filter == .videos ? 0 : truth?[0].int))
    #expect(videos == (filter == .images ? 0 : truth?[1].int))
  }
}
