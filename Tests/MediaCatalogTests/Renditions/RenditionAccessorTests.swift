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
  /// Held for the time of the test: its folder goes with it.
  private let fixture: CatalogFixture

  init() async throws { fixture = try await CatalogFixture() }

  private func cache(_ maker: FixedMaker = FixedMaker()) -> RenditionCache {
    RenditionCache(folder: FilePath("\(directory.path)/cache"), maker: maker)
  }

  /// A catalog with one item of a format.
  private func catalog(
    _ format: MediaFormat, codec: String? = nil, hdr: String? = nil
  ) async throws -> (catalog: Catalog, item: Int64) {
    directory.write("a", Array("orig".utf8))
    let known = try await fixture.catalog.media(matching: MediaQuery(limit: 1)).first?.id
    let item: Int64
    if let known { item = known } else { item = try await fixture.add("a", type: format.type) }
    let root = FilePath(directory.path).bytes
    try await fixture.catalog.database.write { connection in
      try connection.execute("UPDATE root SET path = \(root)")
      try connection.execute(
        """
        UPDATE media SET format = \(Int64(format.rawValue)), mime = \(format.mime),
          codec = \(codec), hdr = \(hdr), type = \(Int64(format.type.rawValue)), display_width = 400, display_height = 300
        """)
    }
    return (fixture.catalog, item)
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
    let (catalog, item) = try await catalog(format)
    let rendition = try await catalog.rendition(of: item, policy: policy, from: cache())
    #expect(rendition.reason.rawValue == reason)
    #expect(rendition.source == FilePath("\(directory.path)/a"))
    let isMade = reason == "format"
    #expect(rendition.isOriginal != isMade && (rendition.path == rendition.source) != isMade)
    #expect(rendition.mime == (isMade ? "image/jpeg" : format.mime))
    #expect(try await catalog.rendition(of: item, policy: policy, from: cache()) == rendition)
  }

  @Test func `of videos say what stands in the way`() async throws {
    for (codec, hdr, reason) in [
      ("hevc", nil, "codec"), ("h264", "hlg", "dynamic-range"), ("h264", nil, "streams"),
      (nil, nil, "streams"),
    ] as [(String?, String?, String)] {
      let (catalog, item) = try await catalog(.mp4, codec: codec, hdr: hdr)
      let rendition = try await catalog.rendition(of: item, policy: .compatible, from: cache())
      #expect(rendition.reason.rawValue == reason)
    }
    let (catalog, item) = try await catalog(.mp4, codec: "h264")
    let other = RenditionCache(
      folder: FilePath("\(directory.path)/other"), maker: FixedMaker(outcome: .originalWillDo))
    let rendition = try await catalog.rendition(of: item, policy: .compatible, from: other)
    #expect(rendition.isOriginal && rendition.reason == .compatible)
  }

  @Test func `inside bounds stay, outside are made (G-14)`() async throws {
    let (catalog, item) = try await catalog(.jpeg)
    for (specification, isMade) in [
      (RenditionSpecification(maximumSide: 400), false),
      (RenditionSpecification(maximumSide: 399), true),
      (RenditionSpecification(maximumByteCount: 1_024), false),
    ] {
      let rendition = try await catalog.rendition(
        of: item, policy: .compatible, specification, from: cache())
      #expect(rendition.isOriginal != isMade)
      #expect(rendition.reason == (isMade ? .constraints : .compatible))
    }
  }

  @Test func `give path, bytes and streams`() async throws {
    let (catalog, item) = try await catalog(.heic)
    let cache = cache()
    for version in [MediaVersion.original, .current] {
      #expect(
        try await catalog.getURL(of: item, version: version, from: cache)
          == FilePath("\(directory.path)/a"))
      #expect(
        try await catalog.getData(of: item, version: version, from: cache) == Array("orig".utf8))
    }
    #expect(
      try await catalog.getData(of: item, version: .compatible, from: cache) == Array("made".utf8))
    let stream = try await catalog.getDataStream(
      of: item, version: .compatible, from: cache, range: 1..<3)
    var bytes: [UInt8] = []
    for try await piece in stream { bytes += piece }
    #expect(bytes == Array("ad".utf8))
    #expect(PlainFile.bytes("\(directory.path)/a") == Array("orig".utf8))
  }

  @Test(.timeLimit(.minutes(1)))
  func `end by their deadline, and at once when cancelled`() async throws {
    let (catalog, item) = try await catalog(.heic)
    let cache = cache(FixedMaker(waits: true))
    let late = await #expect(throws: RenderFailure.self) {
      try await catalog.getData(
        of: item, version: .compatible, from: cache, deadline: .milliseconds(50))
    }
    #expect(late?.code == .timedOut)
    while await cache.requestCount > 0 { await Task.yield() }
    let task = Task { try await catalog.getURL(of: item, version: .compatible, from: cache) }
    while await cache.requestCount == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `of unknown, missing and offline items are errors with a name`() async throws {
    let (catalog, item) = try await catalog(.heic)
    func code(_ id: Int64) async throws -> CatalogError.Code? {
      do {
        _ = try await catalog.getURL(of: id, version: .compatible, from: cache())
        return nil
      } catch let error as CatalogError { return error.code }
    }
    #expect(try await code(item) == nil)
    #expect(try await code(999) == .notFound)
    try await fixture.catalog.database.write { try $0.execute("UPDATE media SET exclusion = 2") }
    #expect(try await code(item) == .missing)
    try await fixture.catalog.database.write { try $0.execute("UPDATE root SET state = 'offline'") }
    #expect(try await code(item) == .offline)
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
