import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("R62 Moves between places: roots, disks, folders that are left out") struct MovePlaceTests {
  /// Two roots, `one` with the items `a.jpg` and `b.jpg`, and `two` with `z.jpg`.
  private func twoRoots() async throws -> (Collection, id: Int64) {
    let collection = try Collection()
    collection.write("one/a.jpg", content: [1])
    collection.write("one/b.jpg", content: [1, 2])
    collection.write("two/z.jpg", content: [1, 2, 3])
    try await collection.index([collection.path("one"), collection.path("two")])
    try await MoveTests.type(collection)
    _ = collection.reader.takeOpened()
    return (collection, try await collection.id("a.jpg"))
  }

  @Test(arguments: [true, false])
  func `a file moved to another root is its item, whichever are scanned`(scansBoth: Bool)
    async throws
  {
    let (collection, id) = try await twoRoots()
    let typed = try await MoveTests.typed(collection)
    collection.move("one/a.jpg", to: "two/new/a.jpg")
    let report = try await collection.index(scansBoth ? [] : [collection.path("two")])
    #expect(
      balance(report)
        == (scansBoth ? "seen 3: 2 unchanged, 1 moved" : "seen 2: 1 unchanged, 1 moved"))
    #expect(balance(try await collection.index([])) == "seen 3: 3 unchanged")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await MoveTests.typed(collection) == typed)
    #expect(try await collection.id("new/a.jpg") == id)
  }

  @Test func `a file is missing until the root that it went to is scanned`() async throws {
    let (collection, id) = try await twoRoots()
    let typed = try await MoveTests.typed(collection)
    collection.move("one/a.jpg", to: "two/a.jpg")
    #expect(
      balance(try await collection.index([collection.path("one")]))
        == "seen 1: 1 unchanged, 1 missing")
    #expect(balance(try await collection.index([])) == "seen 3: 2 unchanged, 1 moved")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await MoveTests.typed(collection) == typed)
    #expect(try await collection.id("a.jpg") == id)
  }

  @Test(arguments: ["empty", "absent"])
  func `all of a root may move within one file system`(old: String) async throws {
    let (collection, id) = try await twoRoots()
    let isKnown = try await collection.number(
      "SELECT count(*) FROM root WHERE trim(hex(filesystem_uuid), '0') <> ''")
    guard isKnown == 2 else {
      print("skipped: the file system of the temporary directory has no UUID")
      return
    }
    collection.move("one", to: "two/all")
    if old == "empty" { mkdir(collection.path("one").displayText, 0o755) }
    let report = try await collection.index([collection.path("two")])
    #expect(balance(report) == "seen 3: 1 unchanged, 2 moved")
    #expect(try await collection.id("all/a.jpg") == id)
  }

  @Test func `most of a root that went to another is no loss`() async throws {
    let collection = try Collection()
    for number in 0..<40 { collection.write("a/\(number).jpg") }
    collection.write("b/z.jpg", content: [1, 2])
    try await collection.index([collection.path("a"), collection.path("b")])
    for number in 1..<40 { collection.move("a/\(number).jpg", to: "b/\(number).jpg") }
    let report = try await collection.index([])
    #expect(report.isComplete)
    #expect(balance(report) == "seen 41: 2 unchanged, 39 moved")
  }

  @Test(arguments: ["absent", "empty", "removed", "doubted"])
  func `a copy of what a disk holds that is away is no move`(state: String) async throws {
    let (collection, id) = try await twoRoots()
    collection.copy("one/a.jpg", to: "two/a.jpg")
    collection.move("one", to: ".away")
    if state == "empty" { mkdir(collection.path("one").displayText, 0o755) }
    if state == "removed" { try await collection.catalog.removeRoot(collection.path("one")) }
    if state == "doubted" {
      collection.write("one/b.jpg", content: [1, 2])
      try await collection.execute("UPDATE root SET state = 'offline' WHERE id = 1")
    }
    let report = try await collection.index([collection.path("two")])
    #expect(balance(report) == "seen 2: 1 indexed, 1 unchanged")
    #expect(try await collection.number("SELECT count(*) FROM media") == 4)
    #expect(
      try await collection.number(
        """
        SELECT d.root FROM file AS f JOIN folder AS d ON d.id = f.folder WHERE f.media = \(id)
        """) == 1)
  }

  @Test func `a removed root whose folder is there gives up what left it`() async throws {
    let (collection, id) = try await twoRoots()
    try await collection.catalog.removeRoot(collection.path("one"))
    collection.move("one/a.jpg", to: "two/a.jpg")
    let report = try await collection.index([])
    #expect(balance(report) == "seen 2: 1 unchanged, 1 moved")
    #expect(try await collection.id("a.jpg") == id)
    #expect(try await collection.items().sorted() == ["a.jpg ok", "b.jpg offline", "z.jpg ok"])
  }

  @Test func `a file moved to another disk keeps its item by name, size and time`() async throws {
    let disk = FilePath("/dev/shm/mediacat-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    mkdir(disk.displayText, 0o755)
    defer { TemporaryDirectory.remove(disk.displayText) }
    let (collection, id) = try await twoRoots()
    var status = (stat(), stat())
    stat(disk.displayText, &status.0)
    stat(collection.root.displayText, &status.1)
    try #require(status.0.st_dev != status.1.st_dev, "/dev/shm is a disk of its own on Linux")
    // `..` from the folder of files to the other disk.
    let up = String(repeating: "../", count: 40)
    collection.copy("one/a.jpg", to: up + disk.displayText.dropFirst() + "/in/a.jpg")
    collection.copy("one/b.jpg", to: up + disk.displayText.dropFirst() + "/in/renamed.jpg")
    collection.remove("one/a.jpg")
    let report = try await collection.index([disk])
    #expect(balance(report) == "seen 2: 1 indexed, 1 moved")
    #expect(collection.reader.takeOpened() == ["renamed.jpg"])
    #expect(try await collection.id("in/a.jpg") == id)
    #expect(balance(try await collection.index([])) == "seen 4: 4 unchanged")
  }

  @Test func `where inodes change by themselves the name has to be the same`() async throws {
    let (collection, id) = try await twoRoots()
    try await collection.execute("UPDATE root SET unstable_inodes = 1")
    collection.move("one/a.jpg", to: "one/new/a.jpg")
    collection.move("two/z.jpg", to: "two/renamed.jpg")
    collection.write("two/y.jpg", content: [9, 9, 9, 9])
    let report = try await collection.index([])
    #expect(balance(report) == "seen 4: 2 indexed, 1 unchanged, 1 moved, 1 missing")
    #expect(collection.reader.takeOpened() == ["renamed.jpg", "y.jpg"])
    #expect(try await collection.id("new/a.jpg") == id)
  }

  @Test func `of two vanished files that look alike neither is chosen by its name`() async throws {
    let collection = try Collection()
    collection.write("a/x.jpg", "z.jpg")
    collection.copy("a/x.jpg", to: "b/x.jpg")
    try await collection.index()
    collection.copy("a/x.jpg", to: "c/x.jpg")
    collection.remove("a/x.jpg", "b/x.jpg")
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 unchanged, 2 missing")
  }

  @Test func `from a hidden folder, where it was missing, a file comes back elsewhere`()
    async throws
  {
    let collection = try Collection()
    collection.write("a.jpg", "z.jpg")
    try await collection.index()
    try await MoveTests.type(collection)
    let typed = try await MoveTests.typed(collection)
    collection.move("a.jpg", to: ".hidden/a.jpg")
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged, 1 missing")
    #expect(try await collection.number("SELECT image_count FROM album") == 1)
    _ = collection.reader.takeOpened()
    collection.move(".hidden/a.jpg", to: "b/renamed.jpg")
    #expect(balance(try await collection.index()) == "seen 2: 1 unchanged, 1 moved")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.items() == ["z.jpg ok", "b/renamed.jpg ok"])
    #expect(try await MoveTests.typed(collection) == typed)
    #expect(try await collection.number("SELECT image_count FROM album") == 2)
  }

  @Test func `a folder that is left out from now on keeps its items, and gives up what leaves it`()
    async throws
  {
    let collection = try Collection()
    collection.write("m/a.jpg", "m/b.jpg", "z.jpg")
    try await collection.index()
    let id = try await collection.id("m/a.jpg")
    collection.write("m/.nomedia")
    collection.copy("m/b.jpg", to: "n/b.jpg")
    // The file is there, so the other is a copy, although the item is missing.
    #expect(balance(try await collection.index()) == "seen 2: 1 indexed, 1 unchanged, 2 missing")
    collection.move("m/a.jpg", to: "n/a.jpg")
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 moved")
    #expect(try await collection.id("n/a.jpg") == id)
  }

  @Test func `a name that cannot be looked at is not called gone`() async throws {
    let collection = try Collection()
    collection.write("m/a.jpg", "z.jpg")
    try await collection.index()
    let id = try await collection.id("m/a.jpg")
    collection.copy("m/a.jpg", to: "b/a.jpg")
    // A path that ends in a loop of links can no more be looked at than one without permission,
    // which does not stop the superuser.
    collection.move("m", to: ".away")
    #expect(collection.path("m").withCString { symlink("m", $0) } == 0)
    let report = try await collection.index()
    #expect(report.counts.indexed == 1)
    #expect(report.counts.moved == 0)
    #expect(try await collection.id("m/a.jpg") == id)
  }
}
