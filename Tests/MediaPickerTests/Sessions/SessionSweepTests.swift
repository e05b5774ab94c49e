import CatalogTestSupport
import Glibc
import MediaModel
import Synchronization
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Sweeping of sessions, behaviours 2J") struct SessionSweepTests {
  private static let second: Int64 = 1_000_000_000
  private static let day = 86_400 * second
  private static let folder = "c.sqlite-picker/sessions"

  /// A catalog with an item, and a clock that a test sets.
  private final class Place: Sendable {
    let fixture: CatalogFixture
    let id: Int64
    let time = Mutex<Int64>(1_000 * day)

    init() async throws {
      fixture = try await CatalogFixture()
      id = try await fixture.add("a.jpg")
    }

    /// Opens a session and lets others sweep what they may.
    func open(
      lifetime: Double? = nil, resumable isResumable: Bool = true
    ) async throws -> PickerSession {
      var configuration = PickerConfiguration()
      configuration.lifetime = lifetime
      var closures = PickerClosures()
      closures.isResumable = isResumable
      let session = try await PickerSession.open(
        fixture.catalog, configuration, closures: closures, now: { self.time.withLock { $0 } })
      await session.settle()
      return session
    }

    /// The id of a session that was written and that nobody runs any more.
    func leave(
      lifetime: Double? = nil, end: PickerAction? = nil
    ) async throws -> String {
      let session = try await open(lifetime: lifetime)
      try await session.pick(.media(id))
      if let end { session.send(end) }
      try await session.flush()
      return session.id
    }

    func pass(_ nanoseconds: Int64) { time.withLock { $0 += nanoseconds } }

    /// Has another session sweep; one that is kept nowhere itself.
    func sweep() async throws { await (try await open(resumable: false)).delete() }

    func ids() async throws -> Set<String> {
      Set(try await PickerSession.all(in: fixture.catalog))
    }
  }

  @Test func `removes what has expired, and leaves what a person can go on with`() async throws {
    let place = try await Place()
    let short = try await place.leave(lifetime: 60)
    let long = try await place.leave(lifetime: 1e6)
    let endless = try await place.leave()
    place.pass(59 * Self.second)
    try await place.sweep()
    #expect(try await place.ids() == [short, long, endless])
    place.pass(Self.second)
    try await place.sweep()
    #expect(try await place.ids() == [long, endless])
    await #expect(throws: PickerError(code: .notFound, reason: "there is no session \(short)")) {
      try await PickerSession.resume(short, in: place.fixture.catalog)
    }
    let time = place.time.withLock { $0 }
    let resumed = try await PickerSession.resume(
      long, in: place.fixture.catalog, now: { time })
    #expect(resumed.isPresented && resumed.state.selection.count == 1)
  }

  @Test func `keeps ended sessions and those without a lifetime for thirty days`() async throws {
    let place = try await Place()
    let endless = try await place.leave()
    let committed = try await place.leave(lifetime: 5, end: .commit)
    let cancelled = try await place.leave(end: .cancel)
    let expired = try await place.leave(end: .expire)
    let patient = try await place.leave(lifetime: 40 * 86_400)
    try await place.sweep()
    #expect(try await place.ids() == [endless, committed, cancelled, patient])
    place.pass(30 * Self.day - 1)
    try await place.sweep()
    #expect(try await place.ids() == [endless, committed, cancelled, patient])
    #expect(!(try await place.ids()).contains(expired))
    place.pass(1)
    try await place.sweep()
    #expect(try await place.ids() == [patient])
    // A clock that was set back makes nothing old.
    place.pass(-500 * Self.day)
    try await place.sweep()
    #expect(try await place.ids() == [patient])
  }

  @Test func `leaves a session that runs, whatever its file says`() async throws {
    let place = try await Place()
    var running: PickerSession? = try await place.open(lifetime: 1)
    try await running?.flush()
    let id = try #require(running?.id)
    place.pass(400 * Self.day)
    try await place.sweep()
    #expect(try await place.ids() == [id])
    #expect(try await PickerSession.waitingCount(in: place.fixture.catalog) == 0)
    // Its own sweep does not take it either.
    running?.sweep()
    await running?.settle()
    try await place.sweep()
    #expect(try await place.ids() == [id])
    running = nil
    #expect(try await PickerSession.waitingCount(in: place.fixture.catalog) == 1)
    try await place.sweep()
    #expect(try await place.ids() == [])
  }

  @Test func `holds a resumed session too, also one that two have resumed`() async throws {
    let place = try await Place()
    let id = try await place.leave(lifetime: 1e6)
    let time = place.time.withLock { $0 }
    var one: PickerSession? = try await PickerSession.resume(
      id, in: place.fixture.catalog, now: { time })
    var two: PickerSession? = try await PickerSession.resume(
      id, in: place.fixture.catalog, now: { time })
    #expect(one?.isPresented == true && two?.isPresented == true)
    await one?.settle()
    await two?.settle()
    one = nil
    place.pass(400 * Self.day)
    try await place.sweep()
    #expect(try await place.ids() == [id])
    two = nil
    try await place.sweep()
    #expect(try await place.ids() == [])
  }

  @Test func `touches nothing that no session has written`() async throws {
    let place = try await Place()
    let old = try await place.leave(lifetime: 1)
    let directory = place.fixture.directory
    let (one, two, three) = (SessionID.make(), SessionID.make(), SessionID.make())
    let names = [
      "notes.txt", "\(one).json.bak", "\(one.uppercased().replacing("A", with: "G")).json", "x.tmp",
      ".json", "\(one.dropLast()).json", "\(one).tmp",
    ]
    for name in names { directory.write("\(Self.folder)/\(name)", Array("{}".utf8)) }
    // A folder and a link that have the names of sessions, and what the link leads to.
    mkdir("\(directory.path)/\(Self.folder)/\(two).json", 0o700)
    directory.write("elsewhere.json", Array("{".utf8))
    symlink("\(directory.path)/elsewhere.json", "\(directory.path)/\(Self.folder)/\(three).json")
    place.pass(100_000 * Self.day)
    try await place.sweep()
    try await place.sweep()
    let left = Set(
      FileAccess.names(in: SessionFiles.folder(of: place.fixture.catalog)).compactMap(\.string))
    #expect(left == Set(names + ["\(two).json", "\(three).json"]))
    #expect(!left.contains("\(old).json"))
    #expect(access("\(directory.path)/elsewhere.json", F_OK) == 0)
  }

  @Test func `keeps what is damaged for a while, and what a newer program wrote`() async throws {
    let place = try await Place()
    _ = try await place.leave()
    let directory = place.fixture.directory
    let now = Int64(time(nil)) * Self.second
    place.time.withLock { $0 = now }
    let odd = [
      "", "{", "[]", "null", #"{"version":1}"#, #"{"version":1,"touched":1e300,"state":{}}"#,
      #"{"version":1,"touched":0,"state":{"configuration":7}}"#,
    ]
    let damaged = odd.map { _ in SessionID.make() }
    for (id, text) in zip(damaged, odd) {
      directory.write("\(Self.folder)/\(id).json", Array(text.utf8))
    }
    func write(_ text: String) -> String {
      let id = SessionID.make()
      directory.write("\(Self.folder)/\(id).json", Array(text.utf8))
      return id
    }
    let newer = write(#"{"version":2,"touched":0,"state":{"configuration":{"lifetime":1}}}"#)
    let ancient = write(
      #"{"version":1,"touched":-9223372036854775808,"state":{"configuration":{}}}"#)
    let future = write(
      #"{"version":1,"touched":9223372036854775807,"state":{"configuration":{"lifetime":1e308}}}"#)
    let negative = write(
      #"{"version":1,"touched":0,"state":{"configuration":{"lifetime":-1e308}}}"#)
    let strange = write(
      #"{"version":1,"touched":0,"state":{"configuration":{"lifetime":null},"outcome":{}}}"#)
    for _ in 0..<2 { try await place.sweep() }
    var ids = try await place.ids()
    #expect(ids.isSuperset(of: damaged) && ids.contains(newer) && ids.contains(future))
    #expect(ids.isDisjoint(with: [ancient, negative, strange]))
    place.pass(31 * Self.day)
    for _ in 0..<2 { try await place.sweep() }
    ids = try await place.ids()
    #expect(ids == [newer, future])
  }

  @Test func `removes what a killed write has left, unless it is young or goes on`() async throws {
    let place = try await Place()
    let id = try await place.leave(lifetime: 1e9)
    let directory = place.fixture.directory
    let now = Int64(time(nil)) * Self.second
    place.time.withLock { $0 = now }
    let name = "\(Self.folder)/\(id).json.17-4.tmp"
    directory.write(name, [1])
    try await place.sweep()
    #expect(access("\(directory.path)/\(name)", F_OK) == 0)
    place.pass(3_601 * Self.second)
    let descriptor = open("\(directory.path)/\(name)", O_RDONLY | O_CLOEXEC)
    flock(descriptor, LOCK_EX)
    try await place.sweep()
    #expect(access("\(directory.path)/\(name)", F_OK) == 0)
    close(descriptor)
    try await place.sweep()
    #expect(access("\(directory.path)/\(name)", F_OK) != 0)
  }

  @Test func `looks at some files only, and at all of them in time`() async throws {
    let place = try await Place()
    _ = try await place.leave(lifetime: 1e9)
    let count = 100
    for _ in 0..<count {
      place.fixture.directory.write(
        "\(Self.folder)/\(SessionID.make()).json",
        Array(#"{"version":1,"touched":0,"state":{"configuration":{"lifetime":1}}}"#.utf8))
    }
    let files = try SessionFiles(of: place.fixture.catalog)
    let time = place.time.withLock { $0 }
    var sweeps = 0
    while try await place.ids().count > 1, sweeps < 100 {
      let (seen, removed) = await files.sweep(at: time, behind: SessionID.make())
      #expect(seen <= SessionFiles.sweepCount && removed <= seen)
      sweeps += 1
    }
    #expect(sweeps >= count / SessionFiles.sweepCount && sweeps <= 8)
  }

  @Test func `goes on when many sweep, open and resume at once`() async throws {
    let place = try await Place()
    var live: [String] = []
    for number in 0..<24 {
      let id = try await place.leave(lifetime: number % 2 == 0 ? 1 : 1e9)
      if number % 2 == 1 { live.append(id) }
    }
    place.pass(10 * Self.second)
    let time = place.time.withLock { $0 }
    let kept = live
    let resumed = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<12 {
        group.addTask {
          let session = try await PickerSession.resume(
            kept[number], in: place.fixture.catalog, now: { time })
          await session.settle()
          try await session.flush()
          return session.isPresented
        }
        group.addTask {
          try await place.sweep()
          return true
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(resumed)
    for _ in 0..<4 { try await place.sweep() }
    #expect(try await place.ids() == Set(live))
  }
}
