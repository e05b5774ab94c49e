import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaCatalog
@testable import MediaPicker

@Suite("What filters said before (F-09, G-21)") struct VerdictCacheTests {
  private let red = FilterIdentity(name: "red", version: 1)

  private func fixture(_ count: Int = 10) async throws -> CatalogFixture {
    let fixture = try await CatalogFixture()
    for day in 0..<count { try await fixture.add("\(day).jpg", day: day) }
    return fixture
  }

  /// Shows even ids, and logs its calls.
  private func even(_ identity: FilterIdentity?, _ calls: Log<Int64>) -> ItemFilter {
    .showing(identity: identity) { item in
      let id = item.id.mediaID ?? -1
      calls.append(id)
      return id % 2 == 0
    }
  }

  private func run(
    _ catalog: Catalog, _ filter: ItemFilter, _ verdicts: VerdictCache
  ) async throws -> FilterResult {
    let result = try await FilterPipeline(
      catalog: catalog, filter: filter, options: FilterOptions(pageCount: 4), verdicts: verdicts
    ).result()
    await verdicts.flush()
    return result
  }

  private func rows(_ catalog: Catalog) async throws -> [[String]] {
    try await catalog.database.read { connection in
      try connection.rows(
        """
        SELECT f.name, f.version, v.media, v.revision, v.verdict FROM picker_filter AS f
          LEFT JOIN filter_verdict AS v ON v.filter = f.id ORDER BY 1, 2, 3
        """
      ).map { row in row.values.map { $0.text ?? $0.int64.map(String.init) ?? "-" } }
    }
  }

  @Test(arguments: [false, true])
  func `spare the second run every call, and a touched file costs one`(
    isOtherProgram: Bool
  ) async throws {
    let fixture = try await fixture()
    let calls = Log<Int64>()
    let first = VerdictCache(catalog: fixture.catalog)
    let before = try await run(fixture.catalog, even(red, calls), first)
    #expect(calls.all.count == 10)
    #expect(try await rows(fixture.catalog).count == 10)

    let second = isOtherProgram ? VerdictCache(catalog: fixture.catalog) : first
    let again = try await run(fixture.catalog, even(red, calls), second)
    #expect(calls.all.count == 10, "second run: 0 calls")
    #expect(again.items.map(\.id) == before.items.map(\.id))
    #expect(again.report.callCount == 0 && again.report.rememberedCount == 10)

    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET revision = revision + 1 WHERE id = 3")
    }
    let touched = try await run(fixture.catalog, even(red, calls), second)
    #expect(calls.all.suffix(from: 10) == [3])
    #expect(touched.report.callCount == 1 && touched.report.rememberedCount == 9)
    #expect(try await rows(fixture.catalog)[2] == ["red", "1", "3", "2", "0"])
    _ = try await run(fixture.catalog, even(red, calls), VerdictCache(catalog: fixture.catalog))
    #expect(calls.all.count == 11)
  }

  @Test func `of another version are forgotten, of other filters are not`() async throws {
    let fixture = try await fixture(3)
    let calls = Log<Int64>()
    let cache = VerdictCache(catalog: fixture.catalog)
    let (blue, next) = (
      FilterIdentity(name: "blue", version: 1), FilterIdentity(name: "red", version: 2)
    )
    _ = try await run(fixture.catalog, even(red, calls), cache)
    _ = try await run(fixture.catalog, even(blue, calls), cache)
    #expect(calls.all.count == 6)
    _ = try await run(fixture.catalog, even(next, calls), cache)
    #expect(calls.all.count == 9)
    let kept = try await rows(fixture.catalog)
    #expect(kept.map { $0[0...1].joined() } == ["blue1", "blue1", "blue1", "red2", "red2", "red2"])
    // Back to the first: it is asked anew, and takes the place of the second.
    _ = try await run(fixture.catalog, even(red, calls), cache)
    #expect(calls.all.count == 12)
    let back = try await rows(fixture.catalog)
    #expect(back.map { $0[0...1].joined() } == ["blue1", "blue1", "blue1", "red1", "red1", "red1"])
  }

  @Test func `of many items are forgotten in steps`() async throws {
    let fixture = try await fixture(1)
    try await fixture.catalog.database.write { connection in
      try connection.transaction {
        try connection.execute("INSERT INTO picker_filter (name, version) VALUES ('red', '0')")
        try connection.execute(
          """
          WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
          INSERT INTO media (id, uid, folder, name_folded, name_key, added, scan, exclusion, taken,
            type, format, mime, file_taken, file_taken_source, file_taken_precision,
            file_taken_confidence)
          SELECT i, randomblob(16), 1, 'x', x'', 0, 1, 2, 0, 1, 1, 'image/jpeg', 0, 'mtime', 'second',
            1 FROM n
          """)
        try connection.execute(
          "INSERT INTO filter_verdict SELECT 1, id, revision, 1 FROM media")
      }
    }
    _ = try await run(
      fixture.catalog, even(red, Log()), VerdictCache(catalog: fixture.catalog))
    #expect(try await rows(fixture.catalog) == [["red", "1", "1", "1", "0"]])
  }

  @Test func `are kept of a plain yes or no only`() async throws {
    let fixture = try await fixture(5)
    let cache = VerdictCache(catalog: fixture.catalog)
    let filter = ItemFilter(identity: red) { item in
      var changed = item
      switch item.id.mediaID {
      case 1: return .foreign("other")
      case 2: throw Refused()
      case 3: changed.source = NamedSource(name: "wrapped")
      case 4: changed.facts.taken = nil
      default: return item
      }
      return changed
    }
    _ = try await FilterPipeline(
      catalog: fixture.catalog, leading: foreignItems(2), filter: filter, verdicts: cache
    ).result()
    await cache.flush()
    #expect(try await rows(fixture.catalog) == [["red", "1", "5", "1", "1"]])
  }

  @Test func `need a filter with a name`() async throws {
    let fixture = try await fixture(2)
    let calls = Log<Int64>()
    let cache = VerdictCache(catalog: fixture.catalog)
    for _ in 0..<2 { _ = try await run(fixture.catalog, even(nil, calls), cache) }
    #expect(calls.all.count == 4)
    #expect(try await rows(fixture.catalog) == [])
  }

  @Test func `of a cancelled run are kept as far as it came`() async throws {
    let fixture = try await fixture(6)
    let cache = VerdictCache(catalog: fixture.catalog)
    let gate = Gate()
    let filter = ItemFilter(identity: red) { item in
      if item.id == .media(3) { await gate.pass(item.id) }
      return item
    }
    let run = Task {
      try await FilterPipeline(
        catalog: fixture.catalog, filter: filter, options: FilterOptions(maxConcurrency: 1),
        verdicts: cache
      ).result()
    }
    await gate.wait { $0.inside == 1 }
    run.cancel()
    _ = await run.result
    await gate.openAll()
    await cache.flush()
    #expect(try await rows(fixture.catalog).map { $0[2] } == ["4", "5", "6"])
  }

  @Test func `wait for a busy catalog without holding anyone up`() async throws {
    let fixture = try await fixture()
    let calls = Log<Int64>()
    let cache = VerdictCache(catalog: fixture.catalog)
    // No patience: the first attempt to store fails.
    try await fixture.catalog.database.write { try $0.execute("PRAGMA busy_timeout = 0") }
    let other = try Connection(path: fixture.catalog.path.bytes)
    try other.execute("BEGIN IMMEDIATE")
    let pipeline = FilterPipeline(
      catalog: fixture.catalog, filter: even(red, calls), verdicts: cache)
    #expect(await completes { _ = try await pipeline.result() })
    let again = try await pipeline.result()
    #expect(calls.all.count == 10 && again.report.rememberedCount == 10)
    await cache.flush()
    #expect(cache.failure != nil)
    try other.execute("COMMIT")
    await cache.flush()
    #expect(try await rows(fixture.catalog).count == 10)
    #expect(cache.failure == nil)
  }

  @Test func `of a catalog that cannot be written stay in memory`() async throws {
    let fixture = try await fixture()
    let calls = Log<Int64>()
    let cache = VerdictCache(catalog: fixture.catalog)
    try await fixture.catalog.database.write { try $0.execute("PRAGMA query_only = ON") }
    for _ in 0..<2 {
      let result = try await run(fixture.catalog, even(red, calls), cache)
      #expect(result.items.count == 5)
    }
    #expect(calls.all.count == 10 && cache.failure != nil)
  }

  @Test func `of a catalog that cannot be read are learned again`() async throws {
    let fixture = try await fixture()
    let calls = Log<Int64>()
    try await fixture.catalog.database.write { try $0.execute("DROP TABLE filter_verdict") }
    let cache = VerdictCache(catalog: fixture.catalog)
    let result = try await run(fixture.catalog, even(red, calls), cache)
    #expect(result.items.count == 5 && calls.all.count == 10 && cache.failure != nil)
  }

  @Test func `of bytes that changed meanwhile, or are gone, are not kept`() async throws {
    let fixture = try await fixture(4)
    let cache = VerdictCache(catalog: fixture.catalog)
    let filter = ItemFilter(identity: red) { item in
      if item.id == .media(4) {
        try await fixture.catalog.database.write { connection in
          try connection.execute("UPDATE media SET revision = 9 WHERE id = 2")
          try connection.execute("DELETE FROM file WHERE media = 1")
          try connection.execute("DELETE FROM media WHERE id = 1")
        }
      }
      return item
    }
    _ = try await run(fixture.catalog, filter, cache)
    #expect(try await rows(fixture.catalog).map { $0[2] } == ["3", "4"])
    try await fixture.catalog.database.write { connection in
      try connection.execute("DELETE FROM file WHERE media = 3")
      try connection.execute("DELETE FROM media WHERE id = 3")
    }
    #expect(try await rows(fixture.catalog).map { $0[2] } == ["4"])
  }

  @Test func `are looked up by their key`() async throws {
    let fixture = try await fixture(1)
    let plan = try await fixture.catalog.database.read { connection in
      try connection.explainQueryPlan(VerdictCache.lookUp("[1]", red))
    }
    #expect(plan.allSatisfy { !$0.hasPrefix("SCAN") || $0.contains("VIRTUAL TABLE") }, "\(plan)")
  }
}

@Suite("Looks without decoding (F-09)") struct LookFilterTests {
  @Test func `are those of the present bytes`() async throws {
    let fixture = try await CatalogFixture()
    for day in 0..<4 { try await fixture.add("\(day).jpg", day: day) }
    try await fixture.catalog.database.write { connection in
      for (id, revision, version, color) in [
        (1, 1, PictureLook.version, 0xF0_1010), (2, 1, PictureLook.version, 0x10_10F0),
        (3, 0, PictureLook.version, 0xF0_1010), (4, 1, PictureLook.version - 1, 0xF0_1010),
      ] {
        try connection.execute(
          """
          INSERT INTO look (media, revision, version, hash, detail, color, placeholder)
            VALUES (\(id), \(revision), \(version), -1, 40, \(color), '')
          """)
      }
    }
    let looks = try await fixture.catalog.looks(of: [1, 2, 3, 4, 99])
    #expect(looks.keys.sorted() == [1, 2])
    #expect(looks[1]?.hash == PerceptualHash(bits: .max, detail: 40))
    let mostlyRed = ItemFilter.looks(in: fixture.catalog) { look in
      guard let (red, green, blue) = look?.rgb else { return false }
      return Int(red) > 2 * Int(max(green, blue))
    }
    let result = try await FilterPipeline(
      catalog: fixture.catalog, leading: foreignItems(1), filter: mostlyRed
    ).result()
    #expect(result.items.map(\.id) == [.media(1)])
  }
}
