import CatalogTestSupport
import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

/// Writes `made` and says so, or waits for ever.
private struct FixedMaker: RenditionMaking {
  let concurrency = 1
  var waits = false
  var outcome: RenditionOutcome?

  func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping @Sendable (RenditionProgress) -> Void
  ) async throws -> RenditionOutcome {
    if waits { try await Task.sleep(for: .seconds(3_600)) }
    if let outcome { return outcome }
    pwrite(output, "made", 4, 0)
    return .made(
      RenditionOutcome.Made(
        method: .encoded, mime: "image/jpeg", size: PixelSize(width: 8, height: 6), byteCount: 4))
  }
}

@Suite("Versions of items, behaviours M-06, M-07, M-16, 2B") struct RenditionAccessorTests {
  private let directory = TemporaryDirectory()

  private func cache(_ maker: FixedMaker = FixedMaker()) -> RenditionCache {
    RenditionCache(folder: FilePath("\(directory.path)/cache"), maker: maker)
  }

  /// A catalog, which is deleted with its fixture, and its one item.
  private struct Home {
    let fixture: CatalogFixture
    let item: Int64
    var catalog: Catalog { fixture.catalog }
  }

  /// A catalog with one item of a format.
  private func home(
    _ format: MediaFormat, codec: String? = nil, hdr: String? = nil
  ) async throws -> Home {
    directory.write("a", Array("orig".utf8))
    let fixture = try await CatalogFixture()
    let item = try await fixture.add("a", type: format.type)
    let root = FilePath(directory.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
      try connection.execute(
        """
        UPDATE media SET format = \(Int64(format.rawValue)), mime = \(format.mime),
          codec = \(codec), hdr = \(hdr), display_width = 400, display_height = 300
        """)
    }
    return Home(fixture: fixture, item: item)
  }

  @Test(arguments: [
    (MediaFormat.heic, EncodingPolicy.automatic(accepting: ["image/HEIC"]), "accepted"),
    (.heic, .automatic(accepting: ["image/*"]), "accepted"),
    (.heic, .automatic(accepting: ["image/jpeg", "video/*"]), "format"),
    (.heic, .automatic(accepting: []), "format"), (.heic, .current, "asked"),
    (.heic, .compatible, "format"), (.jpeg, .compatible, "compatible"),
    (.png, .automatic(accepting: ["image/jpeg"]), "compatible"), (.dng, .compatible, "format"),
    (.matroska, .compatible, "format"), (.matroska, .automatic(accepting: ["*/*"]), "accepted"),
  ])
  func `are chosen by the policy, with the reason on record`(
    format: MediaFormat, policy: EncodingPolicy, reason: String
  ) async throws {
    let home = try await home(format)
    let rendition = try await home.catalog.rendition(of: home.item, policy: policy, from: cache())
    #expect(rendition.reason.rawValue == reason)
    #expect(rendition.source == FilePath("\(directory.path)/a"))
    let isMade = reason == "format"
    #expect(rendition.isOriginal != isMade && (rendition.path == rendition.source) != isMade)
    #expect(rendition.mime == (isMade ? "image/jpeg" : format.mime))
    #expect(
      try await home.catalog.rendition(of: home.item, policy: policy, from: cache()) == rendition)
  }

  @Test func `of videos say what stands in the way`() async throws {
    for (codec, hdr, reason) in [
      ("hevc", nil, "codec"), ("h264", "hlg", "dynamic-range"), ("h264", nil, "streams"),
      (nil, nil, "streams"),
    ] as [(String?, String?, String)] {
      let home = try await home(.mp4, codec: codec, hdr: hdr)
      let rendition = try await home.catalog.rendition(
        of: home.item, policy: .compatible, from: cache())
      #expect(rendition.reason.rawValue == reason)
    }
    let home = try await home(.mp4, codec: "h264")
    let other = RenditionCache(
      folder: FilePath("\(directory.path)/other"), maker: FixedMaker(outcome: .originalWillDo))
    let rendition = try await home.catalog.rendition(
      of: home.item, policy: .compatible, from: other)
    #expect(rendition.isOriginal && rendition.reason == .compatible)
  }

  @Test func `inside bounds stay, outside are made (G-14)`() async throws {
    let home = try await home(.jpeg)
    for (specification, isMade) in [
      (RenditionSpecification(maximumSide: 400), false),
      (RenditionSpecification(maximumSide: 399), true),
      (RenditionSpecification(maximumByteCount: 1_024), false),
    ] {
      let rendition = try await home.catalog.rendition(
        of: home.item, policy: .compatible, specification, from: cache())
      #expect(rendition.isOriginal != isMade)
      #expect(rendition.reason == (isMade ? .constraints : .compatible))
    }
  }

  @Test func `give path, bytes and streams`() async throws {
    let home = try await home(.heic)
    let cache = cache()
    for version in [MediaVersion.original, .current] {
      #expect(
        try await home.catalog.getURL(of: home.item, version: version, from: cache)
          == FilePath("\(directory.path)/a"))
      #expect(
        try await home.catalog.getData(of: home.item, version: version, from: cache)
          == Array("orig".utf8))
    }
    #expect(
      try await home.catalog.getData(of: home.item, version: .compatible, from: cache)
        == Array("made".utf8))
    let stream = try await home.catalog.getDataStream(
      of: home.item, version: .compatible, from: cache, range: 1..<3)
    var bytes: [UInt8] = []
    for try await piece in stream { bytes += piece }
    #expect(bytes == Array("ad".utf8))
    #expect(PlainFile.bytes("\(directory.path)/a") == Array("orig".utf8))
  }

  @Test func `end by their deadline, and at once when cancelled`() async throws {
    let home = try await home(.heic)
    let cache = cache(FixedMaker(waits: true))
    let late = await #expect(throws: RenderFailure.self) {
      try await home.catalog.getData(
        of: home.item, version: .compatible, from: cache, deadline: .milliseconds(50))
    }
    #expect(late?.code == .timedOut)
    while await cache.requestCount > 0 { await Task.yield() }
    let task = Task {
      try await home.catalog.getURL(of: home.item, version: .compatible, from: cache)
    }
    while await cache.requestCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `of unknown, missing and offline items are errors with a name`() async throws {
    let home = try await home(.heic)
    func code(_ id: Int64) async throws -> CatalogError.Code? {
      do {
        _ = try await home.catalog.getURL(of: id, version: .compatible, from: cache())
        return nil
      } catch let error as CatalogError { return error.code }
    }
    #expect(try await code(home.item) == nil)
    #expect(try await code(999) == .notFound)
    try await home.catalog.database.write { try $0.execute("UPDATE media SET exclusion = 2") }
    #expect(try await code(home.item) == .missing)
    try await home.catalog.database.write { try $0.execute("UPDATE root SET state = 'offline'") }
    #expect(try await code(home.item) == .offline)
  }
}

/// Reads a file without the code under test.
private enum PlainFile {
  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var block = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&block, 1, 4_096, file)
    return Array(block[..<count])
  }
}
