import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport
import Testing

@Suite("Thumbnail accessors, behaviours M-08, M-13, M-14, 2G") struct ThumbnailAccessorTests {
  private let directory = TemporaryDirectory()
  private let renderer = ScriptedRenderer()
  private let small = ThumbnailSpecification(side: 64)
  private let large = ThumbnailSpecification(side: 512)

  private func cache() -> ThumbnailCache {
    ThumbnailCache(
      folder: FilePath("\(directory.path)/cache"), renderer: renderer, concurrency: 2)
  }

  private func deliveries(
    _ catalog: Catalog, _ item: Int64, _ specification: ThumbnailSpecification,
    _ cache: ThumbnailCache
  ) async throws -> [DeliveredThumbnail] {
    var found: [DeliveredThumbnail] = []
    for try await thumbnail in catalog.getThumbnails(of: item, specification, from: cache) {
      found.append(thumbnail)
    }
    return found
  }

  @Test func `give the same file and its bytes, and decode once`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let cache = cache()
    let path = try await fixture.catalog.getThumbnailURL(of: item, small, from: cache)
    let bytes = try await fixture.catalog.getThumbnailData(of: item, small, from: cache)
    #expect(bytes == [0xFF, 0xD8] + Array("/photos/a.jpg".utf8) + [0xFF, 0xD9])
    #expect(try await fixture.catalog.getThumbnailURL(of: item, small, from: cache) == path)
    #expect(renderer.started.count == 1)
  }

  @Test func `show another size first when there is one: degraded once, then the wanted one`()
    async throws
  {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let other = try await fixture.add("b.jpg")
    let cache = cache()
    #expect(try await deliveries(fixture.catalog, item, small, cache).map(\.isDegraded) == [false])
    #expect(try await deliveries(fixture.catalog, item, small, cache).map(\.isDegraded) == [false])
    let both = try await deliveries(fixture.catalog, item, large, cache)
    #expect(both.map(\.isDegraded) == [true, false])
    #expect(
      both[0].path == (try await fixture.catalog.getThumbnailURL(of: item, small, from: cache)))
    #expect(
      both[1].path == (try await fixture.catalog.getThumbnailURL(of: item, large, from: cache)))
    // The largest of what is there stands in; another item, another cut or frame does not.
    let medium = ThumbnailSpecification(side: 256)
    #expect(try await deliveries(fixture.catalog, item, medium, cache)[0].path == both[1].path)
    #expect(
      try await deliveries(fixture.catalog, other, medium, cache).map(\.isDegraded) == [false])
    let cut = ThumbnailSpecification(side: 100, fit: .cover)
    #expect(try await deliveries(fixture.catalog, item, cut, cache).map(\.isDegraded) == [false])
    var later = medium
    later.posterTime = .seconds(2)
    #expect(try await deliveries(fixture.catalog, item, later, cache).map(\.isDegraded) == [false])
  }

  @Test func `say after the degraded one what went wrong with the wanted one`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let cache = cache()
    _ = try await fixture.catalog.getThumbnailURL(of: item, small, from: cache)
    renderer.state.withLock { $0.failure = RenderFailure(code: .tooLarge, reason: "bomb") }
    var found: [Bool] = []
    let error = await #expect(throws: RenderFailure.self) {
      for try await thumbnail in fixture.catalog.getThumbnails(of: item, large, from: cache) {
        found.append(thumbnail.isDegraded)
      }
    }
    #expect(error?.code == .tooLarge && found == [true])
  }

  @Test func `give up when nobody listens any more`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let cache = cache()
    renderer.hold(true)
    let task = Task { try await deliveries(fixture.catalog, item, small, cache) }
    while renderer.started.isEmpty { await Task.yield() }
    task.cancel()
    _ = try? await task.value
    while renderer.state.withLock({ $0.running }) > 0 { await Task.yield() }
    #expect(await cache.requestCount == 0)
  }

  @Test func `of the cache alone answer at once and open nothing, even for an absent file`()
    async throws
  {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let cache = cache()
    #expect(try await fixture.catalog.getCachedThumbnailURL(of: item, small, from: cache) == nil)
    #expect(renderer.started.isEmpty)
    let path = try await fixture.catalog.getThumbnailURL(of: item, small, from: cache)
    try await fixture.catalog.database.write { try $0.execute("UPDATE root SET state = 'offline'") }
    #expect(try await fixture.catalog.getCachedThumbnailURL(of: item, small, from: cache) == path)
    let error = await #expect(throws: CatalogError.self) {
      try await fixture.catalog.getCachedThumbnailURL(of: 99, small, from: cache)
    }
    #expect(error?.code == .notFound)
  }

  @Test(.timeLimit(.minutes(20)))
  func `end when their time is over, with a code that says so`() async throws {
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a.jpg")
    let cache = cache()
    renderer.hold(true)
    for data in [true, false] {
      let error = await #expect(throws: RenderFailure.self) {
        if data {
          _ = try await fixture.catalog.getThumbnailData(
            of: item, small, from: cache, deadline: .milliseconds(5))
        } else {
          _ = try await fixture.catalog.getThumbnailURL(
            of: item, small, from: cache, deadline: .milliseconds(5))
        }
      }
      #expect(error?.code == .timedOut)
    }
    // The decoder is told that nobody waits, and the next one who asks gets an answer.
    while await cache.requestCount > 0 { await Task.yield() }
    renderer.hold(false)
    let bytes = try await fixture.catalog.getThumbnailData(
      of: item, small, from: cache, deadline: .seconds(30))
    #expect(bytes.count > 4)
  }

  @Test func `are made ahead around a place, without items that are gone`() async throws {
    let fixture = try await CatalogFixture()
    var items: [Int64] = []
    for name in ["a", "b", "c", "d"] { items.append(try await fixture.add("\(name).jpg")) }
    let gone = items[1]
    try await fixture.catalog.database.write {
      try $0.execute("UPDATE media SET exclusion = 2 WHERE id = \(gone)")
    }
    let cache = ThumbnailCache(
      folder: FilePath("\(directory.path)/cache"), renderer: renderer, concurrency: 1)
    try await fixture.catalog.prefetchThumbnails(
      of: items + [999], around: 2, small, into: cache)
    while await cache.requestCount > 0 { await Task.yield() }
    #expect(renderer.started == ["c", "d", "a"].map { FilePath("/photos/\($0).jpg") })
  }
}
