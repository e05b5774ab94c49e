import ContentDigest
import Glibc
import MediaCatalog
import MediaMetadata
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

/// Cannot work until a test lets it.
private final class ShyReader: MetadataReading {
  struct Refusal: Error, CustomStringConvertible { let description = "no worker was found" }
  let concurrency = 1
  let isShy = Atomic(true)
  private let reader = InProcessMetadataReader(concurrency: 1)

  func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    if isShy.load(ordering: .relaxed) { throw Refusal() }
    return try await reader.read(paths)
  }
}

/// Reads, after it has done something else.
private struct BusyReader: MetadataReading {
  let concurrency = 1
  let errand: @Sendable () async throws -> Void

  func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    try await errand()
    return try await InProcessMetadataReader(concurrency: 1).read(paths)
  }
}

/// Makes a thumbnail of a path.
private struct OneRenderer: ThumbnailRendering {
  func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    RenderedThumbnail(
      bytes: [0xFF, 0xD8] + path.bytes + [0xFF, 0xD9], size: PixelSize(width: 1, height: 1))
  }
}

@Suite("What comes into the inbox, behaviours C-08 to C-12") struct CaptureAddingTests {
  static let kinds: [(name: String, bytes: [UInt8])] = [
    ("a.JPG", CaptureFixture.photo()),
    ("with exif.jpg", withEXIF), ("b.png", PNGBuilder(width: 3, height: 2).build()),
    ("c.mp4", CaptureFixture.video),
  ]

  private static var withEXIF: [UInt8] {
    var photo = JPEGBuilder()
    // A TIFF header without entries.
    photo.exif(ascii("II") + bytes(UInt16(42), bigEndian: false) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    photo.frame(width: 4, height: 3)
    return photo.build() + Array("what a camera appends".utf8)
  }

  @Test(arguments: kinds)
  func `keeps the bytes of a file as they came, C-09`(name: String, bytes: [UInt8]) async throws {
    let fixture = try await CaptureFixture()
    let path = fixture.file(name, bytes)
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 5_000)]
    _ = path.withCString { utimensat(AT_FDCWD, $0, times, 0) }
    let capture = try await fixture.inbox.add(path)
    #expect(capture.state == .staged && capture.error == nil)
    #expect(CaptureFixture.read(capture.path) == bytes)
    #expect(capture.digest == ContentDigest.of(bytes).hex)
    #expect(capture.byteCount == Int64(bytes.count))
    #expect(capture.name == FilePath(name))
    #expect(capture.origin == .file)
    #expect(CaptureFixture.status(capture.path).st_mtim.tv_sec == 1_000_000_000)
    #expect(CaptureFixture.status(capture.path).st_mtim.tv_nsec == 5_000)
    // The original is only read.
    #expect(CaptureFixture.read(path) == bytes)
    #expect(CaptureFixture.status(path).st_mtim.tv_nsec == 5_000)
    #expect(CaptureFixture.status(path).st_nlink == 1)
    #expect(try await fixture.inbox.all() == [capture])
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `keeps bytes as they came in pieces of any size, C-09`(size: Int) async throws {
    let fixture = try await CaptureFixture()
    for (name, bytes) in Self.kinds {
      let chunks = AsyncStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: size) {
          continuation.yield(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        continuation.finish()
      }
      let capture = try await fixture.inbox.add(chunks: chunks, name: FilePath(name))
      #expect(CaptureFixture.read(capture.path) == bytes)
      #expect(capture.digest == ContentDigest.of(bytes).hex)
      #expect(capture.origin == .upload)
    }
  }

  @Test func `is private, and named by nothing that came`() async throws {
    let fixture = try await CaptureFixture()
    #expect(!FileKind.isFolder(fixture.inbox.folder))
    let capture = try await fixture.inbox.add(
      bytes: CaptureFixture.photo(), name: "../../../etc/pass\nwd.jpg")
    #expect(CaptureFixture.status(fixture.inbox.folder).st_mode & 0o777 == 0o700)
    #expect(CaptureFixture.status(fixture.inbox.folder.parent).st_mode & 0o777 == 0o700)
    #expect(fixture.inbox.folder == FilePath("\(fixture.directory.path)/c.sqlite-picker/captures"))
    #expect(fixture.stagedNames == ["\(capture.uid).jpg"])
    #expect(capture.uid.utf8.count == 32)
    #expect(capture.name == "pass\nwd.jpg")
    let unnamed = try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "")
    #expect(unnamed.name.displayText.hasPrefix("capture-20"))
    #expect(unnamed.path.fileExtension == "jpg")
  }

  @Test func `gives files the suffix of their content`() async throws {
    let fixture = try await CaptureFixture()
    for (name, bytes, suffix) in [
      ("a.png", CaptureFixture.photo(), "jpg"), ("b.jpeg", CaptureFixture.photo(), "jpeg"),
      ("c.sh", CaptureFixture.photo(), "jpg"), ("d", CaptureFixture.video, "mp4"),
      ("e.jpg", CaptureFixture.video, "mp4"),
    ] {
      let capture = try await fixture.inbox.add(bytes: bytes, name: FilePath(name))
      #expect(capture.path.fileExtension == suffix, "\(name)")
      #expect(CaptureFixture.read(capture.path) == bytes)
      #expect(capture.name == FilePath(name))
    }
    #expect(fixture.stagedNames.count == 5)
  }

  @Test func `knows what a picker must know`() async throws {
    let fixture = try await CaptureFixture()
    try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "IMG_20230102_030405.jpg")
    try await fixture.inbox.add(bytes: CaptureFixture.video, name: "v.mp4")
    let items = try await fixture.inbox.items()
    #expect(items.map(\.facts.type) == [.image, .video])
    #expect(items.map(\.facts.mime) == ["image/jpeg", "video/mp4"])
    #expect(
      items.map(\.facts.displaySize) == [
        PixelSize(width: 40, height: 30), PixelSize(width: 1_920, height: 1_080),
      ])
    #expect(items.map(\.facts.duration) == [nil, .seconds(2)])
    #expect(
      items[0].facts.taken == WallTime(year: 2023, month: 1, day: 2, hour: 3, minute: 4, second: 5))
    #expect(items.allSatisfy { $0.facts.availability == .ok && $0.id.captureID != nil })
    #expect(try await items[0].source.getData() == CaptureFixture.photo())
    #expect(try await items[1].source.supportedTypes().contains(.mp4))
    #expect(try await items[1].source.getDuration() == .seconds(2))
    #expect(items[0].source.identity != items[1].source.identity)
    #expect(!items[0].source.hasThumbnails)
  }

  @Test func `has thumbnails and compatible versions like any file`() async throws {
    let caches = TemporaryDirectory()
    let delivery = MediaDelivery(
      thumbnails: ThumbnailCache(
        folder: FilePath("\(caches.path)/t"), renderer: OneRenderer(), concurrency: 1))
    let fixture = try await CaptureFixture(delivery: delivery)
    let photo = try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "a.jpg")
    let source = fixture.inbox.item(photo).source
    #expect(source.hasThumbnails)
    let specification = ThumbnailSpecification(side: 64)
    #expect(
      try await source.getThumbnailData(specification) == [0xFF, 0xD8] + photo.path.bytes
        + [0xFF, 0xD9])
    #expect(try await source.getURL() == photo.path)
    #expect(try await source.getURL(MediaRequest(.compatible)) == photo.path)
  }

  @Test func `keeps the name of a link, and the bytes behind it`() async throws {
    let fixture = try await CaptureFixture()
    let path = fixture.file("IMG_9.jpg", CaptureFixture.photo(9))
    let link = "\(fixture.directory.path)/latest.jpg"
    symlink(path.displayText, link)
    let capture = try await fixture.inbox.add(FilePath(link))
    #expect(capture.name == "latest.jpg")
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo(9))
    #expect(CaptureFixture.status(capture.path).st_mode & S_IFMT == S_IFREG)
  }

  @Test func `keeps nothing when the catalog cannot be written`() async throws {
    let fixture = try await CaptureFixture()
    for event in ["INSERT", "UPDATE"] {
      try await fixture.catalog.database.write {
        try $0.execute(
          """
          CREATE TRIGGER \(raw: "full" + event) BEFORE \(raw: event) ON capture
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
          """)
      }
      await #expect(throws: DatabaseError.self) {
        try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "a.png")
      }
      #expect(fixture.stagedNames == [])
      #expect(try await fixture.inbox.all(Set(Capture.State.allCases)) == [])
      try await fixture.catalog.database.write {
        try $0.execute("DROP TRIGGER \(raw: "full" + event)")
      }
    }
  }

  // MARK: Damage

  @Test func `quarantines recordings that were cut off anywhere, C-10`() async throws {
    let fixture = try await CaptureFixture()
    let movie = MovieFixture()
    let late =
      BoxBuilder.box("ftyp", BoxBuilder.latin1("mp42"), BoxBuilder.u32(0))
      + BoxBuilder.box("mdat", BoxBuilder.zeros(64)) + movie.moov
    for whole in [movie.bytes, late] {
      #expect(try await fixture.inbox.add(bytes: whole, name: "w.mp4").state == .staged)
      for count in Array(stride(from: 1, to: whole.count, by: 37)) + [whole.count - 1] {
        let cut = Array(whole.prefix(count))
        let capture = try await fixture.inbox.add(bytes: cut, name: "cut.mp4")
        #expect(capture.state == .quarantined, "\(count) of \(whole.count) bytes")
        #expect(capture.error?.reason.isEmpty == false)
        #expect(CaptureFixture.read(capture.path) == cut)
        #expect(capture.facts.availability == .unreadable)
      }
    }
    // Nothing of it can be selected, and none of it is swept.
    #expect(try await fixture.inbox.items().count == 2)
    let kept = fixture.stagedNames
    fixture.advance(.seconds(10 * 365 * 86_400))
    #expect(try await fixture.inbox.sweep() == CaptureSweep())
    #expect(fixture.stagedNames == kept)
  }

  @Test func `tells cut off containers by the lengths that they promise, C-10`() {
    func isCutOff(_ format: MediaFormat, _ bytes: [UInt8]) -> Bool {
      RecordingEnd.isCutOff(format, byteCount: Int64(bytes.count)) { count, offset in
        Array(bytes.dropFirst(Int(offset)).prefix(count))
      }
    }
    let head = EBMLBuilder.element(0x1A45_DFA3, [1, 2, 3])
    let sized = head + EBMLBuilder.element(0x1853_8067, [UInt8](repeating: 7, count: 50))
    let live = head + EBMLBuilder.unsized(0x1853_8067, [UInt8](repeating: 7, count: 50))
    for (bytes, expected) in [
      (sized[...], false), (sized.dropLast(1), true), (live[...], false),
      (live.dropLast(20), false),
      (head[...], true), ([], true), ([0], true), ([0x1A, 0x45, 0xDF, 0xA3], true),
    ] as [(ArraySlice<UInt8>, Bool)] {
      #expect(isCutOff(.webm, Array(bytes)) == expected, "\(bytes.count)")
    }
    let riff =
      ascii("RIFF") + TestSupport.bytes(UInt32(20), bigEndian: false) + BoxBuilder.zeros(20)
    #expect(!isCutOff(.avi, riff))
    #expect(isCutOff(.avi, riff.dropLast(1)))
    #expect(isCutOff(.avi, ascii("RIFF")))
    let large = BoxBuilder.largeBox("mdat", BoxBuilder.zeros(30))
    #expect(!isCutOff(.quickTime, large))
    #expect(isCutOff(.quickTime, large.dropLast(1)))
    #expect(isCutOff(.quickTime, Array(large.prefix(12))))
    // To the end of the file; padding; no samples; lengths that no file has.
    #expect(!isCutOff(.mp4, BoxBuilder.u32(0) + ascii("mdat") + [1, 2, 3]))
    #expect(!isCutOff(.mp4, BoxBuilder.box("mdat", [1]) + [0, 0, 0]))
    #expect(isCutOff(.mp4, BoxBuilder.box("moov", [1])))
    #expect(isCutOff(.mp4, BoxBuilder.u32(1) + ascii("mdat") + [UInt8](repeating: 0xFF, count: 8)))
    #expect(isCutOff(.mp4, []))
    #expect(!isCutOff(.jpeg, []))
  }

  @Test func `quarantines damage of any kind with the reason`() async throws {
    let fixture = try await CaptureFixture()
    for (name, bytes) in [
      ("garbage.mp4", [UInt8](repeating: 0x41, count: 500)), ("x.jpg", Array("<html>".utf8)),
      ("cut.jpg", [0xFF, 0xD8, 0xFF]),
    ] {
      let capture = try await fixture.inbox.add(bytes: bytes, name: FilePath(name))
      #expect(capture.state == .quarantined, "\(name)")
      #expect(capture.error?.code != nil)
      #expect(CaptureFixture.read(capture.path) == bytes)
    }
    let random = SeededGenerator(seed: 9)
    var generator = random
    for _ in 0..<60 {
      var bytes = CaptureFixture.video
      for _ in 0..<8 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let capture = try await fixture.inbox.add(bytes: bytes, name: "f.mp4")
      #expect(CaptureFixture.read(capture.path) == bytes)
    }
  }

  @Test func `quarantines videos above the longest duration`() async throws {
    let fixture = try await CaptureFixture()
    let short = CaptureRules(maximumDuration: .milliseconds(1_999))
    let capture = try await fixture.inbox.add(
      bytes: CaptureFixture.video, name: "v.mp4", rules: short)
    #expect(capture.state == .quarantined)
    #expect(
      capture.error
        == CaptureFailure(
          code: .tooLong, reason: "It is 2 s long; at most 1.999 s are allowed."))
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.video)
    let exact = CaptureRules(maximumDuration: .seconds(2))
    #expect(
      try await fixture.inbox.add(bytes: CaptureFixture.video, name: "v.mp4", rules: exact).state
        == .staged)
    #expect(
      try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "p.jpg", rules: short).state
        == .staged)
    var unsaid = EmbeddedMetadata(format: .webm)
    let stamp = FileStamp(size: 1, modificationTime: 0, changeTime: 0, inode: 1)
    for (duration, expected) in [(nil, true), (Duration.seconds(2), false)] as [(Duration?, Bool)] {
      unsaid.duration = duration
      let verdict = CaptureVerdict(.media(unsaid, stamp), isCutOff: false, rules: exact)
      #expect((verdict.failure?.code == .tooLong) == expected)
    }
  }

  // MARK: Refusals

  struct Case: Sendable, CustomTestStringConvertible {
    var types: Set<MediaType>
    var origin: Capture.Origin
    var name: String
    var bytes: [UInt8]
    var type: MediaType?
    var testDescription: String { "\(name) \(origin) \(types.map(\.name).sorted())" }
  }

  static let matrix: [Case] = [[], [.image], [.video], [.image, .video]].flatMap { types in
    Capture.Origin.allCases.flatMap { origin in
      [
        Case(
          types: types, origin: origin, name: "p.jpg", bytes: CaptureFixture.photo(), type: .image),
        Case(
          types: types, origin: origin, name: "v.mp4", bytes: CaptureFixture.video, type: .video),
        // By content, not by name.
        Case(
          types: types, origin: origin, name: "v.jpg", bytes: CaptureFixture.video, type: .video),
        Case(types: types, origin: origin, name: "t.txt", bytes: ascii("text"), type: nil),
      ]
    }
  }

  @Test(arguments: matrix)
  func `takes just the kinds that are wanted, C-12`(test: Case) async throws {
    let fixture = try await CaptureFixture()
    let rules = CaptureRules(types: test.types)
    let isWanted = test.type.map { test.types.contains($0) } ?? false
    let code: CatalogError.Code = test.type == nil ? .notMedia : .typeNotAllowed
    let error = await failure {
      let capture = try await fixture.inbox.add(
        bytes: test.bytes, name: FilePath(test.name), origin: test.origin, rules: rules)
      #expect(capture.state == (isWanted ? .staged : .quarantined))
      #expect(capture.error?.code == (isWanted ? nil : code))
    }
    let isKept = isWanted || test.origin == .camera
    #expect((error == nil) == isKept)
    if !isKept {
      #expect(error?.code == code)
      #expect(error?.reason.isEmpty == false)
    }
    #expect(fixture.stagedNames.count == (isKept ? 1 : 0))
    #expect(try await fixture.inbox.all(Set(Capture.State.allCases)).count == (isKept ? 1 : 0))
  }

  @Test func `refuses what is no file with bytes, in words`() async throws {
    let fixture = try await CaptureFixture()
    let home = fixture.directory.path
    mkfifo("\(home)/pipe", 0o600)
    symlink("/dev/zero", "\(home)/zero")
    let photo = fixture.file("p.jpg", CaptureFixture.photo())
    _ = fixture.file("empty.jpg", [])
    for (name, code, words) in [
      ("", "unreadable", "is a folder"), ("pipe", "unreadable", "no regular file"),
      ("zero", "unreadable", "no regular file"), ("none.jpg", "missing", "No such file"),
      ("empty.jpg", "empty", "has no bytes"), ("p.jpg/x", "unreadable", "Not a directory"),
    ] {
      let error = await failure { try await fixture.inbox.add(FilePath("\(home)/\(name)")) }
      #expect(error?.code.rawValue == code, "\(name)")
      #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "none")")
      #expect(error?.path != nil)
    }
    let count = Int64(CaptureFixture.photo().count)
    let small = CaptureRules(maximumByteCount: count - 1)
    #expect(await failure { try await fixture.inbox.add(photo, rules: small) }?.code == .tooLarge)
    let endless = AsyncStream(unfolding: { CaptureFixture.photo() })
    let error = await failure {
      try await fixture.inbox.add(chunks: endless, rules: CaptureRules(maximumByteCount: 1 << 20))
    }
    #expect(error?.code == .tooLarge)
    #expect(await failure { try await fixture.inbox.add(bytes: []) }?.code == .empty)
    #expect(fixture.stagedNames == [])
    #expect(try await fixture.inbox.all(Set(Capture.State.allCases)) == [])
    let exact = CaptureRules(maximumByteCount: count)
    #expect(try await fixture.inbox.add(photo, rules: exact).state == .staged)
  }

  @Test func `keeps nothing of an upload that breaks off or is given up`() async throws {
    struct BrokenOff: Error {}
    let errand = Mutex<Task<Void, any Error>?>(nil)
    let fixture = try await CaptureFixture(
      reader: BusyReader {
        errand.withLock { $0?.cancel() }
        try Task.checkCancellation()
      })
    let broken = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(CaptureFixture.photo())
      continuation.finish(throwing: BrokenOff())
    }
    await #expect(throws: BrokenOff.self) {
      try await fixture.inbox.add(chunks: broken, name: "a.jpg")
    }
    #expect(fixture.stagedNames == [])
    // Cancelled while its reader is at it, when the row and the file are there already.
    let (start, go) = AsyncStream<[UInt8]>.makeStream()
    let task = Task { _ = try await fixture.inbox.add(chunks: start, name: "a.jpg") }
    errand.withLock { $0 = task }
    go.yield(CaptureFixture.photo())
    go.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(fixture.stagedNames == [])
    #expect(try await fixture.inbox.all(Set(Capture.State.allCases)) == [])
  }

  @Test func `keeps what nothing could look at, and looks again later`() async throws {
    let reader = ShyReader()
    let fixture = try await CaptureFixture(reader: reader)
    let capture = try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "a.jpg")
    #expect(capture.state == .quarantined && capture.error?.code == .unread)
    #expect(capture.error?.reason.contains("no worker was found") == true)
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo())
    #expect(try await fixture.inbox.recover().looked == [capture.uid])
    #expect(try await fixture.inbox.capture(capture.uid)?.state == .quarantined)
    reader.isShy.store(false, ordering: .relaxed)
    #expect(try await fixture.inbox.recover().looked == [capture.uid])
    #expect(try await fixture.inbox.capture(capture.uid)?.state == .staged)
    #expect(try await fixture.inbox.recover() == CaptureRecovery())
  }

  @Test func `looks at what a crash left unseen, but not at what is just coming`() async throws {
    let fixture = try await CaptureFixture()
    let other = try fixture.another()
    let (catalog, clock) = (fixture.catalog, Catalog.currentTime())
    let found = Mutex<[CaptureRecovery]>([])
    let inbox = try CaptureInbox(
      of: catalog,
      reader: BusyReader {
        // What another program does at this moment changes nothing.
        let recovery = try await other.recover()
        found.withLock { $0.append(recovery) }
        try await other.sweep()
      }, now: { clock + 86_400_000_000_000 })
    let capture = try await inbox.add(bytes: CaptureFixture.photo(), name: "a.png")
    #expect(capture.state == .staged && capture.path.fileExtension == "jpg")
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo())
    #expect(found.withLock { $0 } == [CaptureRecovery()])
    try await catalog.database.write {
      try $0.execute("UPDATE capture SET type = NULL, mime = NULL, width = NULL")
    }
    #expect(try await other.recover().looked == [capture.uid])
    #expect(try await other.capture(capture.uid)?.type == .image)
  }

  @Test func `takes many at the same time`() async throws {
    let fixture = try await CaptureFixture()
    let other = try fixture.another()
    let captures = try await withThrowingTaskGroup(of: (Int, Capture).self) { group in
      for number in 0..<40 {
        let inbox = number.isMultiple(of: 2) ? fixture.inbox : other
        group.addTask {
          (number, try await inbox.add(bytes: CaptureFixture.photo(number), name: "IMG.jpg"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(captures.map(\.1.uid)).count == 40)
    for (number, capture) in captures {
      #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo(number))
    }
    #expect(fixture.stagedNames.count == 40)
  }

  @Test func `discards what a person throws away, C-08`() async throws {
    let fixture = try await CaptureFixture()
    let path = fixture.file("a.jpg", CaptureFixture.photo())
    let one = try await fixture.inbox.add(path)
    let two = try await fixture.inbox.add(path)
    #expect(
      await failure { try await fixture.inbox.discard([one.uid, "none"]) }?.code == .notFound)
    #expect(try await fixture.inbox.all().count == 2)
    try await fixture.inbox.discard([one.uid])
    #expect(try await fixture.inbox.all() == [two])
    #expect(CaptureFixture.read(one.path) == nil)
    #expect(CaptureFixture.read(two.path) == CaptureFixture.photo())
    #expect(CaptureFixture.read(path) == CaptureFixture.photo())
    #expect(try await fixture.inbox.capture(one.uid)?.state == .discarded)
    try await fixture.inbox.discard([one.uid])
    #expect(try await fixture.inbox.sweep().forgotten == [one.uid])
    #expect(try await fixture.inbox.capture(one.uid) == nil)
    #expect(
      await failure { _ = try await fixture.inbox.item(one).source.getURL() } == nil,
      "a reader's failure, not the catalog's")
  }
}
