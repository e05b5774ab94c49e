import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("R62 What a move changes in the catalog, and what not") struct MovedRowTests {
  @Test func `words, order, extension and folder follow the name`() async throws {
    let collection = try Collection()
    collection.write("Paris/IMG_10.jpeg", "Paris/IMG_9.jpeg")
    try await collection.index()
    let id = try await collection.id("Paris/IMG_10.jpeg")
    collection.move("Paris/IMG_10.jpeg", to: "Köln/Dom 2.JPG")
    try await collection.index()
    func found(_ words: String) async throws -> [Int64] {
      try await collection.catalog.media(
        matching: MediaQuery(filter: MediaFilter(parsing: words))
      ).map(\.id)
    }
    #expect(try await found("köln") == [id])
    #expect(try await found("dom") == [id])
    #expect(try await found("paris").contains(id) == false)
    let fresh = try Collection()
    fresh.write("Köln/Dom 2.JPG")
    try await fresh.index()
    let columns: SQL = "SELECT hex(name) || name_folded || hex(name_key) || ext FROM media"
    #expect(
      try await collection.texts("\(columns) WHERE id = \(id)") == (try await fresh.texts(columns)))
    #expect(
      try await collection.texts(
        """
        SELECT CAST(d.path AS TEXT) || ' ' || c.count FROM folder_count AS c
        JOIN folder AS d ON d.id = c.folder ORDER BY 1
        """) == ["Köln 1", "Paris 1"])
  }

  @Test func `a program that follows changes hears of an update, not of a new item`() async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b.jpg", "z.jpg")
    collection.write("c.jpg", content: [1, 2])
    try await collection.index()
    let last = try await collection.number("SELECT max(seq) FROM change")
    collection.move("a.jpg", to: "n.jpg")
    collection.move("b.jpg", to: "t")
    collection.move("c.jpg", to: "b.jpg")
    collection.move("t", to: "c.jpg")
    try await collection.index()
    let id = try await collection.id("n.jpg")
    #expect(
      try await collection.texts(
        """
        SELECT kind || ' ' || id || ' ' || operation || ' ' || (added <= \(last)) FROM change
        WHERE seq > \(last) ORDER BY id
        """) == [id, id + 1, id + 2].map { "1 \($0) 1 1" })
  }

  @Test func `names of any bytes follow`() async throws {
    let collection = try Collection()
    let (old, new) = (
      FilePath(bytes: [0x4E, 0xEB, 0x6C]), FilePath(bytes: [0xFF, 0x0A, 0x2E, 0x6A, 0x70, 0x67])
    )
    collection.write(old.appending("a.jpg"))
    try await collection.index()
    try await MoveTests.type(collection)
    let typed = try await MoveTests.typed(collection)
    let (from, to) = (collection.root.appending(old), collection.root.appending(new))
    #expect(from.withCString { from in to.withCString { rename(from, $0) } } == 0)
    #expect(balance(try await collection.index()) == "seen 1: 1 moved")
    #expect(try await MoveTests.typed(collection) == typed)
  }

  @Test(arguments: [("malformed", [String]()), ("timed-out", ["timed-out 2.jpg"])])
  func `a failed file keeps its reason, and is opened only when it may have passed`(
    code: String, opened: [String]
  ) async throws {
    let collection = try Collection(reader: OutcomeTests.failing())
    collection.write("\(code) 1.jpg")
    try await collection.index()
    let id = try await collection.id("\(code) 1.jpg")
    _ = collection.reader.takeOpened()
    collection.move("\(code) 1.jpg", to: "\(code) 2.jpg")
    // As one that did not move: it is no loss, but still to be told of.
    #expect(balance(try await collection.index()) == "seen 1: 1 failed")
    #expect(collection.reader.takeOpened() == opened)
    #expect(try await collection.id("\(code) 2.jpg") == id)
    #expect(
      try await collection.texts("SELECT error_code || ': ' || error FROM file") == [
        "\(code): It is a test."
      ])
    #expect(try await collection.items() == ["\(code) 2.jpg failed"])
  }

  @Test func `a name that dates a picture is heard, and one beside the camera's dates is not`()
    async throws
  {
    let collection = try Collection(
      reader: ScriptedReader { path in
        guard path.lastComponent.displayText.hasSuffix("exif.jpg"),
          let stamp = ScriptedReader.stamp(of: path),
          let time = WallTime(year: 2001, month: 2, day: 3)
        else { return nil }
        var metadata = EmbeddedMetadata(format: .jpeg)
        metadata.captureTimes = [.exifOriginal, .exifDigitized].map {
          CaptureTimeCandidate(source: $0, wallTime: time)
        }
        return .media(metadata, stamp)
      })
    collection.write("plain.jpg", "exif.jpg")
    try await collection.index()
    try await MoveTests.type(collection)
    let typed = try await MoveTests.typed(collection)
    _ = collection.reader.takeOpened()
    collection.move("plain.jpg", to: "IMG_20120304_050607.jpg")
    collection.move("exif.jpg", to: "2012-03-04 exif.jpg")
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 moved")
    #expect(collection.reader.takeOpened() == ["IMG_20120304_050607.jpg"])
    #expect(try await MoveTests.typed(collection) == typed)
    #expect(
      try await collection.texts("SELECT file_taken_source FROM media ORDER BY id")
        == [
          "name", "exif:DateTimeOriginal",
        ].reversed())
  }

  @Test func `a newer reader reads a moved file, into its item`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    try await collection.index()
    let id = try await collection.id("a.jpg")
    try await collection.execute("UPDATE file SET reader = reader - 1")
    collection.move("a.jpg", to: "b.jpg")
    #expect(balance(try await collection.index()) == "seen 1: 1 indexed")
    #expect(try await collection.id("b.jpg") == id)
    #expect(try await collection.number("SELECT revision FROM media") == 1)
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged")
  }

  @Test(arguments: ["a.jpg", "n.jpg", "zz.jpg"])
  func `the first name of hard links can be renamed`(name: String) async throws {
    let collection = try Collection()
    collection.write("m.jpg", "other.jpg")
    collection.link("m.jpg", as: "z/l.jpg")
    try await collection.index()
    try await MoveTests.type(collection)
    let id = try await collection.id("m.jpg")
    _ = collection.reader.takeOpened()
    collection.move("m.jpg", to: name)
    #expect(balance(try await collection.index()) == "seen 3: 1 unchanged, 1 moved, 1 skipped")
    #expect(collection.reader.takeOpened() == [])
    #expect(
      try await collection.names().filter { $0.contains(" \(id)") }.sorted()
        == ["\(name) item \(id)", "z/l.jpg link to \(id)"].sorted())
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 skipped")
  }

  @Test func `all names of hard links can be renamed at once`() async throws {
    let collection = try Collection()
    collection.write("d/m.jpg", "other.jpg")
    collection.link("d/m.jpg", as: "d/z.jpg")
    try await collection.index()
    let id = try await collection.id("d/m.jpg")
    collection.move("d", to: "e")
    #expect(balance(try await collection.index()) == "seen 3: 1 unchanged, 1 moved, 1 skipped")
    #expect(
      try await collection.names().filter { $0.hasPrefix("e/") } == [
        "e/m.jpg item \(id)", "e/z.jpg link to \(id)",
      ])
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 skipped")
  }

  @Test func `the last name of hard links is the item, under whatever name`() async throws {
    let collection = try Collection()
    collection.write("m.jpg", "other.jpg")
    collection.link("m.jpg", as: "l.jpg")
    try await collection.index()
    let id = try await collection.id("l.jpg")
    collection.remove("l.jpg")
    collection.move("m.jpg", to: "n.jpg")
    #expect(balance(try await collection.index()) == "seen 2: 1 unchanged, 1 moved")
    #expect(try await collection.id("n.jpg") == id)
    #expect(balance(try await collection.index()) == "seen 2: 2 unchanged")
  }

  @Test func `a name that is used again after its file left is a new item`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    try await collection.index()
    let id = try await collection.id("a.jpg")
    collection.move("a.jpg", to: "b.jpg")
    try await collection.index()
    collection.write("a.jpg", content: [1, 2])
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 unchanged")
    #expect(try await collection.id("b.jpg") == id)
    #expect(try await collection.id("a.jpg") > id)
  }

  @Test(arguments: [false, true])
  func `a file takes the name of one that is missing`(hasFollower: Bool) async throws {
    let collection = try Collection()
    collection.write("a.jpg", content: [1])
    collection.write("b.jpg", content: [1, 2])
    try await collection.index()
    try await MoveTests.type(collection)
    let typed = try await MoveTests.typed(collection)
    let ids = try await (collection.id("a.jpg"), collection.id("b.jpg"))
    collection.remove("b.jpg")
    try await collection.index()
    _ = collection.reader.takeOpened()
    collection.move("a.jpg", to: "b.jpg")
    if hasFollower { collection.write("a.jpg", content: [1, 2, 3]) }
    let report = try await collection.index()
    #expect(balance(report) == (hasFollower ? "seen 2: 1 indexed, 1 moved" : "seen 1: 1 moved"))
    #expect(collection.reader.takeOpened() == (hasFollower ? ["a.jpg"] : []))
    #expect(try await collection.id("b.jpg") == ids.0)
    // Every item has a name: the missing one has that which became free.
    #expect(try await collection.id("a.jpg") == ids.1)
    #expect(
      try await collection.items() == [hasFollower ? "a.jpg ok" : "a.jpg missing", "b.jpg ok"])
    #expect(try await MoveTests.typed(collection).first == typed.first)
    #expect(try await collection.index().counts.moved == 0)
  }

  @Test func `thousands of moves and exchanges are stored in stretches`() async throws {
    let collection = try Collection()
    for number in 0..<2_500 { collection.write("m/\(number).jpg") }
    for number in 0..<1_200 { collection.write("x/\(number).jpg", content: [1, 2]) }
    try await collection.index()
    try await MoveTests.type(collection)
    let typed = try await MoveTests.typed(collection)
    let ids = try await (collection.id("m/2499.jpg"), collection.id("x/0.jpg"))
    _ = collection.reader.takeOpened()
    collection.move("m", to: "a")
    for number in (0..<1_200).reversed() {
      collection.move("x/\(number).jpg", to: "x/\(number + 1).jpg")
    }
    #expect(balance(try await collection.index()) == "seen 3700: 3700 moved")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await MoveTests.typed(collection) == typed)
    #expect(try await collection.id("a/2499.jpg") == ids.0)
    #expect(try await collection.id("x/1.jpg") == ids.1)
    #expect(balance(try await collection.index()) == "seen 3700: 3700 unchanged")
  }
}
