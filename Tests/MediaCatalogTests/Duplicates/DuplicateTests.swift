import CatalogTestSupport
import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

/// Files of a folder, in a catalog that knows their state.
private struct Photos {
  let directory = TemporaryDirectory()
  let fixture: CatalogFixture

  init() async throws {
    fixture = try await CatalogFixture()
    let root = FilePath(directory.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
    }
  }

  var catalog: Catalog { fixture.catalog }

  /// Writes a file and adds it as an index run would.
  @discardableResult
  func add(_ name: String, _ bytes: [UInt8]) async throws -> Int64 {
    directory.write(name, bytes)
    let item = try await fixture.add(name)
    try await index(name, item)
    return item
  }

  /// Takes the file's present state over.
  func index(_ name: String, _ item: Int64) async throws {
    var status = stat()
    #expect(stat("\(directory.path)/\(name)", &status) == 0)
    let (size, inode) = (Int64(status.st_size), Int64(status.st_ino))
    let (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
    try await catalog.database.write { connection in
      try connection.execute(
        """
        UPDATE file SET size = \(size), mtime = \(modified), ctime = \(changed), inode = \(inode),
          digest = NULL WHERE media = \(item) AND role = 0
        """)
    }
  }

  private func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Searches, and counts the files that were opened meanwhile.
  func search(
    _ filter: MediaFilter = .everything
  ) async throws -> (groups: [[Int64]], problems: [String], opened: Int) {
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    #expect(watch >= 0)
    defer { close(watch) }
    #expect(inotify_add_watch(watch, directory.path, UInt32(IN_OPEN)) >= 0)
    let report = try await catalog.duplicates(matching: MediaQuery(filter: filter))
    var names: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(watch, &buffer, buffer.count)
    var start = 0
    while start + 16 <= count {
      let length = Int(buffer[start + 12]) | Int(buffer[start + 13]) << 8
      let name = buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
      names.insert(String(decoding: name, as: UTF8.self))
      start += 16 + length
    }
    return (
      report.groups.map { $0.members.map(\.item) }, report.problems.map(\.description), names.count
    )
  }
}

@Suite("Files of equal bytes, behaviours G-06") struct DuplicateTests {
  private let one = [UInt8](repeating: 1, count: 1_000)
  private var other: [UInt8] { one.dropLast() + [2] }

  @Test func `are read once, and only where sizes are equal`() async throws {
    let photos = try await Photos()
    let a = try await photos.add("a.jpg", one)
    try await photos.add("b.jpg", other)
    let c = try await photos.add("c.jpg", one)
    try await photos.add("d.jpg", one + [1])
    let first = try await photos.search()
    #expect(first.groups == [[a, c]])
    #expect(first.problems == [])
    #expect(first.opened == 3)
    let second = try await photos.search()
    #expect(second.groups == [[a, c]])
    #expect(second.opened == 0)
    // The digest is that of `xxhsum -H2`, in the canonical order.
    let digests = try await photos.catalog.database.read { connection in
      try connection.rows("SELECT digest FROM v_media ORDER BY id").map { $0[0].text }
    }
    #expect(digests == [Self.digestOfOne, Self.digestOfOther, Self.digestOfOne, nil])
  }

  /// `head -c 1000 /dev/zero | tr '\0' '\1' | xxhsum -H2`.
  private static let digestOfOne = "078b6363765c1eb110dee1ec8ce9fb6c"
  /// The same with a last byte of 2.
  private static let digestOfOther = "e3a43f30c186ff92b4a12bd4bf9ceba6"

  @Test func `are read again when they have changed`() async throws {
    let photos = try await Photos()
    let a = try await photos.add("a.jpg", one)
    let b = try await photos.add("b.jpg", one)
    let c = try await photos.add("c.jpg", one)
    #expect(try await photos.search().groups == [[a, b, c]])
    photos.directory.write("b.jpg", other)
    let changed = try await photos.search()
    #expect(changed.groups == [[a, c]])
    #expect(changed.problems.count == 1)
    #expect(changed.problems.first?.contains("b.jpg: has changed since it was indexed") == true)
    #expect(changed.opened == 0)
    try await photos.index("b.jpg", b)
    let indexed = try await photos.search()
    #expect(indexed.groups == [[a, c]])
    #expect(indexed.problems == [])
    #expect(indexed.opened == 1)
    remove("\(photos.directory.path)/c.jpg")
    let gone = try await photos.search()
    #expect(gone.groups == [])
    #expect(gone.problems.first?.contains("c.jpg: is gone") == true)
  }

  @Test func `are no files without a byte, no second names, nothing missing (R36)`() async throws {
    let photos = try await Photos()
    for name in ["empty.jpg", "empty2.jpg"] { try await photos.add(name, []) }
    let a = try await photos.add("a.jpg", one)
    #expect(try await photos.search().groups == [])
    // A hard link is the same item; two roots that show one file by two paths are two.
    link("\(photos.directory.path)/a.jpg", "\(photos.directory.path)/link.jpg")
    try await photos.index("a.jpg", a)
    let link = try await photos.fixture.add("link.jpg")
    try await photos.index("link.jpg", link)
    #expect(try await photos.search().groups == [])
    let b = try await photos.add("b.jpg", one)
    #expect(try await photos.search().groups == [[a, b]])
    try await photos.catalog.database.write {
      try $0.execute("UPDATE media SET exclusion = 2 WHERE id = \(b)")
    }
    #expect(try await photos.search().groups == [])
  }

  @Test func `stand in the order of what they take too much`() async throws {
    let photos = try await Photos()
    let small = try await [photos.add("a.jpg", [1]), photos.add("b.jpg", [1])]
    let three = try await [
      photos.add("c.jpg", [1, 2]), photos.add("d.jpg", [1, 2]), photos.add("e.jpg", [1, 2]),
    ]
    let large = try await [photos.add("f.jpg", one), photos.add("g.jpg", one)]
    #expect(try await photos.search().groups == [large, three, small])
    let few = try await photos.search(.matches(.text(.name, "[abd].jpg")))
    #expect(few.groups == [])
    let named = try await photos.search(
      .any([.matches(.text(.name, "a.jpg")), .matches(.text(.name, "b.jpg"))]))
    #expect(named.groups == [small])
  }

  @Test func `are found by is:duplicate once they are known`() async throws {
    let photos = try await Photos()
    let pair = try await [photos.add("a.jpg", one), photos.add("b.jpg", one)]
    try await photos.add("c.jpg", other)
    let query = MediaQuery(filter: .matches(.mark(.duplicate)))
    #expect(try await photos.catalog.media(matching: query).isEmpty)
    _ = try await photos.search()
    #expect(try await Set(photos.catalog.media(matching: query).map(\.id)) == Set(pair))
    try await photos.catalog.database.write {
      try $0.execute("UPDATE media SET exclusion = 2 WHERE id = \(pair[0])")
    }
    #expect(try await photos.catalog.media(matching: query).isEmpty)
  }

  @Test func `are told of when they cannot be opened, and the rest is compared`() async throws {
    let photos = try await Photos()
    let names = ["a.jpg", "b.jpg", "c.jpg"]
    var items: [Int64] = []
    for name in names { items.append(try await photos.add(name, one)) }
    // A pipe in the place of a file must not block.
    remove("\(photos.directory.path)/b.jpg")
    mkfifo("\(photos.directory.path)/b.jpg", 0o600)
    let found = try await photos.search()
    #expect(found.groups == [[items[0], items[2]]])
    #expect(found.problems.count == 1)
  }

  @Test func `keep the digests of a search that was cancelled`() async throws {
    let photos = try await Photos()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try await photos.add(name, one) }
    let catalog = photos.catalog
    let count = Mutex(0)
    let running = Mutex<Task<DuplicateReport, any Error>?>(nil)
    let (start, gate) = AsyncStream<Void>.makeStream()
    let search = Task {
      for await _ in start { break }
      return try await catalog.duplicates { _ in
        // On the thread that reads, in the middle of the second file.
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { running.withLock { $0?.cancel() } }
      }
    }
    running.withLock { $0 = search }
    gate.yield()
    await #expect(throws: CancellationError.self) { try await search.value }
    let known = try await catalog.database.read {
      try $0.first("SELECT count(*) FROM file WHERE digest IS NOT NULL")?[0].int
    }
    #expect(known == 1)
  }

  @Test func `are found though their digests cannot be kept`() async throws {
    let photos = try await Photos()
    let pair = try await [photos.add("a.jpg", one), photos.add("b.jpg", one)]
    try await photos.catalog.database.write { connection in
      try connection.executeScript(
        """
        CREATE TEMP TRIGGER full BEFORE UPDATE ON file BEGIN
          SELECT RAISE(ABORT, 'disk full'); END
        """)
    }
    let found = try await photos.search()
    #expect(found.groups == [pair])
    #expect(found.problems.first?.contains("digests cannot be kept") == true)
  }
}
