import Foundation
import Glibc
import MediaCatalog
import MediaModel
import Synchronization
import TestSupport
import Testing

@Suite("The thumbnail cache, behaviours M-13") struct ThumbnailCacheTests {
  private let directory = TemporaryDirectory()
  private let renderer = ScriptedRenderer()
  private let specification = ThumbnailSpecification(side: 64)

  private func cache(concurrency: Int = 2, budget: Int64 = 1 << 20) -> ThumbnailCache {
    ThumbnailCache(
      folder: FilePath("\(directory.path)/cache"), renderer: renderer, concurrency: concurrency,
      budget: budget)
  }

  private func path(
    _ cache: ThumbnailCache, _ item: UInt8, revision: Int64 = 1,
    priority: ThumbnailCache.Priority = .visible
  ) async throws -> FilePath {
    try await cache.path(
      ThumbnailKey(
        uid: UniqueIdentifier(high: 0, low: UInt64(item)), revision: revision, specification),
      source: FilePath("/photos/\(item).jpg"), priority: priority
    ).path
  }

  /// Files that stand for thumbnails that cannot be made.
  private func markers() -> [String] {
    (FileManager.default.subpaths(atPath: "\(directory.path)/cache") ?? [])
      .filter { $0.hasSuffix(".failed") }.map { "\(directory.path)/cache/\($0)" }
  }

  @Test func `gives the same file for the same request, and decodes once`() async throws {
    let cache = cache()
    let first = try await path(cache, 1)
    #expect(try await path(cache, 1) == first)
    #expect(try await path(self.cache(), 1) == first, "in another run too")
    #expect(renderer.started.count == 1)
    #expect(try await path(cache, 1, revision: 2) != first)
    #expect(renderer.started.count == 2)
  }

  @Test func `decodes equal requests of one moment once`() async throws {
    let cache = cache()
    renderer.hold(true)
    try await withThrowingTaskGroup(of: FilePath.self) { group in
      for _ in 0..<50 { group.addTask { try await self.path(cache, 7) } }
      while renderer.started.isEmpty { await Task.yield() }
      renderer.hold(false)
      var paths: Set<FilePath> = []
      for try await path in group { paths.insert(path) }
      #expect(paths.count == 1)
    }
    #expect(renderer.started.count == 1)
  }

  @Test func `never runs more at once than it may`() async throws {
    let cache = cache(concurrency: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for item in 0..<200 as Range<UInt8> { group.addTask { _ = try await self.path(cache, item) } }
      try await group.waitForAll()
    }
    #expect(renderer.state.withLock { $0.mostRunning } <= 3)
    #expect(renderer.started.count == 200)
  }

  @Test func `does not decode what nobody waits for any more`() async throws {
    let cache = cache(concurrency: 1)
    renderer.hold(true)
    let running = Task { try await path(cache, 1) }
    while renderer.started.isEmpty { await Task.yield() }
    let waiting = Task { try await path(cache, 2) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    renderer.hold(false)
    _ = try await path(cache, 3)
    #expect(renderer.started == ["/photos/1.jpg", "/photos/3.jpg"])
  }

  @Test func `answers one who waits on when another gives up`() async throws {
    let cache = cache()
    renderer.hold(true)
    let one = Task { try await path(cache, 1) }
    while renderer.started.isEmpty { await Task.yield() }
    let other = Task { try await path(cache, 1) }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    renderer.hold(false)
    _ = try await other.value
  }

  @Test func `decodes the most wanted first`() async throws {
    let cache = cache(concurrency: 1)
    renderer.hold(true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { _ = try await self.path(cache, 1) }
      while renderer.started.isEmpty { await Task.yield() }
      for (item, priority) in [
        (2, ThumbnailCache.Priority.background), (3, .prefetch), (4, .visible),
      ] as [(UInt8, ThumbnailCache.Priority)] {
        group.addTask { _ = try await self.path(cache, item, priority: priority) }
        while await cache.requestCount < Int(item) { await Task.yield() }
      }
      renderer.hold(false)
      try await group.waitForAll()
    }
    #expect(renderer.started == [1, 4, 3, 2].map { FilePath("/photos/\($0).jpg") })
  }

  @Test func `rebuilds a damaged entry`() async throws {
    let cache = cache()
    let file = try await path(cache, 1)
    directory.write(
      String(file.displayText.dropFirst(directory.path.count + 1)), [0xFF, 0xD8, 1, 2])
    #expect(try await path(cache, 1) == file)
    #expect(renderer.started.count == 2)
  }

  @Test func `remembers a broken file, and tries again what may have passed`() async throws {
    let cache = cache()
    renderer.state.withLock { $0.failure = RenderFailure(code: .undecodable, reason: "cut") }
    for _ in 0..<3 {
      await #expect(throws: RenderFailure.self) { try await path(cache, 1) }
    }
    #expect(renderer.started.count == 1)
    renderer.state.withLock { $0.failure = RenderFailure(code: .timedOut, reason: "slow") }
    for _ in 0..<3 {
      await #expect(throws: RenderFailure.self) { try await path(cache, 2) }
    }
    #expect(renderer.started.count == 4)
  }

  @Test func `remembers a broken file in other runs, until it changes or a week has passed`()
    async throws
  {
    renderer.state.withLock { $0.failure = RenderFailure(code: .crashed, reason: "by\nSIGSEGV") }
    for _ in 0..<3 {
      // Each cache is a run.
      let failure = await #expect(throws: RenderFailure.self) { try await path(cache(), 1) }
      #expect(failure == RenderFailure(code: .crashed, reason: "by\nSIGSEGV"))
    }
    #expect(renderer.started.count == 1)
    await #expect(throws: RenderFailure.self) { try await path(cache(), 1, revision: 2) }
    #expect(renderer.started.count == 2)
    let markers = markers()
    #expect(markers.count == 2)
    for marker in markers {
      let old = time(nil) - 8 * 86_400
      let times = [timespec(tv_sec: old, tv_nsec: 0), timespec(tv_sec: old, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, marker, times, 0) == 0)
    }
    renderer.state.withLock { $0.failure = nil }
    _ = try await path(cache(), 1)
    #expect(renderer.started.count == 3)
  }

  @Test func `takes nonsense in place of a remembered failure for none`() async throws {
    renderer.state.withLock { $0.failure = RenderFailure(code: .undecodable, reason: "cut") }
    await #expect(throws: RenderFailure.self) { try await path(cache(), 1) }
    renderer.state.withLock { $0.failure = nil }
    for marker in markers() {
      let descriptor = open(marker, O_WRONLY | O_TRUNC)
      close(descriptor)
    }
    _ = try await path(cache(), 1)
    #expect(renderer.started.count == 2)
  }

  @Test func `decodes each of five hundred once when ten thousand ask at one moment`() async throws
  {
    let cache = cache(concurrency: 3, budget: 1 << 30)
    renderer.hold(true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10_000 {
        group.addTask {
          let item = number % 500
          let uid = UniqueIdentifier(high: 0, low: UInt64(item))
          _ = try await cache.path(
            ThumbnailKey(uid: uid, revision: 1, specification), source: FilePath("/\(item)"),
            priority: .visible)
        }
      }
      while await cache.requestCount < 500 { await Task.yield() }
      while renderer.started.count < 3 { await Task.yield() }
      renderer.hold(false)
      try await group.waitForAll()
    }
    #expect(renderer.started.count == 500 && Set(renderer.started).count == 500)
    #expect(renderer.state.withLock { $0.mostRunning } == 3)
    #expect(await cache.requestCount == 0)
  }

  @Test func `keeps to its budget, and drops the least used`() async throws {
    let cache = cache(budget: 600)
    var last: FilePath = ""
    for item in 0..<100 as Range<UInt8> { last = try await path(cache, item) }
    #expect(await cache.storedByteCount <= 600)
    #expect(try await path(cache, 99) == last)
    #expect(renderer.started.count == 100)
  }
}
