import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Moving captures into the collection, behaviour C-07") struct CapturePromotionTests {
  private func photos(
    _ fixture: CaptureFixture, _ names: String...
  ) async throws -> [Capture] {
    var captures: [Capture] = []
    for (number, name) in names.enumerated() {
      captures.append(
        try await fixture.inbox.add(bytes: CaptureFixture.photo(number), name: FilePath(name)))
    }
    return captures
  }

  @Test func `moves files as they are, and returns where`() async throws {
    let fixture = try await CaptureFixture()
    let captures = try await photos(fixture, "a.jpg", "b.png", "c", "d.txt")
    let folder = fixture.root.appending("2026/new")
    let uids = captures.map(\.uid)
    let paths = try await fixture.inbox.promote(uids.reversed(), into: folder)
    #expect(
      paths.map(\.lastComponent.displayText) == ["d.txt.jpg", "c.jpg", "b.jpg", "a.jpg"])
    for (number, path) in paths.reversed().enumerated() {
      #expect(path.parent == folder)
      #expect(CaptureFixture.read(path) == CaptureFixture.photo(number))
      #expect(CaptureFixture.status(path).st_mode & 0o777 == 0o644)
      #expect(CaptureFixture.status(path).st_nlink == 1)
    }
    #expect(fixture.stagedNames == [])
    #expect(try await fixture.inbox.all() == [])
    #expect(try await fixture.inbox.capture(uids[0])?.path == paths[3])
    // Again: they are where they are.
    #expect(try await fixture.inbox.promote(uids, into: fixture.root) == paths.reversed())
    #expect(CaptureFixture.names(in: fixture.root) == ["2026"])
    #expect(await failure { try await fixture.inbox.discard([uids[0]]) }?.code == .notPermitted)
    #expect(try await fixture.inbox.sweep().forgotten == uids)
    #expect(CaptureFixture.names(in: folder).count == 4)
  }

  @Test func `never overwrites`() async throws {
    let fixture = try await CaptureFixture()
    let captures = try await photos(fixture, "IMG.jpg", "IMG.jpg", "IMG.JPG", "IMG.jpg")
    fixture.directory.write("photos/IMG.jpg", [1])
    symlink("nowhere", "\(fixture.root)/IMG (2).jpg")
    mkdir("\(fixture.root)/IMG (4).jpg", 0o755)
    let paths = try await fixture.inbox.promote(captures.map(\.uid), into: fixture.root)
    #expect(
      paths.map(\.lastComponent.displayText)
        == ["IMG (3).jpg", "IMG (5).jpg", "IMG.JPG", "IMG (6).jpg"])
    #expect(CaptureFixture.read(fixture.root.appending("IMG.jpg")) == [1])
    #expect(
      CaptureFixture.status(fixture.root.appending("IMG (2).jpg")).st_mode & S_IFMT == S_IFLNK)
  }

  @Test(arguments: ["..", ".", "", "a/b\n\u{1B}[2J.jpg", String(repeating: "x", count: 254)])
  func `makes one plain name of whatever came`(name: String) async throws {
    let fixture = try await CaptureFixture()
    let captures = try await photos(fixture, name, name)
    let paths = try await fixture.inbox.promote(captures.map(\.uid), into: fixture.root)
    for path in paths {
      #expect(path.parent == fixture.root)
      #expect(path.fileExtension == "jpg")
      #expect(path.lastComponent.bytes.count <= 255)
      #expect(path.bytes.allSatisfy { $0 >= 0x20 })
    }
    #expect(Set(paths).count == 2)
    #expect(CaptureFixture.names(in: fixture.root).count == 2)
  }

  @Test func `goes nowhere but into a root`() async throws {
    let fixture = try await CaptureFixture()
    let uid = try await photos(fixture, "a.jpg")[0].uid
    let home = fixture.directory.path
    mkdir("\(home)/other", 0o755)
    mkdir("\(home)/photos-not", 0o755)
    symlink("\(home)/other", "\(fixture.root)/link")
    symlink("\(fixture.root)", "\(home)/alias")
    fixture.directory.write("photos/file", [1])
    for path in [
      "\(home)/other", "\(home)/photos-not", "/", home, "\(fixture.root)/link",
      "\(fixture.root)/link/x", "\(fixture.root)/..", "\(fixture.root)/none/../../x",
      fixture.inbox.folder.displayText, "",
    ] {
      let error = await failure { try await fixture.inbox.promote([uid], into: FilePath(path)) }
      #expect(error?.code == .notPermitted, "\(path)")
    }
    let error = await failure { try await fixture.inbox.promote([uid], into: FilePath(home)) }
    #expect(error?.reason.contains("mediacat roots add") == true)
    let taken = await failure {
      try await fixture.inbox.promote([uid], into: fixture.root.appending("file"))
    }
    #expect(taken?.code == .unwritable)
    #expect(CaptureFixture.names(in: FilePath("\(home)/other")) == [])
    #expect(try await fixture.inbox.capture(uid)?.state == .staged)
    try await fixture.catalog.database.write {
      try $0.execute("UPDATE root SET state = 'offline'")
    }
    let offline = await failure { try await fixture.inbox.promote([uid], into: fixture.root) }
    #expect(offline?.code == .offline)
    try await fixture.catalog.database.write {
      try $0.execute("UPDATE root SET state = 'online'")
    }
    // By another name of the root.
    let paths = try await fixture.inbox.promote([uid], into: FilePath("\(home)/alias/new"))
    #expect(paths == [fixture.root.appending("new/a.jpg")])
  }

  @Test func `does not go back into the inbox, though a root holds the catalog`() async throws {
    let fixture = try await CaptureFixture()
    let uid = try await photos(fixture, "a.jpg")[0].uid
    let home = FilePath(fixture.directory.path)
    try await fixture.catalog.database.write {
      try $0.execute("UPDATE root SET path = \(home.bytes)")
    }
    let folder = fixture.inbox.folder
    for path in [folder, folder.parent, folder.appending("new")] {
      let error = await failure { try await fixture.inbox.promote([uid], into: path) }
      #expect(error?.code == .notPermitted)
    }
    #expect(try await fixture.inbox.promote([uid], into: home) == [home.appending("a.jpg")])
  }

  @Test func `never makes a root whose disk is away`() async throws {
    let fixture = try await CaptureFixture()
    let uid = try await photos(fixture, "a.jpg")[0].uid
    TemporaryDirectory.remove(fixture.root.displayText)
    let error = await failure {
      try await fixture.inbox.promote([uid], into: fixture.root.appending("new"))
    }
    #expect(error?.code == .offline)
    #expect(!FileKind.isFolder(fixture.root))
  }

  @Test func `moves all or none`() async throws {
    let fixture = try await CaptureFixture()
    let captures = try await photos(fixture, "a.jpg", "b.jpg", "c.jpg")
    let bad = try await fixture.inbox.add(bytes: [1], name: "bad.mp4")
    let uids = captures.map(\.uid)
    for (extra, code) in [(bad.uid, CatalogError.Code.notPermitted), ("none", .notFound)] {
      let error = await failure {
        try await fixture.inbox.promote(uids + [extra], into: fixture.root)
      }
      #expect(error?.code == code)
      #expect(try await fixture.inbox.all([.staged]).map(\.uid) == uids)
    }
    // In the middle: its file is gone.
    let away = "\(fixture.directory.path)/away"
    rename(captures[1].path.displayText, away)
    let error = await failure { try await fixture.inbox.promote(uids, into: fixture.root) }
    #expect(error?.code == .missing)
    #expect(CaptureFixture.names(in: fixture.root) == [])
    #expect(try await fixture.inbox.all([.staged]).map(\.uid) == uids)
    rename(away, captures[1].path.displayText)
    #expect(try await fixture.inbox.promote(uids, into: fixture.root).count == 3)
  }

  @Test func `takes everything back when the catalog cannot be written`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await photos(fixture, "a.jpg", "b.jpg").map(\.uid)
    func refuse(_ condition: String) async throws {
      try await fixture.catalog.database.write {
        try $0.execute("DROP TRIGGER IF EXISTS full")
        if condition.isEmpty { return }
        try $0.execute(
          """
          CREATE TRIGGER full BEFORE UPDATE ON capture WHEN \(raw: condition)
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
          """)
      }
    }
    try await refuse("NEW.state = 'promoted'")
    await #expect(throws: DatabaseError.self) {
      try await fixture.inbox.promote(uids, into: fixture.root)
    }
    #expect(CaptureFixture.names(in: fixture.root) == [])
    #expect(fixture.stagedNames.count == 2)
    #expect(try await fixture.inbox.all([.staged]).map(\.uid) == uids)
    // Not even that can be written: the journal stays, and is followed later.
    try await refuse("OLD.state = 'promoting'")
    await #expect(throws: DatabaseError.self) {
      try await fixture.inbox.promote(uids, into: fixture.root)
    }
    #expect(CaptureFixture.names(in: fixture.root) == [])
    #expect(fixture.stagedNames.count == 2)
    try await refuse("")
    #expect(try await fixture.inbox.recover().promoted == uids)
    #expect(CaptureFixture.names(in: fixture.root) == ["a.jpg", "b.jpg"])
    #expect(fixture.stagedNames == [])
  }

  @Test func `takes back nothing that is not its own`() async throws {
    let fixture = try await CaptureFixture()
    let capture = try await photos(fixture, "a.jpg")[0]
    let move = CaptureMove(capture, to: fixture.root.appending("a.jpg"))
    let placed = try await fixture.inbox.files.place(move)
    #expect(try await fixture.inbox.files.place(move) == placed)
    rename("\(fixture.root)/a.jpg", "\(fixture.root)/b.jpg")
    fixture.directory.write("photos/a.jpg", [1])
    await fixture.inbox.files.takeBack([placed])
    #expect(CaptureFixture.names(in: fixture.root) == ["a.jpg", "b.jpg"])
  }

  @Test func `does nothing for a caller that gave up before`() async throws {
    let fixture = try await CaptureFixture()
    let captures = try await photos(fixture, "a.jpg", "b.jpg")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await fixture.inbox.promote(captures.map(\.uid), into: fixture.root)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let states = try await fixture.inbox.all(Set(Capture.State.allCases)).map(\.state)
    #expect(states == [.staged, .staged])
    #expect(CaptureFixture.names(in: fixture.root) == [])
  }

  @Test func `works beside others`() async throws {
    let fixture = try await CaptureFixture()
    let other = try fixture.another()
    var uids: [String] = []
    for number in 0..<12 {
      uids.append(
        try await fixture.inbox.add(bytes: CaptureFixture.photo(number), name: "IMG.jpg").uid)
    }
    let paths = try await withThrowingTaskGroup(of: [FilePath].self) { group in
      for (number, uid) in uids.enumerated() {
        let inbox = number.isMultiple(of: 2) ? fixture.inbox : other
        group.addTask { try await inbox.promote([uid], into: fixture.root) }
        group.addTask {
          try await inbox.recover()
          try await inbox.sweep()
          return []
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(paths).count == 12)
    #expect(CaptureFixture.names(in: fixture.root).count == 12)
    let found = Set(paths.compactMap { CaptureFixture.read($0) })
    #expect(found == Set((0..<12).map { CaptureFixture.photo($0) }))
    #expect(fixture.stagedNames == [])
  }
}

@Suite("Promotions that a crash interrupted, behaviour C-07") struct CaptureRecoveryTests {
  /// Where a program may be killed.
  enum Moment: CaseIterable, Sendable {
    case before, journaled, onePlaced, allPlaced, settled, oneRemoved, done
  }

  /// A root on another file system than the inbox, where files must be copied; `nil` without one.
  private static func otherDisk() -> TemporaryFolder? {
    var (here, there) = (stat(), stat())
    guard stat("/tmp", &here) == 0, stat("/dev/shm", &there) == 0, here.st_dev != there.st_dev,
      access("/dev/shm", W_OK) == 0
    else {
      print("SKIPPED: /dev/shm is no other file system than /tmp here")
      return nil
    }
    return TemporaryFolder(
      FilePath("/dev/shm/mediacat-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"))
  }

  private final class TemporaryFolder: Sendable {
    let path: FilePath
    init(_ path: FilePath) { self.path = path }
    deinit { TemporaryDirectory.remove(path.displayText) }
  }

  /// Does the steps of a promotion up to a moment, as `promote` does them.
  private func promote(
    _ uids: [String], _ fixture: CaptureFixture, until moment: Moment
  ) async throws {
    let inbox = fixture.inbox
    if moment == .before { return }
    var names = PromotionNames(in: fixture.root)
    let moves = try await inbox.journal(uids, &names, by: nil).moves
    if moment == .journaled { return }
    for (number, move) in moves.enumerated() {
      if moment == .onePlaced, number == 1 { return }
      _ = try await inbox.place(move, &names)
    }
    if moment == .allPlaced { return }
    try await inbox.settle(uids)
    if moment == .settled { return }
    let staged = moves.map(\.staged.lastComponent)
    await inbox.files.remove(moment == .oneRemoved ? Array(staged.prefix(1)) : staged)
  }

  private func check(_ fixture: CaptureFixture, _ uids: [String]) async throws {
    let inbox = try fixture.another()
    try await inbox.recover()
    // Nothing was begun: the person asks once more.
    let paths = try await inbox.promote(uids, into: fixture.root)
    #expect(
      CaptureFixture.names(in: fixture.root) == ["IMG (2).jpg", "IMG (3).jpg", "IMG.jpg"])
    #expect(paths.map { CaptureFixture.read($0) } == (0..<3).map { CaptureFixture.photo($0) })
    #expect(fixture.stagedNames == [])
    #expect(try await inbox.all(Set(Capture.State.allCases)).allSatisfy { $0.state == .promoted })
    #expect(try await inbox.recover() == CaptureRecovery())
    #expect(try await inbox.sweep().forgotten == uids)
    #expect(CaptureFixture.names(in: fixture.root).count == 3)
  }

  private func captures(_ fixture: CaptureFixture) async throws -> [String] {
    var uids: [String] = []
    for number in 0..<3 {
      uids.append(
        try await fixture.inbox.add(bytes: CaptureFixture.photo(number), name: "IMG.jpg").uid)
    }
    return uids
  }

  @Test(arguments: Moment.allCases)
  func `end the same wherever it was`(moment: Moment) async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: moment)
    try await check(fixture, uids)
  }

  @Test(arguments: Moment.allCases)
  func `end the same on another disk`(moment: Moment) async throws {
    guard let disk = Self.otherDisk() else { return }
    let fixture = try await CaptureFixture(root: disk.path)
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: moment)
    try await check(fixture, uids)
  }

  @Test(arguments: Moment.allCases)
  func `end the same when sweeps come first`(moment: Moment) async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: moment)
    fixture.advance(.seconds(86_400))
    let forgotten = try await fixture.inbox.sweep().forgotten
    try await fixture.inbox.recover()
    if forgotten.isEmpty { try await fixture.inbox.promote(uids, into: fixture.root) }
    #expect(CaptureFixture.names(in: fixture.root).count == 3)
    #expect(fixture.stagedNames == [])
  }

  @Test func `are none while someone is at them`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    let fourth = try await fixture.inbox.add(bytes: CaptureFixture.photo(3), name: "IMG.jpg").uid
    let (inbox, other) = (fixture.inbox, try fixture.another())
    let lock = try await CaptureLock.acquire(in: inbox.folder.parent)
    var names = PromotionNames(in: fixture.root)
    let moves = try await inbox.journal(uids, &names, by: nil).moves
    let recovery = Task { try await other.recover() }
    let promotion = Task { try await other.promote([fourth], into: fixture.root) }
    // Time for both to get at it, if they could.
    for _ in 0..<100 {
      #expect(try await inbox.all([.promoting]).map(\.uid) == uids)
      #expect(CaptureFixture.names(in: fixture.root) == [])
    }
    for move in moves { _ = try await inbox.place(move, &names) }
    try await inbox.settle(uids)
    await inbox.files.remove(moves.map(\.staged.lastComponent))
    _ = consume lock
    #expect(try await recovery.value == CaptureRecovery())
    #expect(try await promotion.value == [fixture.root.appending("IMG (4).jpg")])
    #expect(CaptureFixture.names(in: fixture.root).count == 4)
    #expect(fixture.stagedNames == [])
  }

  @Test func `leave no half copies beside the target`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: .journaled)
    fixture.directory.write("photos/IMG.jpg.77-88.tmp", [1, 2])
    let kept = [
      "IMG.jpg.tmp", "IMG.jpg.7-x.tmp", "IMG.jpgx.7-8.tmp", "IM.7-8.tmp", "other.jpg.7-8.tmp",
    ]
    for name in kept { fixture.directory.write("photos/\(name)", [1]) }
    #expect(try await fixture.another().recover().promoted == uids)
    #expect(
      CaptureFixture.names(in: fixture.root)
        == (kept + ["IMG (2).jpg", "IMG (3).jpg", "IMG.jpg"]).sorted())
  }

  @Test func `take the next name when someone has theirs now`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: .journaled)
    // Of the same size, but not the same.
    var stranger = CaptureFixture.photo(0)
    stranger[10] ^= 1
    fixture.directory.write("photos/IMG.jpg", stranger)
    symlink("/etc/hostname", "\(fixture.root)/IMG (2).jpg")
    #expect(try await fixture.another().recover().promoted == uids)
    let paths = try await fixture.inbox.promote(uids, into: fixture.root)
    #expect(Set(paths).count == 3)
    #expect(paths.map { CaptureFixture.read($0) } == (0..<3).map { CaptureFixture.photo($0) })
    #expect(CaptureFixture.read(fixture.root.appending("IMG.jpg")) == stranger)
    #expect(CaptureFixture.names(in: fixture.root).count == 5)
  }

  @Test func `are undone when their root is no more, and wait while it is away`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: .onePlaced)
    func set(_ state: String) async throws {
      try await fixture.catalog.database.write {
        try $0.execute("UPDATE root SET state = \(state)")
      }
    }
    try await set("offline")
    #expect(try await fixture.inbox.recover().waiting == uids)
    #expect(try await fixture.inbox.all([.promoting]).map(\.uid) == uids)
    #expect(fixture.stagedNames.count == 3)
    try await set("removed")
    #expect(try await fixture.inbox.recover().undone == uids)
    #expect(try await fixture.inbox.all([.staged]).map(\.uid) == uids)
    #expect(fixture.stagedNames.count == 3)
  }

  @Test func `are finished in a folder that was removed meanwhile`() async throws {
    let fixture = try await CaptureFixture()
    let uid = try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "a.jpg").uid
    let folder = fixture.root.appending("new")
    mkdir(folder.displayText, 0o755)
    var names = PromotionNames(in: folder)
    _ = try await fixture.inbox.journal([uid], &names, by: nil)
    rmdir(folder.displayText)
    #expect(try await fixture.inbox.recover().promoted == [uid])
    #expect(CaptureFixture.read(folder.appending("a.jpg")) == CaptureFixture.photo())
  }

  @Test func `know their file though the staged one is gone`() async throws {
    let fixture = try await CaptureFixture()
    let uids = try await captures(fixture)
    try await promote(uids, fixture, until: .allPlaced)
    for name in fixture.stagedNames { unlink("\(fixture.inbox.folder)/\(name)") }
    // One of them is lost altogether.
    unlink("\(fixture.root)/IMG (3).jpg")
    let recovery = try await fixture.inbox.recover()
    #expect(recovery.promoted == Array(uids[..<2]))
    #expect(recovery.undone == [uids[2]])
    #expect(try await fixture.inbox.sweep().missing == [uids[2]])
    #expect(try await fixture.inbox.capture(uids[2])?.error?.code == .missing)
  }

  @Test func `do not copy what is damaged`() async throws {
    guard let disk = Self.otherDisk() else { return }
    let fixture = try await CaptureFixture(root: disk.path)
    let capture = try await fixture.inbox.add(bytes: CaptureFixture.photo(), name: "a.jpg")
    guard let stream = fopen(capture.path.displayText, "r+b") else { return }
    fseek(stream, 12, SEEK_SET)
    fputs("!", stream)
    fclose(stream)
    let error = await failure { try await fixture.inbox.promote([capture.uid], into: disk.path) }
    #expect(error?.code == .changed)
    #expect(CaptureFixture.names(in: disk.path) == [])
    #expect(try await fixture.inbox.capture(capture.uid)?.state == .staged)
  }
}
