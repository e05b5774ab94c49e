import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Roots: how they are named, and that they do not overlap") struct RootTests {
  @Test(arguments: ["/", "/.", "//", "/sub/..", "/../photos"])
  func `one folder is one root however it is named`(suffix: String) async throws {
    let collection = try Collection()
    collection.write("a.jpg", "sub/b.jpg")
    try await collection.index()
    let name = FilePath(collection.root.displayText + suffix)
    #expect(balance(try await collection.index([name])) == "seen 2: 2 unchanged")
    #expect(try await collection.number("SELECT count(*) FROM root") == 1)
    // The disk is away: the name means the same root still.
    rename(collection.root.displayText, "\(collection.directory.path)/away")
    let report = try await collection.index([name])
    #expect(report.problems.map(\.path) == [collection.root])
    rename("\(collection.directory.path)/away", collection.root.displayText)
  }

  @Test func `a link to a folder names the folder`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    let link = "\(collection.directory.path)/link"
    symlink(collection.root.displayText, link)
    try await collection.index([FilePath(link)])
    #expect(
      try await collection.texts("SELECT CAST(path AS TEXT) FROM root") == [
        collection.root.displayText
      ])
    #expect(balance(try await collection.index([collection.root])) == "seen 1: 1 unchanged")
  }

  @Test(arguments: [true, false])
  func `roots that overlap are refused, naming both`(innerFirst: Bool) async throws {
    let collection = try Collection()
    collection.write("sub/b.jpg", "subway/c.jpg")
    let inner = collection.path("sub")
    try await collection.index([innerFirst ? inner : collection.root])
    let error = await #expect(throws: CatalogError.self) {
      try await collection.index([innerFirst ? collection.root : inner])
    }
    #expect(error?.code == .invalid)
    #expect(error?.description.contains(inner.displayText) == true)
    #expect(error?.description.contains(collection.root.displayText) == true)
    await #expect(throws: CatalogError.self) {
      try await collection.index([collection.path("subway"), collection.root])
    }
    #expect(try await collection.number("SELECT count(*) FROM root") == 1)
  }

  @Test func `neighbours with a common beginning do not overlap`() async throws {
    let collection = try Collection()
    collection.write("sub/b.jpg", "subway/c.jpg")
    let report = try await collection.index([collection.path("sub"), collection.path("subway")])
    #expect(balance(report) == "seen 2: 2 indexed")
    #expect(balance(try await collection.index([])) == "seen 2: 2 unchanged")
  }

  @Test func `a folder that is not there, and a file, are refused`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    let absent = await #expect(throws: CatalogError.self) {
      try await collection.index([collection.path("absent")])
    }
    #expect(absent?.code == .notFound)
    let file = await #expect(throws: CatalogError.self) {
      try await collection.index([collection.path("a.jpg")])
    }
    #expect(file?.code == .invalid)
    #expect(try await collection.number("SELECT count(*) FROM root") == 0)
  }

  @Test func `a trouble of one root does not keep another from its scan`() async throws {
    let collection = try Collection()
    collection.write("one/a.jpg", "two/b.jpg")
    try await collection.index([collection.path("one"), collection.path("two")])
    collection.move("one", to: "away")
    collection.write("two/c.jpg")
    let report = try await collection.index([])
    #expect(balance(report) == "seen 2: 1 indexed, 1 unchanged")
    #expect(report.problems.map(\.path) == [collection.path("one")])
    #expect(
      try await collection.items().map { String($0.split(separator: " ").last ?? "") } == [
        "offline", "ok", "ok",
      ])
  }

  @Test func `a root that was taken away comes back with what a person typed`() async throws {
    let collection = try Collection()
    collection.write("a.jpg", "b.jpg")
    try await collection.index()
    let id = try await collection.id("a.jpg")
    try await collection.catalog.setFavorite(true, of: [id])
    try await collection.catalog.setFavorite(false, of: [id])
    try await collection.catalog.setFavorite(true, of: [id])
    try await collection.catalog.removeRoot(collection.root)
    #expect(try await collection.items() == ["a.jpg offline", "b.jpg offline"])
    #expect(balance(try await collection.index([])) == "seen 0: ")
    #expect(balance(try await collection.index()) == "seen 2: 2 unchanged")
    #expect(try await collection.items() == ["a.jpg ok", "b.jpg ok"])
    #expect(try await collection.number("SELECT favorite FROM edit WHERE media = \(id)") == 1)
    // Each object has one number, its last.
    #expect(
      try await collection.number("SELECT count(*) - count(DISTINCT kind * 1000 + id) FROM change")
        == 0)
  }

  @Test func `a relocated root keeps its items, and nothing is read`() async throws {
    let collection = try Collection()
    collection.write("a.jpg", "sub/b.jpg")
    try await collection.index()
    let id = try await collection.id("sub/b.jpg")
    let new = "\(collection.directory.path)/elsewhere"
    rename(collection.root.displayText, new)
    try await collection.catalog.relocateRoot(collection.root, to: FilePath(new))
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index([])) == "seen 2: 2 unchanged")
    #expect(collection.reader.takeOpened() == [])
    #expect(try await collection.id("sub/b.jpg") == id)
  }

  @Test func `the root of the file system can be one`() async throws {
    // Everything but this test's folder is excluded by patterns.
    let name = "zz-mediacat-\(getpid())"
    mkdir("/tmp/\(name)", 0o755)
    defer { TemporaryDirectory.remove("/tmp/\(name)") }
    let file = fopen("/tmp/\(name)/a.jpg", "w")
    fputs("x", file)
    fclose(file)
    let collection = try Collection()
    let excludes: [FilePath] = ["/[!t]*", "/t[!m]*", "/tmp/[!z]*", "/tmp/z[!z]*", "/tmp*/*.*"]
    let report = try await collection.index(["/"]) {
      $0.excludes = excludes
      $0.crossesFileSystems = true
    }
    // Another run of this test at the same time has a folder there too.
    #expect(report.counts.indexed >= 1)
    let again = try await collection.index(["/"]) { $0.crossesFileSystems = true }
    #expect(again.counts.unchanged >= 1)
    let folders = try await collection.texts(
      "SELECT CAST(path AS TEXT) FROM folder WHERE path <> x''")
    #expect(folders.contains("tmp") && folders.contains("tmp/\(name)"))
  }
}
