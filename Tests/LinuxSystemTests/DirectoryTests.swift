import Glibc
import LinuxSystem
import MediaModel
import Testing

@Suite("Directories") struct DirectoryTests {
  private let folder = TemporaryFolder()

  private func listing(
    where wants: (UnsafeBufferPointer<UInt8>, FileKind) -> Bool = { _, _ in true }
  ) throws -> DirectoryListing {
    var listing = DirectoryListing()
    try DirectoryReader().list(Directory(path: folder.path), into: &listing, where: wants)
    return listing
  }

  private func names(_ listing: DirectoryListing) -> [[UInt8]] {
    listing.entries.map { listing.name(of: $0).bytes }
  }

  @Test
  func
    `give names as bytes: no text, a newline, a dash, 255 bytes, two normal forms (R68, R69, R71)`()
    throws
  {
    let odd: [[UInt8]] = [
      [0x4E, 0x6F, 0xEB, 0x6C], Array("a\nb.jpg".utf8), Array("-rf.jpg".utf8),
      [UInt8](repeating: 0x78, count: 255), Array("b\u{E9}te".utf8), Array("be\u{301}te".utf8),
      Array("a%14#b?.jpg".utf8), [0xFF, 0xFE], [0x01],
    ]
    for name in odd { folder.makeFile(name) }
    #expect(try names(listing()) == odd.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: [1, 2, 500, 3_000])
  func `order names as memcmp does`(count: Int) throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<count {
      let length = Int.random(in: 1...24, using: &random)
      let tail = (0..<length).map { _ in
        [UInt8]([0x2E, 0x30, 0x41, 0x61, 0x7F, 0x80, 0xFF]).randomElement() ?? 1
      }
      folder.makeFile(Array("IMG_2023".utf8) + tail)
    }
    let found = try names(listing())
    #expect(found == found.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(Set(found).count == found.count && !found.isEmpty)
  }

  @Test func `tell of files what stat tells`() throws {
    folder.makeFile("a", count: 12_345)
    link(folder.inside("a"), folder.inside("b"))
    var times = [
      timespec(tv_sec: -2, tv_nsec: 5), timespec(tv_sec: 1_700_000_000, tv_nsec: 123_456_789),
    ]
    utimensat(AT_FDCWD, folder.inside("a"), &times, 0)
    var expected = stat()
    stat(folder.inside("a"), &expected)
    let entry = try #require(try listing().entries.first)
    #expect(entry.isStatted && entry.kind == .regular && entry.failure == 0)
    #expect(entry.size == 12_345 && entry.linkCount == 2)
    #expect(entry.modificationTime == 1_700_000_000_123_456_789)
    #expect(
      entry.changeTime
        == Int64(expected.st_ctim.tv_sec) * 1_000_000_000 + Int64(expected.st_ctim.tv_nsec))
    #expect(entry.inode == UInt64(expected.st_ino) && entry.device == UInt64(expected.st_dev))
  }

  @Test func `name links, pipes, sockets and directories without following or opening them`() throws
  {
    folder.makeFile("file")
    mkdir(folder.inside("folder"), 0o755)
    mkfifo(folder.inside("pipe"), 0o644)
    symlink(".", folder.inside("loop"))
    symlink("/nonexistent", folder.inside("dangling"))
    mknod(folder.inside("socket"), S_IFSOCK | 0o644, 0)
    let listing = try listing()
    let kinds = listing.entries.map { (listing.name(of: $0).displayText, $0.kind) }
    #expect(
      kinds.map(\.0) == ["dangling", "file", "folder", "loop", "pipe", "socket"])
    #expect(
      kinds.map(\.1) == [.symbolicLink, .regular, .directory, .symbolicLink, .fifo, .socket])
  }

  @Test func `leave out names that are not wanted, before asking about them`() throws {
    for name in ["a.jpg", "b.txt", "c.jpg"] { folder.makeFile(name) }
    let found = try listing { name, _ in name.last == UInt8(ascii: "g") }
    #expect(names(found) == [Array("a.jpg".utf8), Array("c.jpg".utf8)])
  }

  @Test func `forget an entry that vanishes while they are read`() throws {
    for name in ["a", "b", "c"] { folder.makeFile(name) }
    let found = try listing { name, _ in
      if name.first == UInt8(ascii: "b") { unlink(folder.inside("b")) }
      return true
    }
    #expect(names(found) == [[0x61], [0x63]])
  }

  @Test func `refuse to enter a folder that has become a link (R72)`() throws {
    mkdir(folder.inside("folder"), 0o755)
    let found = try listing()
    rmdir(folder.inside("folder"))
    symlink("/", folder.inside("folder"))
    let directory = try Directory(path: folder.path)
    let error = #expect(throws: LinuxError.self) {
      _ = try directory.open(found.entries[0], of: found)
    }
    #expect(error?.number == ENOTDIR || error?.number == ELOOP)
  }

  @Test func `reach what lies deeper than any path can name`() throws {
    let name = [UInt8](repeating: 0x64, count: 60)
    var current = open(folder.inside(""), O_RDONLY | O_DIRECTORY)
    let text = String(decoding: name, as: UTF8.self)
    for _ in 0..<120 {
      mkdirat(current, text, 0o755)
      let next = openat(current, text, O_RDONLY | O_DIRECTORY)
      close(current)
      current = next
    }
    close(openat(current, "deep.jpg", O_CREAT | O_WRONLY, 0o644))
    close(current)

    #expect(try Self.deepest(Directory(path: folder.path)) == (120, "deep.jpg"))
    // The same by a path of 7,300 bytes, which the kernel refuses.
    let path = folder.path.appending(
      FilePath(bytes: Array([[UInt8]](repeating: name, count: 120).joined(separator: [0x2F]))))
    #expect(path.bytes.count > 4_096)
    var listing = DirectoryListing()
    try DirectoryReader().list(Directory(path: path), into: &listing)
    #expect(listing.entries.map { listing.name(of: $0) } == ["deep.jpg"])
  }

  private static func deepest(
    _ directory: borrowing Directory, depth: Int = 0
  ) throws -> (Int, String) {
    var listing = DirectoryListing()
    try DirectoryReader().list(directory, into: &listing)
    let entry = try #require(listing.entries.first)
    if entry.kind != .directory { return (depth, listing.name(of: entry).displayText) }
    return try deepest(directory.open(entry, of: listing), depth: depth + 1)
  }

  @Test func `are known by device and inode once open, however they are reached`() throws {
    symlink(".", folder.inside("loop"))
    let one = try Directory(path: folder.path).status()
    let two = try Directory(path: folder.path.appending("loop/loop")).status()
    #expect(one.inode == two.inode && one.device == two.device && one.kind == .directory)
  }

  @Test func `that cannot be read are an error and never empty (R61)`() throws {
    var listing = try listing()
    folder.makeFile("a")
    #expect(throws: LinuxError(number: ENOENT, call: "openat", path: "/nonexistent")) {
      _ = try Directory(path: "/nonexistent")
    }
    #expect(throws: LinuxError.self) { _ = try Directory(path: folder.path.appending("a")) }
    let directory = try Directory(path: folder.path)
    unlink(folder.inside("a"))
    rmdir(folder.inside(""))
    // Linux lets a removed directory be opened but not be read.
    #expect(throws: LinuxError(number: ENOENT, call: "getdents64")) {
      try DirectoryReader().list(directory, into: &listing)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root may read everything"))
  func `without permission are an error`() throws {
    mkdir(folder.inside("closed"), 0)
    let error = #expect(throws: LinuxError.self) {
      _ = try Directory(path: folder.path.appending("closed"))
    }
    #expect(error?.number == EACCES)
  }
}
