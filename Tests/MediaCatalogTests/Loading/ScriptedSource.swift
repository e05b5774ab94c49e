import CatalogTestSupport
import MediaCatalog
import MediaModel
import SQLiteDatabase
import Synchronization
import TestSupport

/// A client's own source in memory, whose pieces the test hands out one by one.
final class ScriptedSource: MediaSource {
  let identity: MediaIdentity
  let mediaType: MediaType?
  let hasThumbnails: Bool
  private let all: [MediaOffer]
  private let count: Int64?
  private let pieces: AsyncThrowingStream<[UInt8], any Error>
  private let hand: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private let opened = Mutex(0)

  init(
    _ name: String = "a", type: ContentType = .jpeg, compatible: ContentType? = nil,
    count: Int64? = nil, hasThumbnails: Bool = false
  ) {
    identity = .named(name)
    mediaType = .image
    all =
      [MediaOffer(type, hasFile: false)]
      + (compatible.map { [MediaOffer($0, .compatible, hasFile: false)] } ?? [])
    self.count = count
    self.hasThumbnails = hasThumbnails
    (pieces, hand) = AsyncThrowingStream.makeStream(of: [UInt8].self)
  }

  /// A source whose bytes are all there.
  convenience init(_ name: String, bytes: [UInt8], type: ContentType = .jpeg) {
    self.init(name, type: type, count: Int64(bytes.count))
    give(bytes)
    end()
  }

  var openCount: Int { opened.withLock { $0 } }
  func give(_ bytes: [UInt8]) { hand.yield(bytes) }
  func end(_ error: (any Error)? = nil) { hand.finish(throwing: error) }

  func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] { all }

  func openStream(_ request: MediaRequest) async throws -> MediaStream {
    opened.withLock { $0 += 1 }
    let wanted = all.first { ($0.version == .compatible) == (request.version == .compatible) }
    guard let wanted else {
      throw RenderFailure(code: .renditionUnavailable, reason: "not in this version")
    }
    return MediaStream(pieces, type: wanted.type, count: count)
  }

  func openThumbnailData(_ specification: ThumbnailSpecification) async throws -> [UInt8] {
    guard hasThumbnails else { throw RenderFailure(code: .unsupported, reason: "has none") }
    return [0xFF, 0xD8, UInt8(truncatingIfNeeded: specification.bound.width)]
  }
}

/// A source that hears no cancellation: it goes on until it is let go.
final class StubbornSource: MediaSource {
  let identity = MediaIdentity.named("stubborn")
  let mediaType: MediaType? = .image
  let hasThumbnails = true
  private let isFree = Mutex(false)

  func letGo() { isFree.withLock { $0 = true } }

  private func hang() async { while !isFree.withLock({ $0 }) { await Task.yield() } }

  func duration() async throws -> Duration? {
    await hang()
    return nil
  }

  func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
    await hang()
    return []
  }

  func openFile(_ request: MediaRequest) async throws -> MediaFile {
    await hang()
    return MediaFile(path: "/", type: .data)
  }

  func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    await hang()
    return "/"
  }
}

/// A maker that writes `made`, waits for ever, or fails.
struct LoadMaker: RenditionMaking {
  let concurrency = 1
  var waits = false
  var failure: (any Error)?
  var mime = "image/jpeg"

  func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping @Sendable (RenditionProgress) -> Void
  ) async throws -> RenditionOutcome {
    progress(RenditionProgress(part: 0.5, seconds: 1))
    progress(RenditionProgress(part: .nan, seconds: 1))
    if waits { try await Task.sleep(for: .seconds(3_600)) }
    if let failure { throw failure }
    FileProbe.write(Array("made".utf8), to: output)
    return .made(
      RenditionOutcome.Made(
        method: .encoded, mime: mime, size: PixelSize(width: 8, height: 6), byteCount: 4))
  }
}

/// A catalog over a directory, with one item `a` of a format and a delivery.
struct LoadHome {
  let directory = TemporaryDirectory()
  let fixture: CatalogFixture
  let id: Int64
  let delivery: MediaDelivery
  let renderer = ScriptedRenderer()
  var catalog: Catalog { fixture.catalog }
  var path: FilePath { FilePath("\(directory.path)/a") }

  init(
    _ format: MediaFormat, bytes: [UInt8]? = Array("orig".utf8), maker: LoadMaker? = LoadMaker(),
    deadline: Duration? = nil
  ) async throws {
    if let bytes { directory.write("a", bytes) }
    fixture = try await CatalogFixture()
    id = try await fixture.add("a", type: format.type)
    let root = FilePath(directory.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
      try connection.execute(
        """
        UPDATE media SET format = \(Int64(format.rawValue)), mime = \(format.mime),
          display_width = 400, display_height = 300, duration = 2000000000
        """)
    }
    let cache = FilePath("\(directory.path)/cache")
    delivery = MediaDelivery(
      thumbnails: ThumbnailCache(folder: cache, renderer: renderer, concurrency: 1),
      renditions: maker.map {
        RenditionCache(folder: FilePath("\(cache)/renditions"), maker: $0)
      }, deadline: deadline)
  }

  func item() async throws -> CatalogItem { try await catalog.item(id, delivery: delivery) }
}

/// A code that stands in for the error of a program that is missing.
struct MissingTool: CodedFailure {
  enum Code: String { case toolMissing = "tool-missing" }
  let code = Code.toolMissing
}

extension LoadResult {
  /// The types that there are, `nil` when it ended otherwise.
  var available: [ContentType]? {
    if case .unsupported(let types) = self { types } else { nil }
  }
  /// The failure, `nil` when it ended otherwise.
  var cause: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
