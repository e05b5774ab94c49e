import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import Testing

@Suite("Roots") struct RootTests {
  @Test func `that are removed make their items offline and lose nothing`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    try await fixture.catalog.setFavorite(true, of: [item])
    #expect(try await fixture.catalog.roots().map(\.count) == [1])
    try await fixture.catalog.removeRoot("/photos")
    #expect(try await fixture.catalog.roots().isEmpty)
    let rows = try await fixture.catalog.database.read { connection in
      try connection.rows("SELECT state, favorite FROM v_media")
    }
    #expect(rows.map { $0[0].text } == ["offline"] && rows.map { $0[1].int } == [1])
    await #expect(throws: CatalogError.self) { try await fixture.catalog.removeRoot("/photos") }
  }

  @Test func `that are relocated keep ids and change paths only`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    try await fixture.catalog.relocateRoot("/photos", to: "/data/photos")
    let row = try await fixture.catalog.database.read { connection in
      try connection.first("SELECT id, path FROM v_media")
    }
    #expect(row?[0].int64 == item && row?[1].text == "/data/photos/a.jpg")
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.relocateRoot("/photos", to: "/x")
    }
  }

  @Test(arguments: ["/other", "/other/in", "/"] as [FilePath])
  func `are not relocated onto others`(target: FilePath) async throws {
    let fixture = try await CatalogFixture()
    try await fixture.catalog.database.write { connection in
      try connection.execute(
        "INSERT INTO root (path, added) VALUES (\(FilePath("/other").bytes), 0)")
    }
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.relocateRoot("/photos", to: target)
    }
  }
}
