import CatalogTestSupport
import Glibc
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaCatalog

/// Gives every file a look made of its name's number.
private final class LookingRenderer: ThumbnailRendering {
  let count = Mutex(0)

  func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    count.withLock { $0 += 1 }
    let number = UInt64(path.lastComponent.displayText.prefix { $0.isNumber }) ?? 0
    return RenderedThumbnail(
      bytes: [0xFF, 0xD8, 1, 2, 0xFF, 0xD9], size: PixelSize(width: 1, height: 1),
      look: PictureLook(
        hash: PerceptualHash(bits: number &* 0x9E37_79B9_7F4A_7C15, detail: 60),
        dominantColor: 0x1E90FF, placeholder: [1, 2, 3, 4]))
  }
}

@Suite("Look-alikes in the catalog, behaviours G-06") struct LookAlikeTests {
  private let renderer = LookingRenderer()

  private func cache(_ fixture: CatalogFixture) -> ThumbnailCache {
    ThumbnailCache(
      folder: FilePath("\(fixture.directory.path)/cache"), renderer: renderer, concurrency: 2)
  }

  private func thumbnail(
    _ item: Int64, _ fixture: CatalogFixture, _ priority: ThumbnailCache.Priority = .visible,
    side: Int = 64
  ) async throws {
    _ = try await fixture.catalog.getThumbnailURL(
      of: item, ThumbnailSpecification(side: side), from: cache(fixture), priority: priority)
  }

  private func groups(_ fixture: CatalogFixture) async throws -> [[Int64]] {
    try await fixture.catalog.lookAlikes().groups.map { $0.members.map(\.item) }
  }

  @Test func `are learned with thumbnails, and printed as fields`() async throws {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for name in ["7.jpg", "7b.jpg", "8.jpg", "9.jpg"] { ids.append(try await fixture.add(name)) }
    for id in ids.prefix(3) { try await thumbnail(id, fixture) }
    let report = try await fixture.catalog.lookAlikes()
    #expect(report.groups.map { $0.members.map(\.item) } == [[ids[0], ids[1]]])
    #expect(report.unknownCount == 1)
    let near = try await fixture.catalog.similar(to: ids[1])
    #expect(near?.map(\.item) == [ids[0]])
    #expect(try await fixture.catalog.similar(to: ids[3]) == nil)
    let rows = try await fixture.catalog.database.read { connection in
      try connection.rows("SELECT color, placeholder FROM v_media ORDER BY id").map(\.values)
    }
    #expect(rows[0] == [.text("#1e90ff"), .text("AQIDBA==")])
    #expect(rows[3] == [.null, .null])
  }

  @Test func `forget what other bytes looked like`() async throws {
    let fixture = try await CatalogFixture()
    let ids = [try await fixture.add("7.jpg"), try await fixture.add("7b.jpg")]
    for id in ids { try await thumbnail(id, fixture) }
    #expect(try await groups(fixture) == [ids])
    try await fixture.catalog.database.write {
      try $0.execute("UPDATE media SET revision = 2 WHERE id = \(ids[1])")
    }
    let report = try await fixture.catalog.lookAlikes()
    #expect(report.groups == [] && report.unknownCount == 1)
    try await thumbnail(ids[1], fixture)
    #expect(try await groups(fixture) == [ids])
    // Hashes of an older program are as good as none.
    try await fixture.catalog.database.write { try $0.execute("UPDATE look SET version = 0") }
    #expect(try await fixture.catalog.lookAlikes().unknownCount == 2)
    try await fixture.catalog.database.write { connection in
      try connection.execute("DELETE FROM file WHERE media = \(ids[0])")
      try connection.execute("DELETE FROM media WHERE id = \(ids[0])")
    }
    let left = try await fixture.catalog.database.read { try $0.rows("SELECT media FROM look") }
    #expect(left.map { $0[0].int64 } == [ids[1]])
  }

  @Test func `are learned ahead of time of thumbnails that an older program made`() async throws {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("7.jpg")
    try await thumbnail(id, fixture)
    await fixture.catalog.looks.flush()
    try await fixture.catalog.database.write { try $0.execute("DELETE FROM look") }
    try await thumbnail(id, fixture)
    #expect(renderer.count.withLock { $0 } == 1, "who waits gets the file that is there")
    try await thumbnail(id, fixture, .background)
    #expect(renderer.count.withLock { $0 } == 2)
    #expect(try await fixture.catalog.lookAlikes().unknownCount == 0)
    try await thumbnail(id, fixture, .background)
    #expect(renderer.count.withLock { $0 } == 2)
  }

  @Test func `are stored when the catalog is closed`() async throws {
    let fixture = try await CatalogFixture()
    let ids = [try await fixture.add("7.jpg"), try await fixture.add("7b.jpg")]
    for id in ids { try await thumbnail(id, fixture) }
    await fixture.catalog.close()
    let again = try Catalog.open(at: fixture.catalog.path)
    #expect(try await again.lookAlikes().groups.count == 1)
    await again.close()
  }

  @Test func `cost nobody a thumbnail when they cannot be stored`() async throws {
    let fixture = try await CatalogFixture()
    let ids = [try await fixture.add("7.jpg"), try await fixture.add("7b.jpg")]
    try await fixture.catalog.database.write { connection in
      // As a full disk: every insertion fails.
      try connection.executeScript(
        """
        CREATE TEMP TRIGGER full BEFORE INSERT ON look BEGIN
          SELECT RAISE(ABORT, 'disk full'); END
        """)
    }
    for id in ids { try await thumbnail(id, fixture) }
    #expect(await fixture.catalog.keepLooks()?.contains("disk full") == true)
    #expect(try await fixture.catalog.lookAlikes().unknownCount == 2)
    try await fixture.catalog.database.write { try $0.execute("DROP TRIGGER full") }
    for id in ids { try await thumbnail(id, fixture, .background) }
    #expect(await fixture.catalog.keepLooks() == nil)
    #expect(try await groups(fixture) == [ids])
    await fixture.catalog.close()
  }

  @Test func `tell no client of a change`() async throws {
    let fixture = try await CatalogFixture()
    let id = try await fixture.add("7.jpg")
    func last() async throws -> Int64? {
      try await fixture.catalog.database.read { try $0.first("SELECT max(seq) FROM change") }?[0]
        .int64
    }
    let before = try await last()
    try await thumbnail(id, fixture)
    await fixture.catalog.looks.flush()
    #expect(try await last() == before)
  }

  @Test func `are not looked at by pages that do not ask for them`() async throws {
    let fixture = try await CatalogFixture()
    let plans = try await fixture.catalog.database.read { connection in
      try ["id, path, taken", "color"].map { columns in
        try connection.explainQueryPlan("SELECT \(raw: columns) FROM v_media WHERE id = 1")
      }
    }
    #expect(!plans[0].contains { $0.contains(" w ") })
    #expect(plans[1].contains { $0.contains(" w ") })
  }
}
