import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

/// What a person does between two runs, and what follows.
struct MoveCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var before: [String]
  var change: @Sendable (Collection) -> Void
  /// Items by the name they had, with the name they have; `nil` for missing ones.
  var items: [String: String?]
  var balance: String
  var opened: [String] = []

  init(
    _ description: String, _ before: [String], _ items: [String: String?], _ balance: String,
    opened: [String] = [], _ change: @escaping @Sendable (Collection) -> Void
  ) {
    testDescription = description
    self.before = before
    self.items = items
    self.balance = balance
    self.opened = opened
    self.change = change
  }
}

@Suite("R62 G-04 Moves: an item keeps its rows under another name") struct MoveTests {
  /// An album, a favourite and a title of each item.
  static func type(_ collection: Collection) async throws {
    let ids = try await collection.catalog.database.read { connection in
      try connection.rows("SELECT id FROM media ORDER BY id").compactMap { $0[0].int64 }
    }
    try await collection.catalog.setFavorite(true, of: ids)
    try await collection.catalog.add(ids, toAlbum: collection.catalog.createAlbum("Kept"))
    try await collection.execute("UPDATE edit SET title = 'Title ' || media")
    try await collection.execute("UPDATE file SET digest = zeroblob(16) WHERE role = 0")
  }

  /// What a person typed and what was made of the bytes, as one line an item.
  static func typed(_ collection: Collection) async throws -> [String] {
    try await collection.texts(
      """
      SELECT m.id || ' ' || hex(m.uid) || ' ' || m.revision || ' ' || hex(f.digest) || ' '
        || e.favorite || ' ' || e.title || ' '
        || (SELECT count(*) FROM album_item WHERE media = m.id)
      FROM media AS m JOIN edit AS e ON e.media = m.id
        JOIN file AS f ON f.media = m.id AND f.role = 0 ORDER BY m.id
      """)
  }

  static let cases: [MoveCase] = [
    MoveCase(
      "a renamed file", ["a.jpg", "z.jpg"], ["a.jpg": "b.jpg"], "seen 2: 1 unchanged, 1 moved"
    ) {
      $0.move("a.jpg", to: "b.jpg")
    },
    MoveCase(
      "into a folder that sorts before", ["m/a.jpg", "z.jpg"], ["m/a.jpg": "b/a.jpg"],
      "seen 2: 1 unchanged, 1 moved"
    ) {
      $0.move("m/a.jpg", to: "b/a.jpg")
    },
    MoveCase(
      "into a folder that sorts after", ["m/a.jpg", "z.jpg"], ["m/a.jpg": "x/y/a.jpg"],
      "seen 2: 1 unchanged, 1 moved"
    ) {
      $0.move("m/a.jpg", to: "x/y/a.jpg")
    },
    MoveCase(
      "a renamed folder of folders", ["m/a.jpg", "m/s/b.mp4", "z.jpg"],
      ["m/a.jpg": "b/a.jpg", "m/s/b.mp4": "b/s/b.mp4"], "seen 3: 1 unchanged, 2 moved"
    ) {
      $0.move("m", to: "b")
    },
    MoveCase(
      "the folder of everything", (0..<50).map { "all/\($0).jpg" },
      ["all/7.jpg": "else/7.jpg", "all/49.jpg": "else/49.jpg"], "seen 50: 50 moved"
    ) {
      $0.move("all", to: "else")
    },
    MoveCase("case only", ["a.jpg"], ["a.jpg": "A.JPG"], "seen 1: 1 moved") {
      $0.move("a.jpg", to: "A.JPG")
    },
    MoveCase("another extension", ["a.jpeg"], ["a.jpeg": "a.jpg"], "seen 1: 1 moved") {
      $0.move("a.jpeg", to: "a.jpg")
    },
    MoveCase(
      "two that change places", ["a.jpg", "b.jpg"], ["a.jpg": "b.jpg", "b.jpg": "a.jpg"],
      "seen 2: 2 moved"
    ) {
      $0.move("a.jpg", to: "t"); $0.move("b.jpg", to: "a.jpg"); $0.move("t", to: "b.jpg")
    },
    MoveCase(
      "two that change places across folders", ["m/a.jpg", "c/a.jpg"],
      ["m/a.jpg": "c/a.jpg", "c/a.jpg": "m/a.jpg"], "seen 2: 2 moved"
    ) {
      $0.move("m/a.jpg", to: "t"); $0.move("c/a.jpg", to: "m/a.jpg"); $0.move("t", to: "c/a.jpg")
    },
    MoveCase(
      "a circle of three", ["a.jpg", "b.jpg", "c.jpg"],
      ["a.jpg": "b.jpg", "b.jpg": "c.jpg", "c.jpg": "a.jpg"], "seen 3: 3 moved"
    ) {
      $0.move("c.jpg", to: "t"); $0.move("b.jpg", to: "c.jpg"); $0.move("a.jpg", to: "b.jpg");
      $0.move("t", to: "a.jpg")
    },
    MoveCase(
      "a chain that ends at a new name", ["a.jpg", "b.jpg"], ["a.jpg": "c.jpg", "b.jpg": "a.jpg"],
      "seen 2: 2 moved"
    ) {
      $0.move("a.jpg", to: "c.jpg"); $0.move("b.jpg", to: "a.jpg")
    },
    MoveCase(
      "a chain the other way", ["b.jpg", "c.jpg"], ["b.jpg": "a.jpg", "c.jpg": "b.jpg"],
      "seen 2: 2 moved"
    ) {
      $0.move("b.jpg", to: "a.jpg"); $0.move("c.jpg", to: "b.jpg")
    },
    MoveCase(
      "counters that all grow by one", (1...9).map { "\($0).jpg" },
      ["1.jpg": "2.jpg", "9.jpg": "10.jpg"], "seen 9: 9 moved"
    ) {
      for number in (1...9).reversed() { $0.move("\(number).jpg", to: "\(number + 1).jpg") }
    },
    MoveCase(
      "a name that another file has now", ["a.jpg"], ["a.jpg": "holiday.jpg"],
      "seen 2: 1 indexed, 1 moved", opened: ["a.jpg"]
    ) {
      $0.move("a.jpg", to: "holiday.jpg")
      $0.write("a.jpg", content: [7, 7, 7])
    },
    MoveCase(
      "counters that make room for a new file", (1...9).map { "\($0).jpg" },
      ["1.jpg": "2.jpg", "8.jpg": "9.jpg", "9.jpg": "10.jpg"], "seen 10: 1 indexed, 9 moved",
      opened: ["1.jpg"]
    ) {
      for number in (1...9).reversed() { $0.move("\(number).jpg", to: "\(number + 1).jpg") }
      $0.write("1.jpg", content: Array(repeating: 7, count: 70))
    },
    MoveCase(
      "counters that close a gap", (1...9).map { "\($0).jpg" },
      ["2.jpg": "2.jpg", "4.jpg": "3.jpg", "9.jpg": "8.jpg"],
      "seen 8: 2 unchanged, 6 moved, 1 missing"
    ) {
      for number in 4...9 { $0.move("\(number).jpg", to: "\(number - 1).jpg") }
    },
    MoveCase(
      "counters that close a gap before a new file", (1...9).map { "\($0).jpg" },
      ["2.jpg": "2.jpg", "4.jpg": "3.jpg", "9.jpg": "8.jpg"],
      "seen 9: 1 indexed, 2 unchanged, 6 moved", opened: ["9.jpg"]
    ) {
      for number in 4...9 { $0.move("\(number).jpg", to: "\(number - 1).jpg") }
      $0.write("9.jpg", content: Array(repeating: 7, count: 70))
    },
    MoveCase(
      "one saved over another", ["a.jpg", "b.jpg"], ["a.jpg": "a.jpg", "b.jpg": String?.none],
      "seen 1: 1 indexed, 1 missing", opened: ["a.jpg"]
    ) {
      $0.move("b.jpg", to: "a.jpg")
    },
    MoveCase(
      "an editor that keeps the old file", ["a.jpg"], ["a.jpg": "a.jpg"], "seen 2: 2 indexed",
      opened: ["a.jpg", "a_original.jpg"]
    ) {
      $0.move("a.jpg", to: "a_original.jpg"); $0.write("a.jpg", content: [7, 7, 7])
    },
    MoveCase(
      "one whose bytes changed too", ["a.jpg", "z.jpg"], ["a.jpg": String?.none],
      "seen 2: 1 indexed, 1 unchanged, 1 missing", opened: ["b.jpg"]
    ) {
      $0.move("a.jpg", to: "b.jpg"); $0.write("b.jpg", content: [7, 7, 7])
    },
    MoveCase(
      "a copy", ["a.jpg"], ["a.jpg": "a.jpg"], "seen 2: 1 indexed, 1 unchanged", opened: ["b.jpg"]
    ) {
      $0.copy("a.jpg", to: "b.jpg")
    },
    MoveCase(
      "a copy of the same name", ["a.jpg"], ["a.jpg": "a.jpg"], "seen 2: 1 indexed, 1 unchanged",
      opened: ["a.jpg"]
    ) {
      $0.copy("a.jpg", to: "b/a.jpg")
    },
    MoveCase("a copy whose original went", ["a.jpg"], ["a.jpg": "b/a.jpg"], "seen 1: 1 moved") {
      $0.copy("a.jpg", to: "b/a.jpg"); $0.remove("a.jpg")
    },
    MoveCase(
      "a copy that is met before the renamed original", ["a.jpg"], ["a.jpg": "z/z.jpg"],
      "seen 2: 1 indexed, 1 moved", opened: ["a.jpg"]
    ) {
      $0.copy("a.jpg", to: "b/a.jpg")
      $0.move("a.jpg", to: "z/z.jpg")
    },
    MoveCase(
      "a copy beside an original that took another's name", ["a.jpg", "m/b.jpg"],
      ["a.jpg": "m/b.jpg", "m/b.jpg": "x/b.jpg"], "seen 3: 1 indexed, 2 moved", opened: ["a.jpg"]
    ) {
      $0.copy("a.jpg", to: "c/a.jpg")
      $0.move("m/b.jpg", to: "x/b.jpg")
      $0.move("a.jpg", to: "m/b.jpg")
    },
    MoveCase(
      "a copy of another name whose original went", ["a.jpg", "z.jpg"], ["a.jpg": String?.none],
      "seen 2: 1 indexed, 1 unchanged, 1 missing", opened: ["b.jpg"]
    ) {
      $0.copy("a.jpg", to: "b.jpg"); $0.remove("a.jpg")
    },
    MoveCase(
      "two copies whose original went", ["a.jpg"], ["a.jpg": "b/a.jpg"],
      "seen 2: 1 indexed, 1 moved", opened: ["a.jpg"]
    ) {
      $0.copy("a.jpg", to: "b/a.jpg"); $0.copy("a.jpg", to: "c/a.jpg"); $0.remove("a.jpg")
    },
    MoveCase(
      "into a hidden folder", ["a.jpg", "z.jpg"], ["a.jpg": String?.none],
      "seen 1: 1 unchanged, 1 missing"
    ) {
      $0.move("a.jpg", to: ".hidden/a.jpg")
    },
    MoveCase(
      "a file that was no media has the name", ["a.jpg", "b.txt"], ["a.jpg": "b.txt"],
      "seen 1: 1 moved"
    ) {
      $0.move("a.jpg", to: "b.txt")
    },
    MoveCase(
      "a link stands in the old place", ["a.jpg"], ["a.jpg": "b/a.jpg"], "seen 1: 1 moved"
    ) {
      $0.move("a.jpg", to: "b/a.jpg")
      #expect($0.path("a.jpg").withCString { symlink("b/a.jpg", $0) } == 0)
    },
    MoveCase("a folder has the old name", ["a.jpg"], ["a.jpg": "a.jpg/b.jpg"], "seen 1: 1 moved") {
      $0.move("a.jpg", to: "t"); $0.move("t", to: "a.jpg/b.jpg")
    },
  ]

  @Test(arguments: cases) func `what follows from`(_ row: MoveCase) async throws {
    let collection = try Collection()
    for (index, name) in row.before.enumerated() {
      collection.write(name, content: Array(repeating: 1, count: index + 1))
    }
    try await collection.index()
    try await Self.type(collection)
    let typed = try await Self.typed(collection)
    var ids: [String: Int64] = [:]
    for name in row.items.keys { ids[name] = try await collection.id(name) }
    _ = collection.reader.takeOpened()
    row.change(collection)
    let report = try await collection.index()
    #expect(report.isComplete)
    #expect(balance(report) == row.balance)
    #expect(collection.reader.takeOpened() == row.opened)
    for (old, new) in row.items {
      let new = new ?? old
      #expect(try await collection.id(new) == ids[old], "\(old) is \(new)")
    }
    let kept = try await Self.typed(collection).filter { !row.opened.isEmpty || typed.contains($0) }
    #expect(kept.count == typed.count)
    let missing = try await collection.items().filter { $0.hasSuffix("missing") }
    #expect(missing.count == report.counts.missing)
    for (name, new) in row.items where new == nil { #expect(missing.contains("\(name) missing")) }
    // The next run finds nothing to do.
    let items = try await collection.items()
    let changes = try await collection.number("SELECT max(seq) FROM change")
    let again = try await collection.index()
    #expect(again.counts.unchanged == items.count - missing.count)
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.number("SELECT max(seq) FROM change") == changes)
    #expect(try await collection.items() == items)
  }
}

extension Collection {
  /// Copies a file with its times, as `cp -p` does.
  func copy(_ name: String, to other: String) {
    var status = stat()
    #expect(path(name).withCString { stat($0, &status) } == 0)
    var content = [UInt8](repeating: 0, count: status.st_size)
    let file = path(name).withCString { fopen($0, "rb") }
    fread(&content, 1, content.count, file)
    fclose(file)
    write(other, content: content)
    setTime(other, status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
