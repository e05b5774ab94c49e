import Glibc
import MediaCatalog
import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Leases and sweeps, behaviour M-18") struct CaptureLeaseTests {
  private func photo(_ fixture: CaptureFixture, _ number: Int = 0) async throws -> Capture {
    try await fixture.inbox.add(bytes: CaptureFixture.photo(number), name: "a.jpg")
  }

  /// True when one orphan was swept, once no other test's child that is just starting shares its
  /// lock.
  private func sweptOrphan(_ fixture: CaptureFixture) async throws -> Bool {
    for _ in 0..<10_000 {
      let count = try await fixture.inbox.sweep().orphanCount
      if count > 0 { return count == 1 }
    }
    return false
  }

  @Test func `belong to one owner until they end`() async throws {
    let fixture = try await CaptureFixture()
    let inbox = fixture.inbox
    let uid = try await photo(fixture).uid
    let lease = try await inbox.lease(uid, owner: "ann", for: .seconds(60))
    #expect(try await inbox.capture(uid)?.lease == lease)
    for _ in 0..<2 {
      let refusals = [
        await failure { try await inbox.lease(uid, owner: "bob", for: .seconds(1)) },
        await failure { try await inbox.renew(uid, owner: "bob", for: .seconds(1)) },
        await failure { try await inbox.discard([uid]) },
        await failure { try await inbox.discard([uid], by: "bob") },
        await failure { try await inbox.promote([uid], into: fixture.root, by: "bob") },
      ]
      #expect(refusals.map(\.?.code) == Array(repeating: .leased, count: 5))
      #expect(refusals.first??.reason.contains("held by ann until ") == true)
      // Releasing what one does not hold does nothing.
      try await inbox.release(uid, owner: "bob")
      fixture.advance(.seconds(59))
      try await inbox.renew(uid, owner: "ann", for: .seconds(60))
    }
    fixture.advance(.seconds(61))
    // It ran out, and nobody took it.
    try await inbox.renew(uid, owner: "ann", for: .seconds(60))
    fixture.advance(.seconds(61))
    try await inbox.lease(uid, owner: "bob", for: .seconds(60))
    #expect(
      await failure { try await inbox.renew(uid, owner: "ann", for: .seconds(1)) }?.code == .leased)
    try await inbox.release(uid, owner: "bob")
    #expect(try await inbox.capture(uid)?.lease == nil)
    try await inbox.promote([uid], into: fixture.root)
    #expect(
      await failure { try await inbox.lease("none", owner: "ann", for: .seconds(1)) }?.code
        == .notFound)
  }

  @Test func `may last longer than the calendar, and start with the capture`() async throws {
    let fixture = try await CaptureFixture()
    let capture = try await fixture.inbox.add(
      bytes: CaptureFixture.photo(), name: "a.jpg", lease: ("ann", .seconds(Int64.max)))
    #expect(capture.lease == CaptureLease(owner: "ann", expires: .max))
    #expect(await failure { try await fixture.inbox.discard([capture.uid]) }?.code == .leased)
    #expect(CaptureLease.end(of: .seconds(Int64.min), from: -5) == .min)
    #expect(CaptureLease.end(of: .nanoseconds(7), from: 5) == 12)
  }

  @Test func `keep the file of what is discarded until they end`() async throws {
    let fixture = try await CaptureFixture()
    let inbox = fixture.inbox
    let capture = try await photo(fixture)
    try await inbox.lease(capture.uid, owner: "ann", for: .seconds(60))
    try await inbox.discard([capture.uid], by: "ann")
    #expect(try await inbox.all() == [])
    #expect(
      await failure { try await inbox.lease(capture.uid, owner: "ann", for: .seconds(9)) }?.code
        == .notPermitted)
    for _ in 0..<2 {
      #expect(try await inbox.sweep() == CaptureSweep())
      #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo())
      fixture.advance(.seconds(29))
    }
    fixture.advance(.seconds(2))
    #expect(try await inbox.sweep().forgotten == [capture.uid])
    #expect(fixture.stagedNames == [])
    #expect(try await inbox.capture(capture.uid) == nil)
  }

  @Test func `are not needed by what a person made`() async throws {
    let fixture = try await CaptureFixture()
    let staged = try await photo(fixture)
    let quarantined = try await fixture.inbox.add(bytes: [1, 2, 3], name: "b.mp4")
    try await fixture.inbox.lease(staged.uid, owner: "ann", for: .seconds(1))
    fixture.advance(.seconds(50 * 365 * 86_400))
    #expect(try await fixture.inbox.sweep() == CaptureSweep())
    #expect(try await fixture.inbox.all().map(\.uid) == [staged.uid, quarantined.uid])
    #expect(fixture.stagedNames.count == 2)
  }

  @Test func `sweeps orphans of crashed adds, and nothing else`() async throws {
    let fixture = try await CaptureFixture()
    let capture = try await photo(fixture)
    let folder = fixture.inbox.folder.displayText
    let uid = String(repeating: "a", count: 32)
    func write(_ name: String) {
      guard let stream = fopen("\(folder)/\(name)", "w") else { return }
      fputs("x", stream)
      fclose(stream)
    }
    let orphans = [uid, "\(uid).jpg", "\(uid).mp4.12-34.tmp", "\(uid).12-34.tmp"]
    let strangers = [
      "notes.txt", "\(uid).sh", "\(uid)0", uid.uppercased(), "a.jpg", "\(uid).jpg.tmp",
      "\(uid).jpg.1-x.tmp", "\(uid).jpg.-.tmp", "IMG.jpg.1-2.tmp",
    ]
    (orphans + strangers).forEach(write)
    mkdir("\(folder)/\(uid).png", 0o700)
    // Someone may be about to lock them.
    #expect(try await fixture.inbox.sweep() == CaptureSweep())
    fixture.advance(.seconds(120))
    let lock = open("\(folder)/\(uid).jpg", O_RDONLY | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(try await fixture.inbox.sweep().orphanCount == 3)
    close(lock)
    #expect(try await sweptOrphan(fixture))
    #expect(
      fixture.stagedNames
        == (strangers + ["\(uid).png", "\(capture.uid).jpg"]).sorted())
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo())
  }

  @Test func `sweeps nothing that is just coming`() async throws {
    let fixture = try await CaptureFixture()
    let (inbox, files) = (fixture.inbox, fixture.inbox.files)
    let name = StagedName.make(StagedName.makeUID(), suffix: "jpg")
    let token = try await files.begin(name)
    try await files.append([1, 2, 3], to: token, limit: 9)
    fixture.advance(.seconds(3_600))
    #expect(try await inbox.sweep().orphanCount == 0)
    _ = try await files.place(token, as: name, modified: nil)
    // It has its name, but no row yet.
    #expect(try await inbox.sweep().orphanCount == 0)
    #expect(fixture.stagedNames == [name.displayText])
    // No child of this process keeps the lock.
    let staged = CaptureFixture.status(inbox.folder.appending(name))
    var descriptors = 0
    for number in FileAccess.names(in: "/proc/self/fd").compactMap({ Int32($0.displayText) }) {
      var status = stat()
      guard fstat(number, &status) == 0, status.st_ino == staged.st_ino,
        status.st_dev == staged.st_dev
      else { continue }
      descriptors += 1
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(descriptors == 1)
    await files.letGo(token)
    #expect(try await sweptOrphan(fixture))
    #expect(fixture.stagedNames == [])
  }

  @Test func `sweeps the second name of a renaming that was killed`() async throws {
    let fixture = try await CaptureFixture()
    let capture = try await photo(fixture)
    link(capture.path.displayText, "\(fixture.inbox.folder)/\(capture.uid).png")
    fixture.advance(.seconds(120))
    #expect(try await fixture.inbox.sweep().orphanCount == 1)
    #expect(CaptureFixture.read(capture.path) == CaptureFixture.photo())
    #expect(fixture.stagedNames == ["\(capture.uid).jpg"])
  }

  @Test func `says which captures lost their file, and takes them back`() async throws {
    let fixture = try await CaptureFixture()
    let inbox = fixture.inbox
    let capture = try await photo(fixture)
    let away = FilePath("\(fixture.directory.path)/away.jpg")
    rename(capture.path.displayText, away.displayText)
    #expect(try await inbox.sweep().missing == [capture.uid])
    let lost = try await inbox.capture(capture.uid)
    #expect(lost?.state == .quarantined && lost?.error?.code == .missing)
    #expect(lost?.facts.availability == .missing)
    #expect(try await inbox.sweep() == CaptureSweep())
    #expect(
      await failure { try await inbox.promote([capture.uid], into: fixture.root) }?.code
        == .notPermitted)
    #expect(try await inbox.recover() == CaptureRecovery())
    rename(away.displayText, capture.path.displayText)
    #expect(try await inbox.recover().looked == [capture.uid])
    #expect(try await inbox.capture(capture.uid)?.state == .staged)
  }
}
