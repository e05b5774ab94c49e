import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Undo and redo") struct UndoTests {
  private let fixture: CatalogFixture
  private var catalog: Catalog { fixture.catalog }

  init() async throws { fixture = try await CatalogFixture() }

  private func typed() async throws -> String { try await catalog.typedRows() }

  private func values(_ sql: SQL) async throws -> [SQLValue] {
    try await catalog.database.read { connection in try connection.rows(sql).map { $0[0] } }
  }

  private func write(_ sql: SQL) async throws {
    try await catalog.database.write { connection in try connection.execute(sql) }
  }

  // MARK: Every kind of change

  /// One change of each kind, on a catalog with items 1…4 and album 1, which holds 1, 2 and 3.
  static let changes: [(name: String, change: @Sendable (Catalog) async throws -> Void)] = [
    ("marked 2 items as favourites", { try await $0.apply(.favorite(true), to: [1, 4]) }),
    ("unmarked 1 item", { try await $0.apply(.favorite(false), to: [2, 4]) }),
    ("hid 1 item", { try await $0.apply(.hidden(true), to: [1]) }),
    ("trashed 1 item", { try await $0.apply(.trashed(true), to: [1]) }),
    ("rated 2 items -1", { try await $0.apply(.rating(-1), to: [2, 4]) }),
    ("rated 1 item as its file", { try await $0.apply(.rating(nil), to: [2]) }),
    ("gave 2 items the title “Dune”", { try await $0.apply(.title("Dune"), to: [2, 4]) }),
    ("cleared the title of 1 item", { try await $0.apply(.title(""), to: [2]) }),
    ("gave 1 item the title of its file", { try await $0.apply(.title(nil), to: [2]) }),
    ("gave 1 item the caption “two…”", { try await $0.apply(.caption("two\nlines"), to: [1]) }),
    ("added 2 keywords to 2 items", { try await $0.apply(.addKeywords(["a", "b"]), to: [1, 2]) }),
    (
      "removed the keyword “x” from 1 item", { try await $0.apply(.removeKeywords(["x"]), to: [2]) }
    ),
    ("gave 1 item the keywords of its file", { try await $0.apply(.resetKeywords, to: [2]) }),
    (
      "dated 1 item 1970-01-01",
      {
        try await $0.apply(
          .captureTime(.set(WallTime(nanoseconds: 0), precision: .day)), to: [3])
      }
    ),
    (
      "shifted the date of 2 items by -1d1h",
      { try await $0.apply(.captureTime(.shift(.seconds(-90_000))), to: [2, 3]) }
    ),
    (
      "set the zone of 1 item to +05:30",
      { try await $0.apply(.captureTime(.offset(UTCOffset(seconds: 19_800))), to: [1]) }
    ),
    ("dated 1 item as its file", { try await $0.apply(.captureTime(.fromFile), to: [2]) }),
    ("made the album “New”", { try await $0.createAlbum("New", in: 1) }),
    ("made the album “S”", { try await $0.createAlbum("S", query: "taken:2020") }),
    ("renamed the album “One”", { try await $0.renameAlbum(1, to: "Uno") }),
    ("deleted the album “One”", { try await $0.deleteAlbum(1) }),
    ("added 1 item to album 1", { _ = try await $0.add([2, 4], toAlbum: 1) }),
    ("removed 2 items from album 1", { try await $0.remove([1, 3, 4], fromAlbum: 1) }),
    ("moved 1 item within album 1", { try await $0.move([3], inAlbum: 1, to: .first) }),
    ("chose the cover of album 1", { try await $0.setCover(2, ofAlbum: 1) }),
    ("sorted album 1 by name", { try await $0.setSort(.name, ofAlbum: 1) }),
    ("put album 1 into album 2", { try await $0.nestAlbum(1, in: 2) }),
    ("copied album 1", { try await $0.duplicateAlbum(1, as: "Copy") }),
  ]

  @Test(arguments: changes.indices) func `each kind of change is undone and redone`(
    index: Int
  ) async throws {
    let (name, change) = Self.changes[index]
    for number in 1...4 { try await fixture.add("\(number).jpg", day: number) }
    try await catalog.createAlbum("One")
    try await catalog.createAlbum("Two")
    try await catalog.add([1, 2, 3], toAlbum: 1)
    for edit in [
      MediaEdit.favorite(true), .rating(3), .title("e\u{301}"), .caption("c"),
      .addKeywords(["x", "y"]), .captureTime(.shift(.seconds(1))),
    ] { try await catalog.apply(edit, to: [2]) }
    let (before, shown) = (try await typed(), try await catalog.derivedRows())
    try await change(catalog)
    let after = try await typed()
    #expect(after != before)
    let sequence = try await values("SELECT max(seq) FROM change")[0].int64 ?? 0
    let undone = try #require(try await catalog.undo())
    #expect(undone.step.summary == name)
    #expect(undone.leftAlone == 0)
    #expect(try await typed() == before)
    #expect(try await catalog.derivedRows() == shown)
    #expect(try await values("SELECT max(seq) FROM change")[0].int64 ?? 0 > sequence)
    #expect(try await catalog.redo()?.leftAlone == 0)
    #expect(try await typed() == after)
    #expect(try await catalog.redo() == nil)
    try await catalog.undo()
    #expect(try await typed() == before)
    #expect(try await values("PRAGMA foreign_key_check").isEmpty)
    #expect(try await values("SELECT count(*) FROM undo_recording") == [.integer(0)])
  }

  @Test func `an album that comes back is heard of again, as an addition`() async throws {
    let album = try await catalog.createAlbum("One")
    try await catalog.deleteAlbum(album)
    let sequence = try await values("SELECT max(seq) FROM change")[0].int64 ?? 0
    try await catalog.undo()
    #expect(
      try await values(
        "SELECT operation FROM change WHERE kind = 2 AND id = \(album) AND added > \(sequence)")
        == [.integer(1)])
    #expect(try await catalog.album(album).title == "One")
    // Its number is not given to another.
    #expect(try await catalog.createAlbum("Two") > album)
  }

  // MARK: The stack

  @Test func `a new change ends what could be redone, one that changes nothing does not`()
    async throws
  {
    let item = try await fixture.add("a.jpg")
    try await catalog.apply(.rating(1), to: [item])
    try await catalog.apply(.rating(2), to: [item])
    try await catalog.undo()
    #expect(try await catalog.undoStep()?.summary == "rated 1 item 1")
    #expect(try await catalog.redoStep()?.summary == "rated 1 item 2")
    try await catalog.apply(.rating(1), to: [item])
    #expect(try await catalog.redoStep() != nil)
    try await catalog.apply(.title("t"), to: [item])
    #expect(try await catalog.redoStep() == nil)
    #expect(try await catalog.redo() == nil)
    try await catalog.undo()
    try await catalog.undo()
    #expect(try await catalog.undo() == nil)
    #expect(try await values("SELECT count(*) FROM edit") == [.integer(0)])
    #expect(try await values("SELECT count(*) FROM undo_entry") == [.integer(2)])
  }

  @Test func `a change that fails leaves no step and no recording`() async throws {
    let item = try await fixture.add("a.jpg")
    try await catalog.apply(.rating(1), to: [item])
    try await catalog.undo()
    await #expect(throws: CatalogError.self) {
      try await catalog.apply(.rating(2), to: [item, 99])
    }
    await #expect(throws: CatalogError.self) { try await catalog.renameAlbum(7, to: "x") }
    _ = try await catalog.preview(.rating(3), of: [item])
    #expect(try await catalog.undoStep() == nil)
    #expect(try await catalog.redoStep()?.summary == "rated 1 item 1")
    #expect(try await values("SELECT count(*) FROM undo_recording") == [.integer(0)])
  }

  @Test func `the oldest steps go when there are too many, or too large ones`() async throws {
    let item = try await fixture.add("a.jpg")
    func edit(_ text: String, steps: Int, bytes: Int) async throws -> Bool {
      try await catalog.database.write { connection in
        try connection.transaction {
          let log = UndoLog(connection, limits: UndoLimits(steps: steps, bytes: bytes))
          return try log.record(at: 1, as: { "step \(text.prefix(1))" }) {
            try connection.execute(
              """
              INSERT INTO edit (media, caption, updated) VALUES (\(item), \(text), 1)
                ON CONFLICT DO UPDATE SET caption = \(text)
              """)
          }.isUndoable
        }
      }
    }
    for number in 1...5 {
      #expect(try await edit("\(number)", steps: 3, bytes: 1 << 20))
    }
    #expect(
      try await values("SELECT summary FROM undo_entry ORDER BY id") == [
        .text("step 3"), .text("step 4"), .text("step 5"),
      ])
    #expect(
      try await values("SELECT count(DISTINCT entry) FROM undo_edit") == [.integer(3)])
    // Two steps with 1,000 bytes before or after fit into 3,000, three do not.
    for number in 6...8 {
      let text = "\(number)" + String(repeating: "x", count: 999)
      #expect(try await edit(text, steps: 9, bytes: 3_000 + 200))
    }
    #expect(try await values("SELECT sum(byte_count) <= 3200 FROM undo_entry") == [.integer(1)])
    #expect(try await catalog.undoStep()?.summary == "step 8")
    // What is larger than all of the log is made, and cannot be undone.
    #expect(try await !edit("9" + String(repeating: "x", count: 9_999), steps: 9, bytes: 3_000))
    #expect(try await catalog.undoStep() == nil)
    #expect(try await values("SELECT length(caption) FROM edit") == [.integer(10_000)])
    for table in ["undo_entry", "undo_edit", "undo_edit_keyword", "undo_album", "undo_album_item"] {
      #expect(try await values("SELECT count(*) FROM \(raw: table)") == [.integer(0)])
    }
  }

  // MARK: What others did since

  @Test func `what something without a log changed since is left alone, then and later`()
    async throws
  {
    for number in 1...3 { try await fixture.add("\(number).jpg", day: number) }
    try await catalog.apply(.title("ours"), to: [1, 2, 3])
    try await write("UPDATE edit SET title = 'theirs', caption = 'new' WHERE media = 2")
    let receipt = try await catalog.undo()
    #expect(receipt?.restored == 2)
    #expect(receipt?.leftAlone == 1)
    #expect(
      try await values("SELECT media || title || caption FROM edit") == [.text("2theirsnew")])
    #expect(try await catalog.redo()?.leftAlone == 1)
    #expect(
      try await values("SELECT title FROM edit ORDER BY media") == [
        .text("ours"), .text("theirs"), .text("ours"),
      ])
    // A row that is gone, and an item that is: purging takes no heed of the log.
    try await write("DELETE FROM edit WHERE media = 1")
    try await write("DELETE FROM edit WHERE media = 3")
    try await write("DELETE FROM file WHERE media = 3")
    try await write("DELETE FROM media WHERE id = 3")
    #expect(try await catalog.undo()?.restored == 0)
    // Item 1 is as it was before our change, so that can be made again; item 3 is no more.
    #expect(try await catalog.redo()?.restored == 1)
    #expect(
      try await values("SELECT title FROM edit ORDER BY media") == [.text("ours"), .text("theirs")])
  }

  @Test func `albums come back without what is gone, and stay when others filled them`()
    async throws
  {
    for number in 1...3 { try await fixture.add("\(number).jpg", day: number) }
    let parent = try await catalog.createAlbum("Parent")
    let album = try await catalog.createAlbum("One", in: parent)
    try await catalog.add([1, 2, 3], toAlbum: album)
    try await catalog.setCover(3, ofAlbum: album)
    try await catalog.deleteAlbum(album)
    try await write("DELETE FROM file WHERE media = 3")
    try await write("DELETE FROM media WHERE id = 3")
    try await write("DELETE FROM album WHERE id = \(parent)")
    let receipt = try #require(try await catalog.undo())
    #expect(receipt.leftAlone == 1)
    let back = try await catalog.album(album)
    #expect(back.imageCount == 2)
    #expect(back.parent == nil)
    #expect(try await fixture.order(of: album) == [1, 2])

    let other = try await catalog.createAlbum("Other")
    try await write(
      "INSERT INTO album_item (album, taken, media, position, added) SELECT \(other), taken, 1, 1, 1 FROM media WHERE id = 1"
    )
    #expect(try await catalog.undo()?.leftAlone == 1)
    #expect(try await fixture.order(of: other) == [1])
    #expect(try await values("PRAGMA foreign_key_check").isEmpty)
  }

  @Test func `a scan in between keeps what was undone undone`() async throws {
    let item = try await fixture.add("a.jpg", day: 3)
    let album = try await catalog.createAlbum("One")
    try await catalog.add([item], toAlbum: album)
    try await catalog.apply(.captureTime(.set(WallTime(nanoseconds: 5_000_000_000))), to: [item])
    try await catalog.remove([item], fromAlbum: album)
    // As the indexer does for a file that changed, and for one that is gone.
    let taken: Int64 = 86_400_000_000_000
    try await write(
      """
      UPDATE media SET taken = coalesce((SELECT taken FROM edit WHERE media = \(item)), \(taken)),
        file_taken = \(taken), exclusion = exclusion | 2, revision = 2
      """)
    try await catalog.undo()
    #expect(try await values("SELECT taken FROM album_item") == [.integer(5_000_000_000)])
    try await catalog.undo()
    #expect(try await values("SELECT taken FROM album_item") == [.integer(taken)])
    #expect(try await values("SELECT taken FROM media") == [.integer(taken)])
    #expect(try await values("SELECT exclusion FROM media") == [.integer(2)])
    try await catalog.redo()
    #expect(try await values("SELECT taken FROM media") == [.integer(5_000_000_000)])
  }

  @Test func `a hundred thousand items are undone at once`() async throws {
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
    let album = try await catalog.createAlbum("All")
    try await catalog.add(items, toAlbum: album)
    try await catalog.apply(.captureTime(.shift(.seconds(60))), to: items)
    let before = try await catalog.database.write { $0.statementsPrepared }
    #expect(try await catalog.undo()?.restored == 100_000)
    #expect(try await catalog.undo()?.restored == 100_001)
    #expect(try await catalog.database.write { $0.statementsPrepared } - before < 40)
    #expect(
      try await values(
        "SELECT (SELECT count(*) FROM edit) + (SELECT count(*) FROM album_item)") == [.integer(0)])
    #expect(try await catalog.redo()?.restored == 100_001)
    #expect(try await catalog.album(album).imageCount == 100_000)
  }
}
