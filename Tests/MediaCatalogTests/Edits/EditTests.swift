import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Edits of a person") struct EditTests {
  private let fixture: CatalogFixture
  private var catalog: Catalog { fixture.catalog }

  init() async throws { fixture = try await CatalogFixture() }

  /// The first column of a question to the file itself.
  private func values(_ sql: SQL) async throws -> [SQLValue] {
    try await catalog.database.read { connection in try connection.rows(sql).map { $0[0] } }
  }

  private func list(_ query: String, sort: MediaSort = .taken) async throws -> [Int64] {
    try await catalog.media(
      matching: MediaQuery(filter: try MediaFilter(parsing: query), sort: sort)
    )
    .map(\.id)
  }

  /// The number of the last change that clients hear of.
  private func change() async throws -> Int64 {
    try await values("SELECT coalesce(max(seq), 0) FROM change")[0].int64 ?? -1
  }

  // MARK: Values

  @Test(arguments: [Int?.some(-1), 0, 5, nil]) func `a rating counts before the file's`(
    stars: Int?
  ) async throws {
    let item = try await fixture.add("a.jpg")
    let other = try await fixture.add("b.jpg")
    try await catalog.database.write { connection in
      try connection.execute("UPDATE media SET file_rating = 3")
    }
    try await catalog.apply(.rating(2), to: [item])
    #expect(
      try await catalog.apply(.rating(stars), to: [item]) == EditReceipt(changed: 1))
    let expected = stars ?? 3
    #expect(
      try await values("SELECT rating FROM v_media ORDER BY id") == [
        .integer(Int64(expected)), .integer(3),
      ])
    #expect(try await list("rating:\(expected)").contains(item))
    #expect(try await list("rating:3").contains(other))
  }

  @Test(arguments: [
    MediaEdit.rating(6), .rating(-2), .title("a\0b"), .caption("\0"), .addKeywords([]),
    .addKeywords([" "]), .addKeywords(["a", ""]), .removeKeywords(["two\nlines"]),
    .addKeywords(["a\u{1F}b"]), .title(String(repeating: "é", count: 5_001)),
    .addKeywords([String(repeating: "k", count: 1_001)]), .captureTime(.shift(.zero)),
    .captureTime(.shift(.seconds(1 << 62))), .captureTime(.shift(Duration(attoseconds: 1))),
    .captureTime(.set(WallTime(nanoseconds: .min))),
    .captureTime(.set(WallTime(nanoseconds: 1), precision: .second)),
    .captureTime(.set(WallTime(year: 1974, month: 2, day: 1)!, precision: .year)),
  ]) func `values that make no sense are refused, and nothing is written`(
    edit: MediaEdit
  ) async throws {
    let item = try await fixture.add("a.jpg")
    let before = try await change()
    let error = await #expect(throws: CatalogError.self) {
      try await catalog.apply(edit, to: [item])
    }
    #expect(error?.code == .invalid)
    #expect(try await change() == before)
    #expect(try await values("SELECT count(*) FROM edit") == [.integer(0)])
    #expect(try await values("SELECT count(*) FROM edit_keyword") == [.integer(0)])
  }

  /// Canonically equal texts are one in Swift; the bytes are compared.
  @Test(arguments: [
    "", " ", "e\u{301}", "\u{E9}", "\u{FEFF}x", "a\r\n\tb", "'; DROP TABLE edit; --", "👩‍👩‍👧",
    "\u{202E}x",
    "\u{1}\u{7F}", String(repeating: "é", count: 5_000),
  ]) func `titles and captions are kept byte for byte`(text: String) async throws {
    let item = try await fixture.add("a.jpg")
    try await catalog.database.write { connection in
      try connection.execute("UPDATE media SET file_title = 'old', file_caption = 'old'")
    }
    for edit in [MediaEdit.title(text), .caption(text)] {
      try await catalog.apply(edit, to: [item])
    }
    for column in ["title", "caption"] {
      #expect(
        try await values("SELECT CAST(\(raw: column) AS BLOB) FROM edit")[0].blob
          == Array(text.utf8))
      let shown = try await values("SELECT CAST(\(raw: column) AS BLOB) FROM v_media")[0].blob
      #expect(shown == (text.isEmpty ? nil : Array(text.utf8)))
      #expect(try await list("has:\(column)") == (text.isEmpty ? [] : [item]))
    }
    try await catalog.apply(.title(nil), to: [item])
    #expect(try await values("SELECT title FROM v_media") == [.text("old")])
  }

  @Test func `a title is found by its words, the file's no longer, until it counts again`()
    async throws
  {
    let item = try await fixture.add("a.jpg")
    let other = try await fixture.add("b.jpg")
    try await catalog.database.write { connection in
      try connection.execute("UPDATE media SET file_title = 'Harbour', file_caption = 'Dusk'")
    }
    func found(_ query: String) async throws -> [Int64] {
      let filter = try MediaFilter(parsing: query)
      try await catalog.prepareSearch(for: filter)
      return try await list(query).sorted()
    }
    #expect(try await found("harbour") == [item, other])
    try await catalog.apply(.title("Marmots"), to: [item])
    #expect(try await found("harbour") == [other])
    #expect(try await found("title:marmot") == [item])
    try await catalog.apply(.caption(""), to: [item])
    #expect(try await found("caption:dusk") == [other])
    try await catalog.apply(.addKeywords(["Alps", "two words"]), to: [item, other])
    #expect(try await found("alps marmots") == [item])
    #expect(try await found("keyword:\"two words\"") == [item, other])
    try await catalog.apply(.removeKeywords(["Alps"]), to: [item])
    #expect(try await found("alps") == [other])
    try await catalog.apply(.title(nil), to: [item])
    #expect(try await found("harbour") == [item, other])
    #expect(try await found("marmots") == [])
  }

  @Test func `keywords are the file's, with what was added and without what was taken away`()
    async throws
  {
    let item = try await fixture.add("a.jpg")
    try await catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO keyword VALUES (1, 'beach'), (2, 'sun');
        INSERT INTO media_keyword VALUES (1, 1, 0), (1, 2, 1);
        """)
    }
    func keywords() async throws -> String? {
      try await values("SELECT keywords FROM v_media")[0].text
    }
    try await catalog.apply(.addKeywords(["family", "sun"]), to: [item])
    try await catalog.apply(.removeKeywords(["beach", "unknown"]), to: [item])
    #expect(try await keywords() == #"["family","sun"]"#)
    #expect(
      try await values("SELECT text || present FROM edit_keyword ORDER BY text") == [
        .text("beach0"), .text("family1"), .text("sun1"),
      ])
    try await catalog.apply(.removeKeywords(["family"]), to: [item])
    #expect(try await keywords() == #"["sun"]"#)
    #expect(
      try await catalog.apply(.removeKeywords(["family"]), to: [item])
        == EditReceipt(unchanged: 1))
    try await catalog.apply(.resetKeywords, to: [item])
    #expect(try await keywords() == #"["beach","sun"]"#)
    #expect(try await values("SELECT count(*) FROM edit_keyword") == [.integer(0)])
  }

  // MARK: Capture times

  /// 2023-05-01T12:34:56 is 1,682,944,496 s after 1970-01-01: `date -u -d 2023-05-01T12:34:56 +%s`.
  @Test func `a date that is set moves an item in lists, counts, albums and queries`() async throws
  {
    let item = try await fixture.add("a.jpg", day: 0)
    let other = try await fixture.add("b.jpg", day: 1)
    let album = try await catalog.createAlbum("One")
    try await catalog.add([item, other], toAlbum: album)
    let smart = try await catalog.createAlbum("Smart", query: "taken:2023-05")
    #expect(try await list("") == [other, item])
    let time = try #require(
      WallTime(year: 2023, month: 5, day: 1, hour: 12, minute: 34, second: 56))
    try await catalog.apply(
      .captureTime(.set(time, offset: UTCOffset(seconds: 7_200))), to: [item])
    #expect(try await list("") == [item, other])
    #expect(try await list("taken:2023-05-01T12:34") == [item])
    #expect(try await list("taken:2020") == [other])
    #expect(try await list("undated").contains(item) == false)
    #expect(
      try await values("SELECT taken FROM album_item ORDER BY media") == [
        .integer(1_682_944_496_000_000_000), .integer(1_577_923_200_000_000_000),
      ])
    #expect(
      try await values("SELECT month || ':' || count FROM month_count ORDER BY 1") == [
        .text("202001:1"), .text("202305:1"),
      ])
    #expect(
      try await values(
        "SELECT taken || taken_offset || taken_source || taken_precision FROM v_media WHERE id = \(item)"
      ) == [.text("2023-05-01T12:34:56+02:00usersecond")])
    #expect(try await catalog.album(smart).count == 1)
    let media = try await catalog.media(matching: MediaQuery())
    #expect(media.first?.takenSource == .user)
    #expect(media.first?.takenOffset?.seconds == 7_200)
    try await catalog.apply(.captureTime(.fromFile), to: [item, other])
    #expect(try await list("") == [other, item])
    #expect(try await catalog.album(smart).count == 0)
  }

  @Test func `dates are shifted each by itself, zones set, and none runs out of its range`()
    async throws
  {
    let item = try await fixture.add("a.jpg", day: 59)  // 2020-02-29
    let other = try await fixture.add("b.jpg", day: 0)
    try await catalog.database.write { connection in
      try connection.execute("UPDATE media SET file_taken_offset = 3600 WHERE id = \(item)")
    }
    func shown() async throws -> [SQLValue] {
      try await values(
        """
        SELECT taken || ' ' || coalesce(taken_offset, '-') || ' ' || taken_precision FROM v_media
          ORDER BY id
        """)
    }
    try await catalog.apply(.captureTime(.shift(.seconds(-5_400))), to: [item, other, item])
    #expect(
      try await shown() == [
        .text("2020-02-28T22:30:00 +01:00 second"), .text("2019-12-31T22:30:00 - second"),
      ])
    try await catalog.apply(.captureTime(.offset(UTCOffset(seconds: -12_600))), to: [item, other])
    #expect(
      try await shown() == [
        .text("2020-02-28T22:30:00 -03:30 second"), .text("2019-12-31T22:30:00 -03:30 second"),
      ])
    let year = try #require(WallTime(year: 1974, month: 1, day: 1))
    try await catalog.apply(.captureTime(.set(year, precision: .year)), to: [other])
    let before = try await change()
    // 300 years forward: 2020 may not, and then nobody may.
    await #expect(throws: CatalogError.self) {
      try await catalog.apply(.captureTime(.shift(.seconds(9_000_000_000))), to: [other, item])
    }
    #expect(try await change() == before)
    try await catalog.apply(.captureTime(.shift(.milliseconds(1_500))), to: [other])
    #expect(
      try await shown()[1] == .text("1974-01-01T00:00:01.5 - subsecond"))
  }

  @Test func `a date is taken from the name where there is one`() async throws {
    let dated = try await fixture.add("IMG_20190704_101112.jpg")
    let utc = try await fixture.add("PXL_20210203_040506789.jpg")
    let plain = try await fixture.add("DSC1234.jpg")
    try await catalog.database.write { connection in
      try connection.execute("UPDATE media SET name = CAST(name_folded AS BLOB)")
      try connection.execute(
        "UPDATE media SET name = CAST('PXL_20210203_040506789.jpg' AS BLOB) WHERE id = \(utc)")
    }
    #expect(
      try await catalog.apply(.captureTime(.fromName), to: [dated, utc, plain])
        == EditReceipt(changed: 2, passedOver: [plain]))
    #expect(
      try await values(
        "SELECT taken || coalesce(taken_offset, '') || taken_precision FROM v_media ORDER BY id")
        == [
          .text("2019-07-04T10:11:12second"), .text("2021-02-03T04:05:06.789+00:00subsecond"),
          .text("2020-01-01T00:00:00second"),
        ])
  }

  // MARK: Marks

  @Test func `hidden items leave pages, counts and covers, and come back`() async throws {
    let item = try await fixture.add("a.jpg", day: 1)
    let other = try await fixture.add("b.mp4", day: 0, type: .video)
    let album = try await catalog.createAlbum("One")
    try await catalog.add([item, other], toAlbum: album)
    try await catalog.apply(.hidden(true), to: [item])
    #expect(try await list("") == [other])
    #expect(try await list("is:hidden") == [item])
    #expect(try await catalog.album(album).imageCount == 0)
    #expect(try await catalog.album(album).cover == other)
    for table in ["month_count", "folder_count", "scan_count"] {
      #expect(
        try await values("SELECT type FROM \(raw: table) WHERE count > 0") == [.integer(2)])
    }
    try await catalog.apply(.hidden(false), to: [item, other])
    #expect(try await list("") == [item, other])
    #expect(try await catalog.album(album).imageCount == 1)
    #expect(try await values("SELECT sum(count) FROM month_count") == [.integer(2)])
  }

  @Test(arguments: [
    MediaEdit.favorite(true), .favorite(false), .hidden(true), .hidden(false), .trashed(true),
    .trashed(false), .rating(4),
    .rating(nil), .title("t"), .title(nil), .title(""), .caption("c"), .caption(nil),
    .addKeywords(["a", "b"]), .removeKeywords(["a"]), .resetKeywords,
    .captureTime(.set(WallTime(nanoseconds: 0))), .captureTime(.offset(.utc)),
    .captureTime(.fromFile), .captureTime(.fromName),
  ]) func `what is so already makes no change number, whatever was before`(
    edit: MediaEdit
  ) async throws {
    let items = [
      try await fixture.add("20200102 030405.jpg"), try await fixture.add("b.jpg", exclusion: 2),
    ]
    try await catalog.database.write { connection in
      try connection.execute("UPDATE root SET state = 'offline'")
    }
    for isTyped in [false, true] {
      if isTyped { try await catalog.apply(.rating(1), to: items) }
      let first = try await catalog.apply(edit, to: items)
      let before = try await change()
      let again = try await catalog.apply(edit, to: items)
      #expect(again.changed == 0)
      #expect(again.passedOver == first.passedOver)
      #expect(again.unchanged + again.passedOver.count == 2)
      #expect(try await change() == before)
    }
    #expect(try await catalog.preview(edit, of: items).changed == 0)
  }

  @Test func `every changed item has one new change number`() async throws {
    var items: [Int64] = []
    for number in 0..<5 { items.append(try await fixture.add("\(number).jpg")) }
    for edit in [
      MediaEdit.title("t"), .addKeywords(["k"]), .removeKeywords(["k"]), .rating(1),
      .captureTime(.shift(.seconds(1))),
    ] {
      let before = try await change()
      try await catalog.apply(edit, to: [items[1], items[3]])
      #expect(
        try await values("SELECT id FROM change WHERE seq > \(before) ORDER BY id") == [
          .integer(items[1]), .integer(items[3]),
        ])
    }
  }

  @Test func `an unknown item, or a preview, changes nothing`() async throws {
    let item = try await fixture.add("a.jpg")
    let before = try await change()
    let error = await #expect(throws: CatalogError.self) {
      try await catalog.apply(.addKeywords(["k"]), to: [item, 99])
    }
    #expect(error?.code == .notFound)
    #expect(error?.reason == "there is no item 99")
    #expect(
      try await catalog.preview(.rating(3), of: [item, item]) == EditReceipt(changed: 1))
    await #expect(throws: CatalogError.self) { try await catalog.preview(.rating(3), of: [99]) }
    #expect(try await change() == before)
    for table in ["edit", "edit_keyword"] {
      #expect(try await values("SELECT count(*) FROM \(raw: table)") == [.integer(0)])
    }
  }

  @Test func `a hundred thousand items take a handful of statements`() async throws {
    try await catalog.database.write { connection in
      try connection.transaction {
        try connection.execute(
          """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO media (uid, folder, name_folded, name_key, added, scan, taken, type, format,
            mime, file_taken, file_taken_source, file_taken_precision, file_taken_confidence)
          SELECT randomblob(16), 1, 'a', x'61', 0, 1, i * 1000000000, 1, 1, 'image/jpeg',
            i * 1000000000, 'mtime', 'second', 1 FROM n
          """)
      }
    }
    let items = Array(Int64(1)...100_000)
    let before = try await catalog.database.write { $0.statementsPrepared }
    for edit in [MediaEdit.rating(5), .captureTime(.shift(.seconds(60))), .addKeywords(["k"])] {
      #expect(try await catalog.apply(edit, to: items).changed == 100_000)
    }
    #expect(try await catalog.database.write { $0.statementsPrepared } - before < 60)
    #expect(
      try await values(
        """
        SELECT count(*) FROM media JOIN edit ON edit.media = media.id JOIN edit_keyword AS k
          ON k.media = media.id WHERE media.rating = 5 AND media.taken = file_taken + 60000000000
        """) == [.integer(100_000)])
  }
}
