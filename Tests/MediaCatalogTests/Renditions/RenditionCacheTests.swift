import Glibc
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@testable import MediaCatalog

/// Makes renditions whose writing the test lets go on.
private final class ScriptedMaker: RenditionMaking {
  struct State {
    var started: [FilePath] = []
    var running = 0
    var mostRunning = 0
    var isHeld = false
    var failure: RenderFailure?
    var outcome: RenditionOutcome?
    var byteCount = 100
  }
  let state = Mutex(State())
  let concurrency = 2

  func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping @Sendable (RenditionProgress) -> Void
  ) async throws -> RenditionOutcome {
    state.withLock {
      $0.started.append(path)
      $0.running += 1
      $0.mostRunning = max($0.mostRunning, $0.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    let count = state.withLock { $0.byteCount }
    let bytes = Array(repeating: UInt8(7), count: count)
    // A part is written before anything can go wrong.
    pwrite(output, bytes, count / 2, 0)
    progress(RenditionProgress(part: 0.5, seconds: 10))
    while state.withLock({ $0.isHeld }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    if let outcome = state.withLock({ $0.outcome }) { return outcome }
    pwrite(output, bytes, count, 0)
    return .made(
      RenditionOutcome.Made(
        method: .encoded, mime: "video/mp4", size: PixelSize(width: 4, height: 2),
        byteCount: Int64(count)))
  }

  var started: [FilePath] { state.withLock { $0.started } }
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
}

@Suite("The rendition cache, behaviours M-06, M-07 and G-14") struct RenditionCacheTests {
  private let directory = TemporaryDirectory()
  private let maker = ScriptedMaker()

  private func cache(budget: Int64 = 1 << 20) -> RenditionCache {
    RenditionCache(folder: FilePath("\(directory.path)/cache"), maker: maker, budget: budget)
  }

  private func key(_ item: UInt8, revision: Int64 = 1) -> RenditionKey {
    RenditionKey(
      uid: UniqueIdentifier(high: 0, low: UInt64(item)), revision: revision, type: .video,
      specification: RenditionSpecification())
  }

  private func make(
    _ cache: RenditionCache, _ item: UInt8, revision: Int64 = 1
  ) async throws -> RenditionOutcome {
    try await cache.outcome(
      for: key(item, revision: revision), source: FilePath("/videos/\(item).mkv"))
  }

  /// Names of all files in the cache.
  private func names() -> [String] {
    FileAccess.files(below: FilePath("\(directory.path)/cache"))
      .map(\.path.lastComponent.displayText)
  }

  @Test func `makes each once, also for another run, and answers again at once`() async throws {
    let cache = cache()
    let first = try await make(cache, 1)
    #expect(FileAccess.read(cache.path(of: key(1)))?.count == 100)
    let clock = ContinuousClock()
    var fastest = Duration.seconds(1)
    for _ in 0..<100 {
      let start = clock.now
      #expect(try await make(cache, 1) == first)
      fastest = min(fastest, clock.now - start)
    }
    #expect(fastest < .milliseconds(1), "\(fastest) for a hit")
    #expect(try await make(self.cache(), 1) == first)
    #expect(maker.started.count == 1)
    _ = try await make(cache, 1, revision: 2)
    #expect(maker.started.count == 2)
  }

  @Test func `makes equal requests of one moment once`() async throws {
    let cache = cache()
    maker.hold(true)
    try await withThrowingTaskGroup(of: RenditionOutcome.self) { group in
      for _ in 0..<20 { group.addTask { try await self.make(cache, 7) } }
      while await cache.requestCount == 0 || maker.started.isEmpty { await Task.yield() }
      maker.hold(false)
      for try await outcome in group { #expect(outcome != .originalWillDo) }
    }
    #expect(maker.started.count == 1)
    #expect(names().sorted() == names().filter { !$0.hasSuffix(".tmp") }.sorted())
  }

  @Test func `never runs more at once than its maker allows`() async throws {
    let cache = cache()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for item in 0..<50 as Range<UInt8> { group.addTask { _ = try await self.make(cache, item) } }
      try await group.waitForAll()
    }
    #expect(maker.state.withLock { $0.mostRunning } <= 2)
  }

  @Test func `ends the work with its last request, and leaves no file`() async throws {
    let cache = cache()
    maker.hold(true)
    let one = Task { try await make(cache, 1) }
    let other = Task { try await make(cache, 1) }
    while await cache.requestCount == 0 || maker.started.isEmpty { await Task.yield() }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    #expect(maker.state.withLock { $0.running } == 1)
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    while maker.state.withLock({ $0.running }) > 0 { await Task.yield() }
    while await cache.requestCount > 0 { await Task.yield() }
    #expect(names() == [])
  }

  @Test func `leaves no file after a failure, and remembers what will not pass`() async throws {
    let cache = cache()
    for (code, count) in [(RenderFailure.Code.undecodable, 1), (.timedOut, 4), (.noSpace, 7)] {
      maker.state.withLock { $0.failure = RenderFailure(code: code, reason: "no") }
      for _ in 0..<3 {
        let failure = await #expect(throws: RenderFailure.self) {
          try await make(cache, UInt8(count))
        }
        #expect(failure?.code == code)
      }
      #expect(maker.started.count == (code == .undecodable ? 1 : count))
    }
    #expect(names() == [])
  }

  @Test func `rebuilds a damaged entry and does not believe a lying maker`() async throws {
    let cache = cache()
    _ = try await make(cache, 1)
    let path = cache.path(of: key(1))
    truncate(path.displayText, 60)
    _ = try await make(cache, 1)
    #expect(FileAccess.size(of: path) == 100)
    let record = "\(path.displayText.dropLast(4)).record"
    truncate(record, 30)
    _ = try await make(cache, 1)
    unlink(path.displayText)
    _ = try await make(cache, 1)
    #expect(maker.started.count == 4)
    maker.state.withLock {
      $0.outcome = .made(
        RenditionOutcome.Made(
          method: .copied, mime: "", size: PixelSize(width: 1, height: 1), byteCount: 9))
    }
    let failure = await #expect(throws: RenderFailure.self) { try await make(cache, 2) }
    #expect(failure?.code == .crashed)
  }

  @Test func `remembers that an original will do`() async throws {
    maker.state.withLock { $0.outcome = .originalWillDo }
    for _ in 0..<3 { #expect(try await make(cache(), 1) == .originalWillDo) }
    #expect(maker.started.count == 1)
    #expect(names().count == 1)
  }

  @Test func `keeps to its budget, and never drops what it was just asked for`() async throws {
    maker.state.withLock { $0.byteCount = 10_000 }
    let cache = cache(budget: 50_000)
    for item in 0..<20 as Range<UInt8> {
      _ = try await make(cache, item)
      #expect(FileAccess.size(of: cache.path(of: key(item))) == 10_000)
    }
    let total = FileAccess.files(below: FilePath("\(directory.path)/cache")).reduce(0) {
      $0 + $1.size
    }
    #expect(total <= 50_000)
    let tiny = self.cache(budget: 10)
    _ = try await make(tiny, 99)
    #expect(FileAccess.size(of: tiny.path(of: key(99))) == 10_000)
  }

  @Test func `sweeps what dead processes left, and nothing that is under work`() async throws {
    let folder = "\(directory.path)/cache/ab"
    mkdir("\(directory.path)/cache", 0o700)
    mkdir(folder, 0o700)
    directory.write("cache/ab/old.mp4.1-2.tmp", [1])
    directory.write("cache/ab/new.mp4.1-3.tmp", [1])
    let busy = try TemporaryFile(for: FilePath("\(folder)/busy.mp4"))
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    for name in names() {
      // However long this test has to wait for its turn, the new one stays new.
      let isNew = name == "new.mp4.1-3.tmp"
      times[1].tv_sec = isNew ? time(nil) + 3_600 : 1
      utimensat(AT_FDCWD, "\(folder)/\(name)", &times, 0)
    }
    _ = try await make(cache(), 1)
    let left = names().filter { $0.hasSuffix(".tmp") }.sorted()
    #expect(left.count == 2 && left[0].hasPrefix("busy.mp4.") && left[1] == "new.mp4.1-3.tmp")
    busy.discard()
  }

  @Test func `tells all who wait how far it is`() async throws {
    let cache = cache()
    let seen = Mutex<[Double]>([])
    _ = try await cache.outcome(for: key(1), source: "/a") { progress in
      seen.withLock { $0.append(progress.part) }
    }
    #expect(seen.withLock { $0 } == [0.5])
  }

  @Test func `records are read back, damaged ones are not`() {
    let outcome = RenditionOutcome.made(
      RenditionOutcome.Made(
        method: .copied, mime: "video/mp4", size: PixelSize(width: 640, height: 480),
        byteCount: 12_345))
    for outcome in [outcome, .originalWillDo] {
      let bytes = RenditionRecord(outcome).bytes
      #expect(RenditionRecord(bytes)?.outcome == outcome)
      for count in 0..<bytes.count { #expect(RenditionRecord(Array(bytes[..<count])) == nil) }
    }
  }
}
