import Glibc
import LinuxSystem
import MediaCatalog
import MediaIndexing
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("The walk: names, links, special files, ignored names") struct WalkTests {
  @Test func `names are bytes`() async throws {
    let collection = try Collection()
    let names: [FilePath] = [
      FilePath(bytes: [0x4E, 0x6F, 0xEB, 0x6C] + ascii(".jpg")),  // Latin-1
      FilePath(bytes: ascii("b") + [0xC3, 0xAA] + ascii("te.jpg")),  // NFC
      FilePath(bytes: ascii("be") + [0xCC, 0x82] + ascii("te.jpg")),  // NFD
      "a\nb.jpg", "a\tb.jpg", "%s%n.jpg", "-rf.jpg", "a'b\"c$d`e.jpg", "a\\b.jpg", " .jpg",
      "a#b?c&d.jpg", "\u{1B}[31mred.jpg", "\u{202E}gpj.jpg", "*?[a].jpg", "CON.jpg",
      "🇨🇿👨‍👩‍👧.jpg", FilePath(bytes: [0xFF, 0xFE] + ascii(".jpg")),
      FilePath(String(repeating: "x", count: 251) + ".jpg"),
    ]
    for name in names {
      collection.write(name)
      collection.write(FilePath(bytes: name.bytes.dropLast(4)).appending(name))
    }
    #expect(balance(try await collection.index()) == "seen 36: 36 indexed")
    #expect(balance(try await collection.index()) == "seen 36: 36 unchanged")
    let stored = try await collection.catalog.database.read { connection in
      try connection.rows(
        "SELECT f.name FROM file AS f JOIN folder AS d ON d.id = f.folder WHERE d.path = x''"
      ).compactMap { $0[0].blob.map(FilePath.init(bytes:)) }
    }
    #expect(Set(stored) == Set(names))
  }

  @Test func `links, pipes and sockets are passed by`() async throws {
    let collection = try Collection()
    collection.write("real.jpg", "a/x.jpg", "IMG_dir.jpg/in.jpg")
    for (target, name) in [
      ("real.jpg", "link.jpg"), ("nowhere", "dangling.jpg"), ("self.jpg", "self.jpg"),
      (".", "loop"), ("..", "a/up"), ("/", "rootlink"), ("/dev/zero", "zero.jpg"), ("a", "alias"),
    ] {
      symlink(target, collection.path(name).displayText)
    }
    mkfifo(collection.path("pipe.jpg").displayText, 0o644)
    #expect(balance(try await collection.index()) == "seen 3: 3 indexed")
    #expect(try await collection.items() == ["real.jpg ok", "IMG_dir.jpg/in.jpg ok", "a/x.jpg ok"])
  }

  @Test func `a tree of 120 folders is walked with few descriptors`() async throws {
    let collection = try Collection()
    var path = FilePath("")
    for level in 0..<120 {
      path = path.appending("level")
      collection.write(path.appending(FilePath("\(level).jpg")))
      // A second folder after the deep one: the walk comes back to it.
      collection.write(path.parent.appending("zz").appending(FilePath("\(level).jpg")))
    }
    #expect(balance(try await collection.index()) == "seen 240: 240 indexed")
    #expect(balance(try await collection.index()) == "seen 240: 240 unchanged")
  }

  @Test func `paths longer than the system takes are left out with a word`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    let name = String(repeating: "d", count: 240)
    var descriptor = open(collection.root.displayText, O_RDONLY | O_DIRECTORY)
    for _ in 0..<20 {
      mkdirat(descriptor, name, 0o755)
      let child = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
      close(descriptor)
      descriptor = child
      close(openat(descriptor, "x.jpg", O_WRONLY | O_CREAT, 0o644))
    }
    close(descriptor)
    let report = try await collection.index()
    #expect(report.problems.map(\.kind) == [.leftOut])
    #expect(report.problems.first?.reason.contains("4095 bytes") == true)
    #expect(!report.isComplete)
    #expect(report.counts.indexed == report.counts.seen)
    #expect(report.counts.seen > 10)
  }

  @Test func `what other programs leave is left out, and can be asked for`() async throws {
    let collection = try Collection()
    collection.write(
      "a.jpg", "@eaDir/b.jpg", "#recycle/c.jpg", "__MACOSX/d.jpg", "lost+found/e.jpg",
      "$RECYCLE.BIN/f.jpg", "System Volume Information/g.jpg", "x.photoslibrary/h.jpg",
      "y.lrdata/i.jpg", "private/.nomedia", "private/j.jpg", "private/deep/k.jpg", ".hidden.jpg",
      ".thumbnails/l.jpg", "._a.jpg", "Sea.jpg", "lovely.jpg", "day")
    #expect(balance(try await collection.index()) == "seen 4: 3 indexed, 1 skipped")
    let hidden = try await collection.index { $0.includesHidden = true }
    #expect(balance(hidden) == "seen 5: 1 indexed, 3 unchanged, 1 skipped")
    // Remembered with the root.
    #expect(balance(try await collection.index()) == "seen 5: 4 unchanged, 1 skipped")
    let all = try await collection.index { $0.usesDefaultIgnores = false }
    #expect(balance(all) == "seen 18: 12 indexed, 4 unchanged, 2 skipped")
    let fewer = try await collection.index {
      $0.includesHidden = false
      $0.usesDefaultIgnores = true
    }
    #expect(fewer.isComplete)
    #expect(balance(fewer) == "seen 4: 3 unchanged, 1 skipped, 13 missing")
  }

  @Test(arguments: [
    ("*.tmp.jpg", ["a.tmp.jpg", "old/b.tmp.jpg"]), ("old", ["old/b.tmp.jpg", "old/x.jpg"]),
    ("old/", ["old/b.tmp.jpg", "old/x.jpg"]), ("/old", ["old/b.tmp.jpg", "old/x.jpg"]),
    ("sub/old", []), ("sub/*.jpg", ["sub/old.jpg"]), ("*/x.jpg", ["old/x.jpg"]), ("", []),
  ])
  func `a pattern leaves out names, paths, or folders only`(
    pattern: String, leftOut: [String]
  ) async throws {
    let all = ["a.tmp.jpg", "old.jpg", "old/b.tmp.jpg", "old/x.jpg", "sub/old.jpg"]
    let collection = try Collection()
    for name in all { collection.write(FilePath(name)) }
    try await collection.index { $0.excludes = [FilePath(pattern)] }
    let listed = try await collection.items().map { String($0.dropLast(3)) }.sorted()
    #expect(listed == all.filter { !leftOut.contains($0) })
    // Remembered, and lifted again.
    #expect(try await collection.index().counts.seen == listed.count)
    #expect(try await collection.index { $0.excludes = [] }.counts.indexed == leftOut.count)
  }

  @Test func `a file of the name of a folder pattern stays in`() async throws {
    let collection = try Collection()
    collection.write("old", "sub/old/a.jpg")
    let report = try await collection.index { $0.excludes = ["old/"] }
    #expect(report.counts.seen == 1)
  }

  @Test func `leaving most of a root out is no loss`() async throws {
    let collection = try Collection()
    for number in 0..<50 { collection.write("old/\(number).jpg") }
    collection.write("a.jpg")
    try await collection.index()
    let report = try await collection.index { $0.excludes = ["old"] }
    #expect(report.isComplete)
    #expect(balance(report) == "seen 1: 1 unchanged, 50 missing")
    #expect(balance(try await collection.index { $0.excludes = [] }) == "seen 51: 51 unchanged")
  }

  @Test func `a root that is marked as one without media is told of`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    try await collection.index()
    collection.write(".nomedia")
    let report = try await collection.index()
    #expect(report.problems.map(\.kind) == [.leftOut])
    #expect(try await collection.items() == ["a.jpg ok"])
    #expect(
      balance(try await collection.index { $0.usesDefaultIgnores = false })
        == "seen 1: 1 unchanged")
  }

  @Test func `the catalog inside its own tree is never indexed`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    symlink("photos", "\(collection.directory.path)/alias")
    // Through a link, as a person may name it.
    let catalog = try Catalog.open(at: FilePath("\(collection.directory.path)/alias/c.jpg"))
    for count in [1, 0] {
      let report = try await catalog.index([collection.root], reader: collection.reader)
      #expect(report.counts.seen == 1)
      #expect(report.counts.indexed == count)
    }
    #expect(collection.reader.takeOpened() == ["a.jpg"])
    await catalog.close()
    let left = DirectoryReader()
    var listing = DirectoryListing()
    try left.list(Directory(path: collection.root), into: &listing)
    #expect(
      listing.entries.map { listing.name(of: $0).displayText } == ["a.jpg", "c.jpg"])
  }

  @Test func `captures beside the catalog are never indexed`() async throws {
    let collection = try Collection()
    collection.write("a.jpg")
    // What only looks like a picker's folder is one of the collection.
    for name in ["c.sqlite-picker/captures/x.jpg", "c.sqlite-pickers/b.jpg"] {
      collection.write(name)
    }
    let own = FilePath("\(collection.root)/c.sqlite-picker")
    let catalog = try Catalog.open(at: FilePath("\(collection.root)/c.sqlite"))
    let report = try await catalog.index([collection.root], reader: collection.reader)
    #expect(report.counts.seen == 2)
    #expect(report.problems.isEmpty)
    #expect(collection.reader.takeOpened() == ["a.jpg", "b.jpg"])
    await catalog.close()
    let other = try Catalog.open(at: FilePath("\(collection.root)/c.sqlite"))
    for path in [own, own.appending("captures")] {
      await #expect(throws: CatalogError.self) {
        try await other.index([path], reader: collection.reader)
      }
      await #expect(throws: CatalogError.self) { try await other.addRoot(path) }
    }
    #expect(collection.reader.takeOpened() == [])
    #expect(try await other.roots().map(\.path) == [collection.root])
    await other.close()
  }
}
