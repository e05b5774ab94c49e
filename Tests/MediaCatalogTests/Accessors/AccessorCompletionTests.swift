import CatalogTestSupport
import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Accessors complete, behaviours M-08") struct AccessorCompletionTests {
  private typealias Accessor = @Sendable (Catalog, Int64, ThumbnailCache) async throws -> Void
  private static let specification = ThumbnailSpecification(side: 64)

  private static let accessors: [Accessor] = [
    { catalog, item, _ in _ = try await catalog.getURL(of: item) },
    { catalog, item, _ in _ = try await catalog.getData(of: item) },
    { catalog, item, _ in
      for try await _ in try await catalog.getDataStream(of: item, range: 1..<3) {}
    },
    { catalog, item, cache in
      _ = try await catalog.getThumbnailURL(of: item, specification, from: cache)
    },
    { catalog, item, cache in
      _ = try await catalog.getThumbnailData(of: item, specification, from: cache)
    },
    { catalog, item, cache in
      _ = try await catalog.getCachedThumbnailURL(of: item, specification, from: cache)
    },
    { catalog, item, cache in
      for try await _ in catalog.getThumbnails(of: item, specification, from: cache) {}
    },
    { catalog, item, cache in
      try await catalog.prefetchThumbnails(of: [item], around: 0, specification, into: cache)
    },
  ]

  @Test(
    .timeLimit(.minutes(20)),
    arguments: ["file", "missing", "folder", "pipe", "link to itself", "offline", "unknown"],
    [nil, "undecodable", "timed-out", "crashed"])
  func `with a value or an error, whatever the item is`(state: String, failure: String?)
    async throws
  {
    let photos = TemporaryDirectory()
    let fixture = try await CatalogFixture()
    let root = FilePath(photos.path).bytes
    let rootState = state == "offline" ? "offline" : "online"
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root), state = \(rootState)")
    }
    let type = state == "pipe" ? MediaType.video : .image
    let item = state == "unknown" ? 99 : try await fixture.add("a.jpg", type: type)
    let path = "\(photos.path)/a.jpg"
    switch state {
    case "folder": mkdir(path, 0o700)
    case "pipe": mkfifo(path, 0o600)
    case "link to itself": symlink(path, path)
    case "missing": break
    default: photos.write("a.jpg", [1, 2, 3, 4])
    }
    let renderer = ScriptedRenderer()
    renderer.fail(with: failure.map { RenderFailure(code: .init(rawValue: $0), reason: "made") })
    for accessor in Self.accessors {
      let cache = ThumbnailCache(
        folder: FilePath("\(photos.path)/cache"), renderer: renderer, concurrency: 1)
      let catalog = fixture.catalog
      #expect(await completes { try await accessor(catalog, item, cache) })
    }
  }
}
