import MediaCatalog
import MediaModel
import Synchronization
import Testing
import TestSupport

/// Makes thumbnails whose decoding the test lets go on.
private final class ScriptedRenderer: ThumbnailRendering {
  struct State {
    var started: [FilePath] = []
    var running = 0
    var mostRunning = 0
    var isHeld = false
    var failure: RenderFailure?
  }
  let state = Mutex(State())

  func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    state.withLock {
      $0.started.append(path)
      $0.running += 1
      $0.mostRunning = max($0.mostRunning, $0.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    while state.withLock({ $0.isHeld }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    let bytes: [UInt8] = [0xFF, 0xD8] + path.bytes + [0xFF, 0xD9]
    return RenderedThumbnail(bytes: bytes, size: PixelSize(width: 1, height: 1))
  }

  var started: [FilePath] { state.withLock { $0.started } }
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
}

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
      uid: Array(repeating: item, count: 16), revision: revision,
      source: FilePath("/photos/\(item).jpg"), specification, priority: priority)
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

  @Test func `keeps to its budget, and drops the least used`() async throws {
    let cache = cache(budget: 600)
    var last: FilePath = ""
    for item in 0..<100 as Range<UInt8> { last = try await path(cache, item) }
    #expect(await cache.storedByteCount <= 600)
    #expect(try await path(cache, 99) == last)
    #expect(renderer.started.count == 100)
  }
}
