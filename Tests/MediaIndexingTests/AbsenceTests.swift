import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Absence: missing, revived, offline") struct AbsenceTests {
  @Test func `a vanished file is missing, and comes back as it was without being read`()
    async throws
  {
    let collection = try Collection()
    collection.write("a.jpg", "b/c.jpg", "b/n.txt", "b/deep/d.jpg")
    try await collection.index()
    let id = try await collection.id("b/c.jpg")
    try await collection.catalog.setFavorite(true, of: [id])
    let album = try await collection.catalog.createAlbum("Kept")
    try await collection.catalog.add([id], toAlbum: album)
    collection.move("b", to: ".away")
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged, 2 missing")
    #expect(
      try await collection.items() == ["a.jpg ok", "b/c.jpg missing", "b/deep/d.jpg missing"])
    #expect(try await collection.number("SELECT image_count FROM album") == 0)
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged")
    collection.move(".away", to: "b")
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index()) == "seen 4: 3 unchanged, 1 skipped")
    // What is no media was forgotten, so it is looked at anew.
    #expect(collection.reader.takeOpened() == ["n.txt"])
    #expect(try await collection.items() == ["a.jpg ok", "b/c.jpg ok", "b/deep/d.jpg ok"])
    #expect(try await collection.id("b/c.jpg") == id)
    #expect(try await collection.number("SELECT favorite FROM edit WHERE media = \(id)") == 1)
    #expect(try await collection.number("SELECT image_count FROM album") == 1)
  }

  @Test func `a file that comes back changed is read and revived`() async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b.jpg")
    try await collection.index()
    let id = try await collection.id("a.jpg")
    collection.remove("a.jpg")
    try await collection.index()
    collection.write("a.jpg", content: [1, 2, 3])
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 unchanged")
    #expect(try await collection.items() == ["a.jpg ok", "b.jpg ok"])
    #expect(try await collection.id("a.jpg") == id)
  }

  @Test(arguments: ["absent", "empty", "a file"])
  func `nothing is marked gone when the root is`(state: String) async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b/c.jpg")
    try await collection.index()
    let away = FilePath("\(collection.directory.path)/away")
    rename(collection.root.displayText, away.displayText)
    switch state {
    case "absent": break
    case "empty": mkdir(collection.root.displayText, 0o755)
    default: collection.directory.write("photos", [1])
    }
    let roots: [FilePath] = state == "a file" ? [] : [collection.root]
    let report = try await collection.index(roots)
    #expect(balance(report) == "seen 0: ")
    #expect(report.problems.map(\.kind) == [.offline])
    #expect(report.problems.first?.path == collection.root)
    #expect(!report.isComplete)
    #expect(try await collection.items() == ["a.jpg offline", "b/c.jpg offline"])
    #expect(try await collection.number("SELECT sum(exclusion) FROM media") == 0)
    if state != "absent" { #expect(remove(collection.root.displayText) == 0) }
    rename(away.displayText, collection.root.displayText)
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index()) == "seen 2: 2 unchanged")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.items() == ["a.jpg ok", "b/c.jpg ok"])
  }

  @Test func `a root that was empty stays online while it is`() async throws {
    let collection = try Collection()
    #expect(try await collection.index().isComplete)
    #expect(try await collection.index().isComplete)
  }

  @Test func `another disk in the root's place is offline`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    try await collection.index()
    let hasIdentity =
      try await collection.number(
        "SELECT filesystem_uuid IS NOT NULL FROM root") == 1
    guard hasIdentity else {
      print("skipped: the file system of the temporary directory has no UUID")
      return
    }
    try await collection.execute(
      "UPDATE root SET filesystem_uuid = x'00112233445566778899aabbccddeeff'")
    // The known names are there: the disk was copied to another.
    #expect(try await collection.index().isComplete)
    try await collection.execute(
      "UPDATE root SET filesystem_uuid = x'00112233445566778899aabbccddeeff'")
    collection.move("a.jpg", to: "other.jpg")
    let report = try await collection.index()
    #expect(report.problems.map(\.kind) == [.offline])
    #expect(try await collection.items() == ["a.jpg offline"])
  }

  @Test func `a root that lost most of its files is not believed until a person says so`()
    async throws
  {
    let collection = try Collection()
    for number in 0..<40 { collection.write("\(number).jpg", "\(number).txt") }
    try await collection.index()
    for number in 0..<21 { collection.remove("\(number).jpg") }
    collection.write("new.jpg", content: [9])
    let doubted = try await collection.index()
    #expect(doubted.problems.map(\.kind) == [.offline])
    #expect(doubted.problems.first?.reason.contains("--accept-loss") == true)
    #expect(doubted.counts.missing == 0)
    #expect(
      try await collection.number("SELECT count(*) FROM media WHERE exclusion & 2") == 0)
    let accepted = try await collection.index { $0.acceptsMassLoss = true }
    #expect(accepted.isComplete)
    #expect(accepted.counts.missing == 21)
    #expect(try await collection.texts("SELECT state FROM root") == ["online"])
  }

  @Test func `many files that are no media are no loss`() async throws {
    let collection = try Collection()
    for number in 0..<40 { collection.write("\(number).txt") }
    collection.write("a.jpg")
    try await collection.index()
    for number in 0..<40 { collection.remove("\(number).txt") }
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged")
    #expect(try await collection.number("SELECT count(*) FROM file") == 1)
  }

  @Test func `a folder reorganised within its root is no loss`() async throws {
    let collection = try Collection()
    for number in 0..<30 { collection.write("old/\(number).jpg") }
    try await collection.index()
    collection.move("old", to: "new")
    #expect(balance(try await collection.index()) == "seen 30: 30 moved")
  }

  @Test func `a folder removed between listing and entering is gone, not a problem`()
    async throws
  {
    let collection = try Collection()
    for number in 0..<800 { collection.write("a/\(number).jpg") }
    collection.write("b/c.jpg")
    try await collection.index()
    for number in 0..<800 { collection.write("a/\(number).jpg", content: [1, 2]) }
    // The walk waits for readers inside `a`; by then it has listed the root.
    let removed = path(collection, "b")
    let reader = ScriptedReader(concurrency: 1) { path in
      if path.lastComponent == "1.jpg" {
        unlink(removed.appending("c.jpg").displayText)
        rmdir(removed.displayText)
      }
      return nil
    }
    let report = try await collection.index(reader: reader)
    #expect(report.isComplete)
    #expect(balance(report) == "seen 800: 800 indexed, 1 missing")
  }

  private func path(_ collection: Collection, _ name: String) -> FilePath { collection.path(name) }
}
