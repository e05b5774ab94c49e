import MediaCatalog
import MediaModel
import Synchronization
import TestSupport
import Testing

@Suite("Thumbnails ahead of time, behaviours 2G") struct PrefetchTests {
  private let directory = TemporaryDirectory()
  private let renderer = ScriptedRenderer()
  private let specification = ThumbnailSpecification(side: 64)

  private func cache(concurrency: Int = 1) -> ThumbnailCache {
    ThumbnailCache(
      folder: FilePath("\(directory.path)/cache"), renderer: renderer, concurrency: concurrency)
  }

  private func element(_ item: Int) -> ThumbnailWindow.Element {
    ThumbnailWindow.Element(
      ThumbnailKey(uid: UniqueIdentifier(high: 0, low: UInt64(item)), revision: 1, specification),
      source: FilePath("/\(item)"))
  }

  private func path(_ cache: ThumbnailCache, _ item: Int) async throws -> FilePath {
    let uid = UniqueIdentifier(high: 0, low: UInt64(item))
    return try await cache.path(
      ThumbnailKey(uid: uid, revision: 1, specification), source: FilePath("/\(item)"),
      priority: .visible
    ).path
  }

  private func finished(_ cache: ThumbnailCache) async {
    while await cache.requestCount > 0 { await Task.yield() }
  }

  @Test(arguments: [
    (3, 7, [3, 4, 2, 5, 1, 6, 0]), (0, 3, [0, 1, 2]), (2, 3, [2, 1, 0]), (9, 2, [1, 0]),
    (-5, 2, [0, 1]), (0, 1, [0]), (0, 0, []),
  ])
  func `begin in the middle of the screen and go outwards`(
    position: Int, count: Int, order: [Int]
  ) {
    #expect(ThumbnailWindow.order(around: position, count: count) == order)
  }

  @Test func `are made in their order, and not twice`() async throws {
    let cache = cache()
    _ = try await path(cache, 5)
    await cache.prefetch([4, 5, 3].map(element))
    await finished(cache)
    #expect(renderer.started == ["/5", "/4", "/3"])
    // All that is looked at now is there.
    for item in [3, 4, 5] { _ = try await path(cache, item) }
    #expect(renderer.started.count == 3)
  }

  @Test func `that a new window no longer holds are not made, but for the one under way`()
    async throws
  {
    let cache = cache()
    renderer.hold(true)
    await cache.prefetch((0..<100).map(element))
    while renderer.started.isEmpty { await Task.yield() }
    await cache.prefetch([50, 51].map(element))
    renderer.hold(false)
    await finished(cache)
    #expect(renderer.started == ["/0", "/50", "/51"])
    _ = try await path(cache, 0)
    #expect(renderer.started.count == 3, "what was under way is kept")
  }

  @Test func `are overtaken by what someone waits for`() async throws {
    let cache = cache()
    renderer.hold(true)
    await cache.prefetch((0..<20).map(element))
    while renderer.started.isEmpty { await Task.yield() }
    async let visible = path(cache, 99)
    while await cache.requestCount < 2 { await Task.yield() }
    renderer.hold(false)
    _ = try await visible
    #expect(renderer.started.firstIndex(of: "/99") == 1)
    await finished(cache)
    #expect(renderer.started.count == 21)
  }

  @Test func `run on when one who waited for them gives up`() async throws {
    let cache = cache()
    renderer.hold(true)
    await cache.prefetch([element(1)])
    while renderer.started.isEmpty { await Task.yield() }
    let waiting = Task { try await path(cache, 1) }
    while await cache.requestCount < 1 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    renderer.hold(false)
    await finished(cache)
    _ = try await path(cache, 1)
    #expect(renderer.started == ["/1"])
  }

  @Test func `stop when asked, and pass over what cannot be made`() async throws {
    let cache = cache()
    renderer.state.withLock { $0.failure = RenderFailure(code: .undecodable, reason: "cut") }
    await cache.prefetch([1, 2].map(element))
    await finished(cache)
    await cache.prefetch([1, 2].map(element))
    await finished(cache)
    #expect(renderer.started == ["/1", "/2"])
    renderer.hold(true)
    await cache.prefetch((3..<10).map(element))
    while renderer.started.count < 3 { await Task.yield() }
    await cache.stopPrefetching()
    renderer.hold(false)
    await finished(cache)
    #expect(renderer.started.count == 3)
  }
}
