import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import Testing

@Suite("Change: size, mtime, ctime and inode") struct RescanTests {
  @Test func `an unchanged tree is rescanned without opening a file or writing a row`() async throws
  {
    let collection = try Collection()
    collection.write("a.jpg", "b/c.mp4", "b/notes.txt", "b/d/e.png")
    collection.setTime("a.jpg", -315_619_200)  // 1960
    collection.setTime("b/c.mp4", 13_569_465_600)  // 2400, beyond 64 bits of nanoseconds
    let first = try await collection.index()
    #expect(balance(first) == "seen 4: 3 indexed, 1 skipped")
    #expect(collection.reader.takeOpened() == ["a.jpg", "c.mp4", "e.png", "notes.txt"])
    let changes = try await collection.number("SELECT max(seq) FROM change")
    let second = try await collection.index()
    #expect(balance(second) == "seen 4: 3 unchanged, 1 skipped")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.number("SELECT max(seq) FROM change") == changes)
    #expect(try await collection.number("SELECT max(revision) FROM media") == 1)
  }

  @Test(arguments: ["content", "size with equal time", "time", "mode", "other inode"])
  func `a file is read again when this changed, and stays the same item`(
    change: String
  ) async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b.jpg")
    collection.setTime("a.jpg", 1_000_000)
    try await collection.index()
    let id = try await collection.id("a.jpg")
    try await collection.catalog.setFavorite(true, of: [id])
    let album = try await collection.catalog.createAlbum("Kept")
    try await collection.catalog.add([id], toAlbum: album)
    _ = collection.reader.takeOpened()
    switch change {
    case "content": collection.write("a.jpg", content: [2])
    case "size with equal time":
      collection.write("a.jpg", content: [1, 2])
      collection.setTime("a.jpg", 1_000_000)
    case "time": collection.setTime("a.jpg", 1_000_000, nanoseconds: 1)
    case "mode": chmod(collection.path("a.jpg").displayText, 0o600)
    default:
      collection.write("new.jpg")
      collection.setTime("new.jpg", 1_000_000)
      collection.move("new.jpg", to: "a.jpg")
    }
    let report = try await collection.index()
    #expect(balance(report) == "seen 2: 1 indexed, 1 unchanged")
    #expect(collection.reader.takeOpened() == ["a.jpg"])
    #expect(try await collection.id("a.jpg") == id)
    #expect(try await collection.number("SELECT favorite FROM edit WHERE media = \(id)") == 1)
    #expect(
      try await collection.number("SELECT media FROM album_item WHERE album = \(album)") == id)
    #expect(try await collection.number("SELECT revision FROM media WHERE id = \(id)") == 2)
    #expect(balance(try await collection.index()) == "seen 2: 2 unchanged")
  }

  @Test func `a newer reader reads everything again, into the same rows`() async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b.txt", "c.jpg")
    collection.link("c.jpg", as: "d.jpg")
    try await collection.index()
    let names = try await collection.names()
    _ = collection.reader.takeOpened()
    try await collection.execute("UPDATE file SET reader = reader - 1, digest = zeroblob(16)")
    #expect(balance(try await collection.index()) == "seen 4: 2 indexed, 2 skipped")
    // The bytes are those that thumbnails and digests were made of.
    #expect(try await collection.number("SELECT max(revision) FROM media") == 1)
    #expect(try await collection.number("SELECT count(*) FROM file WHERE digest IS NULL") == 0)
    #expect(collection.reader.takeOpened() == ["a.jpg", "b.txt", "c.jpg"])
    #expect(try await collection.names() == names)
    #expect(balance(try await collection.index()) == "seen 4: 2 unchanged, 2 skipped")
  }

  @Test func `inodes that change by themselves are ignored from then on`() async throws {
    let collection = try Collection()
    for number in 0..<20 { collection.write("\(number)/a.jpg", "\(number)/b.jpg") }
    try await collection.index()
    // What a new mount of exFAT, sshfs or mergerfs does.
    try await collection.execute("UPDATE file SET inode = inode + 1000000, ctime = ctime - 1")
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index()) == "seen 40: 40 unchanged")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.number("SELECT unstable_inodes FROM root") == 1)
    collection.write("3/a.jpg", content: [1, 2, 3])
    #expect(balance(try await collection.index()) == "seen 40: 1 indexed, 39 unchanged")
  }

  @Test func `one rewritten folder does not make inodes unstable`() async throws {
    let collection = try Collection()
    for number in 0..<10 {
      for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
        collection.write("\(number)/\(name).jpg")
      }
    }
    try await collection.index()
    try await collection.execute(
      "UPDATE file SET inode = inode + 1000000 WHERE folder = (SELECT min(folder) FROM file)")
    #expect(balance(try await collection.index()) == "seen 90: 9 indexed, 81 unchanged")
    #expect(try await collection.number("SELECT unstable_inodes FROM root") == 0)
  }

  @Test func `a file that becomes media is an item, and one that stops stays one`() async throws {
    let collection = try Collection(
      reader: ScriptedReader { path in
        guard path.lastComponent == "data" else { return nil }
        guard let stamp = ScriptedReader.stamp(of: path), stamp.size == 2 else { return .notMedia }
        return .media(EmbeddedMetadata(format: .png), stamp)
      })
    collection.write("data")
    #expect(balance(try await collection.index()) == "seen 1: 1 skipped")
    #expect(try await collection.items() == [])
    collection.write("data", content: [1, 2])
    #expect(balance(try await collection.index()) == "seen 1: 1 indexed")
    #expect(try await collection.items() == ["data ok"])
    collection.write("data", content: [1, 2, 3])
    let report = try await collection.index()
    #expect(balance(report) == "seen 1: 1 failed")
    #expect(!report.isComplete)
    #expect(try await collection.items() == ["data failed"])
    #expect(try await collection.texts("SELECT error_code FROM file") == ["not-media"])
    #expect(balance(try await collection.index()) == "seen 1: 1 failed")
    collection.write("data", content: [3, 4])
    #expect(balance(try await collection.index()) == "seen 1: 1 indexed")
    #expect(try await collection.items() == ["data ok"])
  }
}
