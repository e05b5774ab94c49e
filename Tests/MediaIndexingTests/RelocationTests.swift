import Glibc
import MediaCatalog
@testable import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Roots under another path") struct RelocationTests {
  private let collection: Collection
  private let names = (0..<12).map { "\($0 % 3)/\($0).jpg" }

  init() async throws {
    collection = try Collection()
    writeFiles()
    try await collection.index()
  }

  private var elsewhere: FilePath { FilePath("\(collection.directory.path)/elsewhere") }

  private var away: FilePath { FilePath("\(collection.directory.path)/away") }

  private func rename(_ old: FilePath, _ new: FilePath) {
    #expect(Glibc.rename(old.displayText, new.displayText) == 0)
  }

  private func writeFiles() {
    for (index, name) in names.enumerated() {
      collection.write(FilePath(name), content: [UInt8(index), 7])
      collection.setTime(name, 1_500_000_000 + index)
    }
  }

  /// Copies the root's files elsewhere, with their times; the root itself is away then.
  private func copyRoot() {
    rename(collection.root, away)
    mkdir(collection.root.displayText, 0o755)
    writeFiles()
    rename(collection.root, elsewhere)
  }

  private var items: [String] {
    get async throws {
      try await collection.texts("SELECT id || ' ' || hex(uid) FROM media ORDER BY id")
    }
  }

  @Test func `are the roots they were, and nothing is opened`() async throws {
    let before = try await items
    rename(collection.root, elsewhere)
    let report = try await collection.index([elsewhere])
    #expect(balance(report) == "seen 12: 12 unchanged")
    #expect(report.relocations == [RootRelocation(old: collection.root, new: elsewhere)])
    #expect(report.isComplete)
    #expect(try await items == before)
    #expect(try await collection.catalog.roots().map(\.path) == [elsewhere])
    // The next run knows nothing else.
    #expect(balance(try await collection.index([])) == "seen 12: 12 unchanged")
  }

  @Test func `keep their albums, and are found although some files are new, gone or changed`()
    async throws
  {
    let album = try await collection.catalog.createAlbum("Trip")
    try await collection.catalog.add([1, 2, 3], toAlbum: album)
    collection.remove(names[11])
    collection.write("new.jpg", content: [9, 9, 9])
    rename(collection.root, elsewhere)
    let report = try await collection.index([elsewhere])
    #expect(balance(report) == "seen 12: 1 indexed, 11 unchanged, 1 missing")
    #expect(
      try await collection.catalog.page(of: MediaQuery(album: album)).items.map(\.state)
        == [.ok, .ok, .ok])
  }

  @Test func `that hold copies of what is not there need a decision`() async throws {
    copyRoot()
    let error = await #expect(throws: CatalogError.self) {
      try await collection.index([elsewhere])
    }
    #expect(error?.code == .ambiguous)
    let text = error?.description ?? ""
    #expect(text.contains("mediacat roots relocate '\(collection.root)' '\(elsewhere)' keeps"))
    #expect(text.contains("mediacat roots add '\(elsewhere)' makes"))
    #expect(try await collection.number("SELECT count(*) FROM root") == 1)
    // One decision …
    try await collection.catalog.addRoot(elsewhere)
    #expect(balance(try await collection.index([elsewhere])) == "seen 12: 12 indexed")
    // … can be taken back: the copies' root goes, and the first one takes its path.
    try await collection.catalog.removeRoot(elsewhere)
    try await collection.catalog.relocateRoot(collection.root, to: elsewhere)
    #expect(try await collection.catalog.roots().map(\.path) == [elsewhere])
    #expect(balance(try await collection.index([elsewhere])) == "seen 12: 12 unchanged")
    // The copies' inodes are known from now on, and count.
    #expect(try await collection.catalog.roots().map(\.hasUnstableInodes) == [false])
    let inode = try #require(PathStatus(at: elsewhere.appending(FilePath(names[4])))).stamp.inode
    #expect(try await collection.number("SELECT count(*) FROM file WHERE inode = \(inode)") == 2)
    #expect(balance(try await collection.index([elsewhere])) == "seen 12: 12 unchanged")
    #expect(
      try await collection.texts(
        "SELECT CAST(path AS TEXT) FROM root WHERE state = 'removed'") == [
          collection.root.displayText
        ])
    #expect(try await collection.catalog.page(of: MediaQuery()).items.map(\.id).max() == 12)
  }

  @Test func `are copies while the first ones are there`() async throws {
    copyRoot()
    rename(away, collection.root)
    let report = try await collection.index([elsewhere])
    #expect(balance(report) == "seen 12: 12 indexed" && report.relocations == [])
    #expect(try await collection.number("SELECT count(*) FROM root") == 2)
  }

  @Test func `are other roots when most files are others`() async throws {
    copyRoot()
    for name in names.prefix(4) {
      let path = elsewhere.appending(FilePath(name))
      #expect(path.withCString { truncate($0, 1) } == 0)
    }
    let report = try await collection.index([elsewhere])
    #expect(report.relocations == [])
    #expect(try await collection.number("SELECT count(*) FROM root") == 2)
  }
}
