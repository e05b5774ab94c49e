import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaCatalog

@Suite("Albums, behaviours A-01 to A-07") struct AlbumTests {
  @Test func `count what pages show, by type, with dates and the newest as cover`() async throws {
    let fixture = try await CatalogFixture()
    let old = try await fixture.add("a.jpg", day: 1)
    let video = try await fixture.add("b.mp4", day: 2, type: .video)
    let newest = try await fixture.add("c.jpg", day: 3)
    let hidden = try await fixture.add("d.jpg", day: 9, exclusion: 8)
    let id = try await fixture.catalog.createAlbum("Trip")
    #expect(try await fixture.catalog.add([old, video, newest, hidden], toAlbum: id) == 4)

    let album = try await fixture.catalog.album(id)
    #expect(album.imageCount == 2 && album.videoCount == 1 && album.count == 3)
    #expect(album.cover == newest)
    #expect(album.dates?.lowerBound.description == "2020-01-02T00:00:00")
    #expect(album.dates?.upperBound.description == "2020-01-04T00:00:00")
    #expect(album.capabilities == [.editItems, .editAlbum, .delete])

    try await fixture.catalog.setCover(old, ofAlbum: id)
    #expect(try await fixture.catalog.album(id).cover == old)
    try await fixture.catalog.setCover(nil, ofAlbum: id)
    #expect(try await fixture.catalog.album(id).cover == newest)
  }

  @Test func `keep their counts when an item fails, hides or changes its type`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let id = try await fixture.catalog.createAlbum("Trip")
    try await fixture.catalog.add([item], toAlbum: id)
    func change(_ sql: SQL) async throws -> (images: Int, videos: Int) {
      try await fixture.catalog.database.write { try $0.execute(sql) }
      let album = try await fixture.catalog.album(id)
      return (album.imageCount, album.videoCount)
    }
    #expect(try await change("UPDATE media SET exclusion = exclusion | 1") == (0, 0))
    #expect(try await change("UPDATE media SET exclusion = 0, type = 2") == (0, 1))
    #expect(
      try await change("INSERT INTO edit (media, hidden, updated) VALUES (1, 1, 0)") == (0, 0))
    #expect(try await change("UPDATE edit SET hidden = 0") == (0, 1))
    #expect(try await change("DELETE FROM album_item") == (0, 0))
  }

  @Test func `keep the order given, skip what is in, and refuse unknown items whole`() async throws
  {
    let fixture = try await CatalogFixture()
    var ids: [Int64] = []
    for name in ["a", "b", "c", "d"] { ids.append(try await fixture.add(name)) }
    let album = try await fixture.catalog.createAlbum("Order")
    try await fixture.catalog.add([ids[2], ids[0]], toAlbum: album)
    #expect(try await fixture.catalog.add([ids[0], ids[3]], toAlbum: album) == 1)
    #expect(try await fixture.order(of: album) == [ids[2], ids[0], ids[3]])
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.add([ids[1], 999], toAlbum: album)
    }
    #expect(try await fixture.order(of: album) == [ids[2], ids[0], ids[3]])
    #expect(try await fixture.catalog.remove([ids[0], 999], fromAlbum: album) == 1)
    #expect(try await fixture.order(of: album) == [ids[2], ids[3]])
  }

  @Test(arguments: 0..<20)
  func `move items as a list would`(seed: UInt64) async throws {
    let fixture = try await CatalogFixture()
    var generator = SeededGenerator(seed: seed)
    var model: [Int64] = []
    for index in 0..<8 { model.append(try await fixture.add("\(index)")) }
    let album = try await fixture.catalog.createAlbum("Order")
    try await fixture.catalog.add(model, toAlbum: album)
    for _ in 0..<12 {
      let moving = Array(
        model.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
      let rest = model.filter { !moving.contains($0) }
      let neighbour = rest[Int.random(in: rest.indices, using: &generator)]
      let places: [(AlbumPlace, Int)] = [
        (.first, 0), (.last, rest.count), (.before(neighbour), rest.firstIndex(of: neighbour)!),
        (.after(neighbour), rest.firstIndex(of: neighbour)! + 1),
      ]
      let (place, index) = places[Int.random(in: places.indices, using: &generator)]
      try await fixture.catalog.move(moving, inAlbum: album, to: place)
      model = rest
      model.insert(contentsOf: moving, at: index)
      #expect(try await fixture.order(of: album) == model, "seed \(seed)")
    }
  }

  @Test func `nest, but never in themselves, and are not deleted with others inside`() async throws
  {
    let fixture = try await CatalogFixture()
    let catalog = fixture.catalog
    let outer = try await catalog.createAlbum("2023")
    let inner = try await catalog.createAlbum("Italy", in: outer)
    let innermost = try await catalog.createAlbum("Rome", in: inner)
    #expect(try await catalog.album(innermost).parent == inner)
    await #expect(throws: CatalogError.self) { try await catalog.nestAlbum(outer, in: innermost) }
    await #expect(throws: CatalogError.self) { try await catalog.deleteAlbum(inner) }
    try await catalog.nestAlbum(innermost, in: nil)
    try await catalog.deleteAlbum(inner)
    let left = try await catalog.albums().filter { $0.kind == .user }
    #expect(left.map(\.title) == ["2023", "Rome"])
  }

  @Test func `duplicate with items, order and cover`() async throws {
    let fixture = try await CatalogFixture()
    let ids = [try await fixture.add("a"), try await fixture.add("b", day: 5)]
    let album = try await fixture.catalog.createAlbum("One")
    try await fixture.catalog.add(ids.reversed(), toAlbum: album)
    try await fixture.catalog.setCover(ids[0], ofAlbum: album)
    try await fixture.catalog.setSort(.album, ofAlbum: album)
    let copy = try await fixture.catalog.duplicateAlbum(album, as: "Two")
    #expect(try await fixture.order(of: copy) == ids.reversed())
    let value = try await fixture.catalog.album(copy)
    #expect(value.cover == ids[0] && value.sort == .album && value.imageCount == 2)
  }

  @Test func `are listed by title, natural and without regard to case and accents (A-02)`()
    async throws
  {
    let fixture = try await CatalogFixture()
    let catalog = fixture.catalog
    for title in ["Zürich 10", "zurich 2", "Ärger", "apfel", "日本"] {
      try await catalog.createAlbum(title)
    }
    let titles = try await catalog.albums().filter { $0.kind == .user }.map(\.title)
    #expect(titles == ["apfel", "Ärger", "zurich 2", "Zürich 10", "日本"])
  }

  @Test func `take 100,000 items in one call (R77)`() async throws {
    let fixture = try await CatalogFixture()
    try await fixture.catalog.database.write { connection in
      try connection.execute(
        """
        INSERT INTO media (uid, folder, name_folded, name_key, added, scan, taken, type, format,
          mime, file_taken, file_taken_source, file_taken_precision, file_taken_confidence)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT randomblob(16), 1, 'x', x'78', 0, 1, i, 1, 1, 'image/jpeg', i, 'mtime', 'second', 1
        FROM n
        """)
    }
    let album = try await fixture.catalog.createAlbum("All")
    let ids = try await fixture.catalog.database.read { connection in
      try connection.rows("SELECT id FROM media").compactMap { $0[0].int64 }
    }
    #expect(try await fixture.catalog.add(ids, toAlbum: album) == 100_000)
    #expect(try await fixture.catalog.album(album).count == 100_000)
  }

  @Test func `with one title are told apart by id, and a deleted one never comes back (R85)`()
    async throws
  {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a")
    let catalog = fixture.catalog
    let first = try await catalog.createAlbum("Same")
    try await catalog.add([item], toAlbum: first)
    let second = try await catalog.createAlbum("Same")
    await #expect(throws: CatalogError.self) {
      try await catalog.database.read { _ = try AlbumLookUp(connection: $0).id(of: "Same") }
    }
    try await catalog.deleteAlbum(first)
    try await catalog.deleteAlbum(second)
    let again = try await catalog.createAlbum("Same")
    #expect(again > second)
    #expect(try await catalog.album(again).count == 0)
    await #expect(throws: CatalogError.self) { try await catalog.createAlbum("  ") }
  }
}

@Suite("Trees of albums and folders") struct AlbumTreeTests {
  @Test func `hold folders that only lead to media, and count all below`() async throws {
    let fixture = try await CatalogFixture()
    try await fixture.catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO folder (root, parent, path, name_key) VALUES
          (1, 1, CAST('2019' AS BLOB), x'32'), (1, 2, CAST('2019/07' AS BLOB), x'30'),
          (1, 1, CAST('empty' AS BLOB), x'33');
        """)
    }
    try await fixture.add("a.jpg")
    let deep = try await fixture.add("b.jpg")
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET folder = 3 WHERE id = \(deep)")
      try connection.execute("UPDATE file SET folder = 3 WHERE media = \(deep)")
    }
    let outer = try await fixture.catalog.createAlbum("Outer")
    let inner = try await fixture.catalog.createAlbum("Inner", in: outer)
    try await fixture.catalog.add([deep], toAlbum: inner)

    let trees = try await fixture.catalog.albumTree()
    #expect(trees.map(\.name) == ["Outer", "/photos"])
    #expect(trees[0].album.count == 0 && trees[0].totalCount == 1)
    #expect(trees[0].children.map(\.name) == ["Inner"])
    #expect(trees[1].album.count == 1 && trees[1].totalCount == 2)
    #expect(trees[1].children.map(\.name) == ["2019"])
    #expect(trees[1].children[0].children.map(\.name) == ["07"])
    #expect(trees[1].children[0].children[0].album.imageCount == 1)
  }
}

@Suite("Smart albums, behaviours 2F") struct SmartAlbumTests {
  @Test func `show what their query matches after any change, and refuse items`() async throws {
    let fixture = try await CatalogFixture()
    let video = try await fixture.add("clip.mp4", day: 4, type: .video)
    let image = try await fixture.add("a.jpg", day: 2)
    let id = try await fixture.catalog.createAlbum("Clips", query: "type:video")
    var album = try await fixture.catalog.album(id)
    #expect(album.kind == .smart && album.query == "type:video")
    #expect(album.videoCount == 1 && album.imageCount == 0 && album.cover == video)
    #expect(album.dates?.lowerBound.description == "2020-01-05T00:00:00")
    #expect(album.capabilities == [.editAlbum, .delete])
    try await fixture.catalog.database.write { try $0.execute("UPDATE media SET exclusion = 2") }
    album = try await fixture.catalog.album(id)
    #expect(album.count == 0 && album.cover == nil && album.dates == nil)
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.add([image], toAlbum: id)
    }
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.move([image], inAlbum: id, to: .first)
    }
  }

  @Test func `are there for all, favourites, videos, what is new and each import`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    try await fixture.add("b.mp4", type: .video)
    let now = Catalog.currentTime()
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE media SET added = \(now)")
      try connection.execute("UPDATE scan SET started = \(now)")
    }
    try await fixture.catalog.setFavorite(true, of: [item])
    let smart = try await fixture.catalog.albums().filter { $0.kind == .smart }
    let counts = Dictionary(uniqueKeysWithValues: smart.map { ($0.title.prefix(6), $0.count) })
    #expect(counts == ["All": 2, "Favori": 1, "Recent": 2, "Videos": 1, "Import": 2])
    #expect(smart.allSatisfy { $0.capabilities.isEmpty })
  }

  @Test func `of imports say without a look at items what a look would say`() async throws {
    let random = try await RandomCatalog(seed: 73, count: 200)
    let day: Int64 = 86_400_000_000_000
    try await random.catalog.database.write { connection in
      for scan in 2...5 {
        try connection.execute("INSERT INTO scan (id, started) VALUES (\(scan), \(scan) * \(day))")
      }
      try connection.execute("UPDATE scan SET started = \(day) WHERE id = 1")
      try connection.execute("UPDATE media SET scan = id % 5 + 1, added = (id % 5 + 1) * \(day)")
    }
    for bounds in [(1, 6), (2, 3), (3, 5), (6, 9)] as [(Int64, Int64)] {
      let range = WallTimeRange(
        from: WallTime(nanoseconds: bounds.0 * day), before: WallTime(nanoseconds: bounds.1 * day))
      let (summary, items) = try await random.catalog.database.read { connection in
        var album = Album(
          id: 0, kind: .smart, title: "", imageCount: 0, videoCount: 0, sort: .taken)
        try ImportSummary(of: range, connection: connection).describe(&album)
        let query = MediaQuery(filter: .matches(.added(range)))
        return (album, try PageReader(query, connection: connection).items(limit: nil))
      }
      #expect(summary.imageCount == items.count { $0.type == MediaType.image })
      #expect(summary.videoCount == items.count { $0.type == MediaType.video })
      #expect(summary.cover == items.first?.id)
      #expect(summary.dates?.lowerBound == items.last?.taken)
      #expect(summary.dates?.upperBound == items.first?.taken)
    }
    await random.catalog.close()
  }

  @Test func `with a query that cannot be read are not made`() async throws {
    let fixture = try await CatalogFixture()
    await #expect(throws: QueryError.self) {
      try await fixture.catalog.createAlbum("Bad", query: "tpye:video")
    }
    #expect(try await fixture.catalog.albums().filter { $0.kind == .user }.isEmpty)
  }

  @Test func `are found by title like others`() async throws {
    let fixture = try await CatalogFixture()
    let own = try await fixture.catalog.createAlbum("Videos of ours", query: "type:video name:a*")
    try await fixture.add("b.mp4", type: .video)
    let contents = try await fixture.catalog.database.read { connection in
      try ["Videos of ours", "\(own)", "videos"].map {
        try AlbumContent(of: $0, connection: connection, clock: .system)
      }
    }
    let query = try MediaFilter(parsing: "type:video name:a*")
    #expect(contents[0] == .query(query, sort: .taken) && contents[1] == contents[0])
    #expect(contents[2] == .query(.videos, sort: .taken))
  }
}
