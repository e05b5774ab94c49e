import CatalogTestSupport
import MediaModel
import SQLiteDatabase
import Testing

@testable import MediaCatalog

/// All that a catalog holds, for counting without SQL.
private struct WholeCatalog {
  struct Item {
    var id: Int64
    var folder: Int64
    var scan: Int64
    var subject: FilterSubject
  }
  var items: [Item] = []
  var members: [Int64: [Int64]] = [:]
  /// User albums with the chosen cover, in the order of the list.
  var albums: [(album: Album, cover: Int64?)] = []
  /// Folders with whether they are listed though nothing matches.
  var folders: [(album: Album, isListed: Bool)] = []
  /// Index runs, the newest first.
  var scans: [(id: Int64, album: Album, isListed: Bool)] = []

  init(_ connection: Connection) throws {
    for row in try connection.rows("SELECT id, folder, scan FROM media") {
      let id = row[0].int64 ?? 0
      if let subject = try FilterSubject(item: id, connection: connection) {
        items.append(
          Item(
            id: id, folder: row[1].int64 ?? 0, scan: row[2].int64 ?? 0, subject: subject))
      }
    }
    for row in try connection.rows("SELECT album, media FROM album_item") {
      members[row[0].int64 ?? 0, default: []].append(row[1].int64 ?? 0)
    }
    let users = "SELECT id, title, query, updated, cover FROM album ORDER BY title_key, id"
    albums = try connection.rows(SQL(raw: users)).map { row in
      let album = Album(
        id: row[0].int64 ?? 0, kind: row[2].isNull ? .user : .smart, title: row[1].text ?? "",
        imageCount: 0, videoCount: 0, sort: .taken, updated: row[3].int64, query: row[2].text)
      return (album, row[4].int64)
    }
    let places = """
      SELECT d.id, r.path, d.path, d.parent, r.state = 'online',
        EXISTS (SELECT 1 FROM media WHERE folder = d.id AND exclusion = 0)
      FROM folder AS d JOIN root AS r ON r.id = d.root ORDER BY r.path, d.path
      """
    folders = try connection.rows(SQL(raw: places)).map { row in
      let path = FilePath(bytes: row[1].blob ?? []).appending(FilePath(bytes: row[2].blob ?? []))
      let album = Album(
        id: row[0].int64 ?? 0, kind: .folder, title: path.displayText, parent: row[3].int64,
        imageCount: 0, videoCount: 0, sort: .taken)
      return (album, row[4].int64 == 1 && row[5].int64 == 1)
    }
    let runs = """
      SELECT id, started, EXISTS (SELECT 1 FROM media AS m JOIN folder AS d ON d.id = m.folder
        JOIN root AS r ON r.id = d.root
        WHERE m.scan = scan.id AND m.exclusion = 0 AND r.state = 'online')
      FROM scan ORDER BY id DESC
      """
    scans = try connection.rows(SQL(raw: runs)).map { row in
      (row[0].int64 ?? 0, SmartAlbums.importAlbum(started: row[1].int64 ?? 0), row[2].int64 == 1)
    }
  }

  /// The album with counts, dates and the newest of some items.
  private func described(_ album: Album, _ items: [Item], cover: Int64? = nil) -> Album {
    var album = album
    album.imageCount = items.filter { $0.subject.type == .image }.count
    album.videoCount = items.filter { $0.subject.type == .video }.count
    let times = items.map(\.subject.taken)
    if let first = times.min(), let last = times.max() { album.dates = first...last }
    let newest = items.max { ($0.subject.taken, $0.id) < ($1.subject.taken, $1.id) }
    album.cover = items.isEmpty ? nil : cover ?? newest?.id
    return album
  }

  func albums(
    matching filter: MediaFilter, hidingEmpty: Bool, clock: PersonClock
  ) throws -> [Album] {
    let matching = items.filter { filter.matches($0.subject) }
    let ids = Set(matching.map(\.id))
    var expected = try albums.map { album, cover in
      if let query = album.query {
        let stored = try MediaFilter(parsing: query, clock: clock)
        return described(
          album, items.filter { MediaFilter.all([stored, filter]).matches($0.subject) })
      }
      let listed = Set(members[album.id] ?? [])
      return described(
        album, matching.filter { listed.contains($0.id) },
        cover: cover.flatMap { ids.contains($0) ? $0 : nil })
    }
    expected += try SmartAlbums.builtIn.map { title, query in
      let stored = try MediaFilter(parsing: query, clock: clock)
      let album = Album(
        id: 0, kind: .smart, title: title, imageCount: 0, videoCount: 0, sort: .taken, query: query)
      return described(
        album, items.filter { MediaFilter.all([stored, filter]).matches($0.subject) })
    }
    for (id, album, isListed) in scans {
      let found = matching.filter { $0.scan == id }
      if !found.isEmpty || isListed && !hidingEmpty { expected.append(described(album, found)) }
    }
    for (album, isListed) in folders {
      let found = matching.filter { $0.folder == album.id }
      if !found.isEmpty || isListed { expected.append(described(album, found)) }
    }
    return hidingEmpty ? expected.filter { $0.count > 0 } : expected
  }
}

@Suite("Albums under a filter, behaviours F-08, A-03, A-04 and A-06") struct MatchingAlbumTests {
  private let clock = PersonClock(now: WallTime(nanoseconds: 18_270 * 86_400_000_000_000))

  /// A random catalog with several imports, smart albums and chosen covers.
  private func catalog(seed: UInt64, isOnline: Bool) async throws -> RandomCatalog {
    let random = try await RandomCatalog(seed: seed, count: 150)
    for (title, query) in [
      ("clips", "type:video"), ("marked", "is:hidden"), ("late", "added:2020"),
    ] {
      try await random.catalog.createAlbum(title, query: query)
    }
    try await random.catalog.database.write { connection in
      try connection.transaction {
        for started in [18_261, 18_265, 18_269] as [Int64] {
          try connection.execute(
            "INSERT INTO scan (started) VALUES (\(started * 86_400_000_000_000 + 7))")
        }
        try connection.execute(
          """
          UPDATE media SET (scan, added) = (SELECT id, started FROM scan AS s
            WHERE s.id = media.id % 4 + 1)
          """)
        try connection.execute(
          """
          UPDATE album SET cover = (SELECT media FROM album_item WHERE album = album.id
            ORDER BY media LIMIT 1 OFFSET 3)
          """)
        if isOnline { try connection.execute("UPDATE root SET state = 'online'") }
      }
    }
    return random
  }

  private func compare(
    _ filters: [MediaFilter], _ random: RandomCatalog
  ) async throws {
    let clock = clock
    let pairs = try await random.catalog.database.read { connection in
      let whole = try WholeCatalog(connection)
      return try filters.flatMap { filter in
        try [true, false].map { hidesEmpty in
          (
            filter, hidesEmpty,
            try MatchingAlbums(
              filter, hidesEmpty: hidesEmpty, connection: connection, clock: clock
            ).all(),
            try whole.albums(matching: filter, hidingEmpty: hidesEmpty, clock: clock)
          )
        }
      }
    }
    for (filter, hidesEmpty, found, expected) in pairs {
      #expect(found == expected, "\(filter.queryText), hiding empty ones: \(hidesEmpty)")
    }
    let count = pairs.reduce(0) { $0 + $1.3.filter { $0.count > 0 }.count }
    #expect(count > filters.count, "hardly anything was found")
  }

  private static let filters: [MediaFilter] = [
    .everything, .images, .videos, .all([.videos]), .not(.videos), .favorites, .nothing,
    .all([.images, .videos]), .matches(.mark(.hidden)), .matches(.mark(.any)),
    .matches(.mark(.failed)), .matches(.mark(.offline)), .taken(2019),
    .matches(.inAlbum("Italy 2023")), .matches(.word("beach")),
    .matches(.inFolder("2019/07")), .matches(.number(.rating, .atLeast(3))),
  ]

  @Test(arguments: [41, 42, 43] as [UInt64], [false, true])
  func `count, date and show what counting by hand does`(
    seed: UInt64, isOnline: Bool
  ) async throws {
    let random = try await catalog(seed: seed, isOnline: isOnline)
    try await compare(Self.filters, random)
    await random.catalog.close()
  }

  @Test(arguments: [51, 52] as [UInt64])
  func `do so for random filters`(seed: UInt64) async throws {
    let random = try await catalog(seed: seed, isOnline: false)
    var filters = RandomFilters(seed: seed)
    try await compare((0..<60).map { filters.filter(depth: $0 % 4) }, random)
    await random.catalog.close()
  }

  @Test func `do so for few items in long lists`() async throws {
    let random = try await catalog(seed: 61, isOnline: false)
    let one = MediaFilter.all([
      .matches(.inAlbum("Italy 2023")), .matches(.number(.size, .equal(4_321))), .videos,
    ])
    try await compare([one, .images], random)
    await random.catalog.close()
  }

  @Test func `of videos are hidden in a picker of photos, behaviour A-03`() async throws {
    let fixture = try await CatalogFixture()
    let clip = try await fixture.add("a.mp4", day: 1, type: .video)
    let photo = try await fixture.add("b.jpg", day: 2)
    let clips = try await fixture.catalog.createAlbum("Clips")
    let both = try await fixture.catalog.createAlbum("Both")
    let none = try await fixture.catalog.createAlbum("None")
    try await fixture.catalog.add([clip], toAlbum: clips)
    try await fixture.catalog.add([clip, photo], toAlbum: both)

    let shown = try await fixture.catalog.albums(ofType: .image).filter { $0.kind == .user }
    #expect(shown.map(\.id) == [both])
    #expect(shown.map(\.count) == [1])
    let all = try await fixture.catalog.albums(ofType: .image, hidingEmpty: false)
      .filter { $0.kind == .user }
    #expect(all.map(\.id) == [both, clips, none])
    #expect(all.map(\.count) == [1, 0, 0])
    #expect(all.map(\.cover) == [photo, nil, nil])
  }

  @Test func `show the newest item that matches, or the chosen one, behaviour A-04`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.catalog
    let old = try await fixture.add("a.jpg", day: 1)
    let photo = try await fixture.add("b.jpg", day: 2)
    let clip = try await fixture.add("c.mp4", day: 3, type: .video)
    let album = try await catalog.createAlbum("Mixed")
    try await catalog.add([old, photo, clip], toAlbum: album)
    func cover(_ type: MediaType?) async throws -> Int64? {
      try await catalog.albums(ofType: type).first { $0.kind == .user }?.cover
    }
    #expect(try await cover(.image) == photo)
    #expect(try await cover(.video) == clip)
    #expect(try await cover(nil) == clip)
    try await catalog.setCover(old, ofAlbum: album)
    #expect(try await cover(.image) == old)
    #expect(try await cover(.video) == clip)
    #expect(try await cover(nil) == old)
    let folder = try await catalog.albums(ofType: .image).first { $0.kind == .folder }
    #expect(folder?.cover == photo && folder?.count == 2)
  }

  @Test func `of a type are the same whenever they are asked for, behaviour A-06`() async throws {
    let random = try await catalog(seed: 71, isOnline: true)
    let first = try await random.catalog.albums(ofType: .video)
    let both = try await random.catalog.albums(ofType: nil)
    #expect(try await random.catalog.albums(ofType: .video) == first)
    #expect(first.allSatisfy { $0.imageCount == 0 && $0.videoCount > 0 })
    for album in first {
      let whole = both.first {
        $0.kind == album.kind && $0.id == album.id && $0.title == album.title
      }
      #expect(whole?.videoCount == album.videoCount, "\(album.title)")
    }
    await random.catalog.close()
  }

  @Test func `of an album that does not exist are refused`() async throws {
    let fixture = try await CatalogFixture()
    await #expect(throws: CatalogError.self) {
      try await fixture.catalog.albums(matching: .matches(.inAlbum("nowhere")))
    }
  }

  @Test(arguments: [nil, .image, .video] as [MediaType?])
  func `of a type are found by seeks in an index`(type: MediaType?) async throws {
    let random = try await catalog(seed: 81, isOnline: true)
    let plans = try await random.catalog.database.read { connection in
      let tallies = IndexedTallies(connection: connection, type: type)
      return try [tallies.users, tallies.folders, tallies.scans].map {
        try connection.explainQueryPlan($0)
      }
    }
    // Summaries of albums, folders and runs are read whole; items never are.
    for plan in plans {
      let faults = plan.filter { step in
        step.hasPrefix("SCAN m") || step.hasPrefix("SCAN i")
          || step.contains("TEMP B-TREE") && !step.contains("RIGHT PART")
            && !step.contains("GROUP BY")
      }
      #expect(faults == [], "\(plan)")
      #expect(plan.contains { $0.contains("SEARCH") && $0.contains("INDEX media_") }, "\(plan)")
    }
    await random.catalog.close()
  }

  @Test func `of anything else walk the items once`() async throws {
    let random = try await catalog(seed: 91, isOnline: true)
    let plan = try await random.catalog.database.read { connection in
      let planner = try QueryPlanner(
        MediaQuery(filter: .matches(.number(.iso, .atLeast(400)))), connection: connection)
      return try planner.statements(columns: "m.folder, m.scan", tables: []).flatMap {
        try connection.explainQueryPlan($0.sql)
      }
    }
    #expect(plan.count == 1 && plan[0].contains("USING INDEX media_taken"), "\(plan)")
    await random.catalog.close()
  }
}
