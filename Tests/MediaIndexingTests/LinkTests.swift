import Glibc
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import Testing

@Suite("Hard links: one item, several names") struct LinkTests {
  /// A file `m.jpg` with a link `z/l.jpg`, indexed.
  private func linked() async throws -> (Collection, id: Int64) {
    let collection = try Collection()
    collection.write("m.jpg", "other.jpg")
    collection.link("m.jpg", as: "z/l.jpg")
    #expect(balance(try await collection.index()) == "seen 3: 2 indexed, 1 skipped")
    #expect(collection.reader.takeOpened() == ["m.jpg", "other.jpg"])
    let id = try await collection.id("m.jpg")
    #expect(
      try await collection.names() == [
        "m.jpg item \(id)", "other.jpg item \(id + 1)", "z/l.jpg link to \(id)",
      ])
    return (collection, id)
  }

  @Test func `an unchanged link is not opened`() async throws {
    let (collection, _) = try await linked()
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 skipped")
    #expect(collection.reader.takeOpened() == [])
  }

  @Test func `a new link that sorts first does not take the item's place`() async throws {
    let (collection, id) = try await linked()
    collection.link("m.jpg", as: "a.jpg")
    #expect(balance(try await collection.index()) == "seen 4: 1 indexed, 1 unchanged, 2 skipped")
    #expect(
      try await collection.names().filter { $0.hasSuffix(" \(id)") } == [
        "a.jpg link to \(id)", "m.jpg item \(id)", "z/l.jpg link to \(id)",
      ])
    #expect(balance(try await collection.index()) == "seen 4: 2 unchanged, 2 skipped")
  }

  @Test func `a link that is left takes the place of a removed first name`() async throws {
    let (collection, id) = try await linked()
    try await collection.catalog.setFavorite(true, of: [id])
    collection.remove("m.jpg")
    let report = try await collection.index()
    #expect(balance(report) == "seen 2: 1 indexed, 1 unchanged")
    #expect(try await collection.names().contains("z/l.jpg item \(id)"))
    #expect(try await collection.items() == ["other.jpg ok", "z/l.jpg ok"])
    #expect(try await collection.number("SELECT count(*) FROM media") == 2)
    #expect(balance(try await collection.index()) == "seen 2: 2 unchanged")
  }

  @Test func `of two links that are left one takes the place`() async throws {
    let (collection, id) = try await linked()
    collection.link("m.jpg", as: "y.jpg")
    try await collection.index()
    collection.remove("m.jpg")
    try await collection.index()
    #expect(
      try await collection.names().filter { $0.hasSuffix(" \(id)") } == [
        "y.jpg item \(id)", "z/l.jpg link to \(id)",
      ])
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 skipped")
  }

  @Test func `when all names vanish the item is missing, and any name brings it back`()
    async throws
  {
    let (collection, id) = try await linked()
    collection.move("m.jpg", to: ".away/m.jpg")
    collection.move("z/l.jpg", to: ".away/l.jpg")
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged, 1 missing")
    #expect(try await collection.items() == ["m.jpg missing", "other.jpg ok"])
    #expect(balance(try await collection.index()) == "seen 1: 1 unchanged")
    collection.move(".away/l.jpg", to: "z/l.jpg")
    try await collection.index()
    #expect(try await collection.items() == ["other.jpg ok", "z/l.jpg ok"])
    #expect(try await collection.id("z/l.jpg") == id)
    collection.move(".away/m.jpg", to: "m.jpg")
    try await collection.index()
    #expect(
      try await collection.names().filter { $0.hasSuffix(" \(id)") } == [
        "m.jpg link to \(id)", "z/l.jpg item \(id)",
      ])
  }

  @Test func `all names of a file come back together`() async throws {
    let (collection, id) = try await linked()
    let before = try await collection.names()
    collection.move("m.jpg", to: ".away/m.jpg")
    collection.move("z/l.jpg", to: ".away/l.jpg")
    try await collection.index()
    collection.move(".away/l.jpg", to: "z/l.jpg")
    collection.move(".away/m.jpg", to: "m.jpg")
    try await collection.index()
    #expect(try await collection.names() == before)
    #expect(try await collection.id("m.jpg") == id)
  }

  @Test func `content changed through one name is read once`() async throws {
    let (collection, id) = try await linked()
    let stream = fopen(collection.path("z/l.jpg").displayText, "r+")
    fputs("changed", stream)
    fclose(stream)
    _ = collection.reader.takeOpened()
    #expect(balance(try await collection.index()) == "seen 3: 1 indexed, 1 unchanged, 1 skipped")
    #expect(collection.reader.takeOpened() == ["m.jpg"])
    #expect(try await collection.names().contains("z/l.jpg link to \(id)"))
    #expect(balance(try await collection.index()) == "seen 3: 2 unchanged, 1 skipped")
  }

  @Test(arguments: ["m.jpg", "z/l.jpg"])
  func `a name that gets bytes of its own is an item of its own`(name: String) async throws {
    let (collection, id) = try await linked()
    // What an editor does: it writes another file and renames it over this one.
    collection.write("edited.tmp", content: [1, 2, 3])
    collection.move("edited.tmp", to: name)
    try await collection.index()
    #expect(try await collection.items() == ["m.jpg ok", "other.jpg ok", "z/l.jpg ok"])
    #expect(try await collection.id("m.jpg") == id)
    #expect(try await collection.id("z/l.jpg") > id + 1)
    #expect(balance(try await collection.index()) == "seen 3: 3 unchanged")
  }

  @Test func `a link to what is no media is skipped and not opened again`() async throws {
    let collection = try Collection()
    collection.write("a.txt")
    collection.link("a.txt", as: "b.txt")
    #expect(balance(try await collection.index()) == "seen 2: 2 skipped")
    #expect(collection.reader.takeOpened() == ["a.txt"])
    #expect(balance(try await collection.index()) == "seen 2: 2 skipped")
    #expect(collection.reader.takeOpened() == [])
  }

  @Test func `a link in a folder that cannot be walked keeps its item`() async throws {
    let (collection, id) = try await linked()
    collection.write("z/.nomedia")
    // Left out by a rule: the link goes, the item stays.
    let report = try await collection.index()
    #expect(report.counts.missing == 0)
    #expect(try await collection.items() == ["m.jpg ok", "other.jpg ok"])
    #expect(try await collection.id("m.jpg") == id)
  }

  @Test func `a first name that is left out from now on hands its item to a link`() async throws {
    let (collection, id) = try await linked()
    try await collection.index { $0.excludes = ["m.*"] }
    // The link did not change, so nothing was opened; the item lives on under it.
    #expect(try await collection.items() == ["other.jpg ok", "z/l.jpg ok"])
    #expect(try await collection.id("z/l.jpg") == id)
    try await collection.index { $0.excludes = [] }
    #expect(
      try await collection.names().filter { $0.hasSuffix(" \(id)") } == [
        "m.jpg link to \(id)", "z/l.jpg item \(id)",
      ])
  }

  @Test func `many links are resolved in stretches`() async throws {
    let collection = try Collection()
    for number in 0..<700 { collection.write("a/\(number).jpg") }
    try await collection.index()
    for number in 0..<700 {
      collection.write("b/\(number).jpg", content: [2, 3])
      collection.link("b/\(number).jpg", as: "c/\(number).jpg")
    }
    let report = try await collection.index()
    #expect(balance(report) == "seen 2100: 700 indexed, 700 unchanged, 700 skipped")
    #expect(
      try await collection.number("SELECT count(DISTINCT media) FROM file WHERE role = 1") == 700)
    #expect(balance(try await collection.index()) == "seen 2100: 1400 unchanged, 700 skipped")
  }
}
