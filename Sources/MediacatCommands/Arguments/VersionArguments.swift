internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import MediaWorkers

/// Flags of commands that give an item's bytes or their path.
struct VersionArguments: Sendable {
  var version = MediaVersion.original
  var maximumSide: Int?
  var maximumByteCount: Int?

  static let flags: [Flag<VersionArguments>] = [
    .choice(
      "version", value: "VERSION", "Take the original, or what nearly every program opens.",
      \.version
    ).defaulting(to: "original"),
    .integer(
      "max-side", value: "PIXELS", in: 16...16_384,
      "Reduce a compatible version to PIXELS a side.", \.maximumSide),
    .integer(
      "max-bytes", value: "BYTES", in: 1_024...Int.max,
      "Reduce a compatible version to BYTES.", \.maximumByteCount),
  ]

  /// What help says of them.
  static let details = """
    --version compatible gives JPEG for pictures and H.264 with AAC in MP4 for videos; a file that is \
    so already is given as it is. What had to be converted is kept in the cache. --version current is \
    the original as long as the catalog holds no edits.
    """

  /// Bounds of a compatible version.
  var specification: RenditionSpecification {
    RenditionSpecification(
      maximumSide: maximumSide, maximumByteCount: maximumByteCount.map { Int64($0) })
  }

  /// Refuses bounds that would do nothing.
  func validate() throws(UsageError) {
    guard version != .compatible, maximumSide != nil || maximumByteCount != nil else { return }
    throw UsageError("--max-side and --max-bytes need --version compatible")
  }

  /// The file of an item's version, made if need be; long work shows how far it is.
  func path(of item: Int64, in catalog: Catalog, _ session: Session) async throws -> FilePath {
    if version == .original { return try await catalog.getURL(of: item) }
    let cache = RenditionCache(
      folder: try session.environment.cacheFolder(named: "renditions"),
      maker: RenditionWorkers())
    let line = TerminalProgress(session)
    defer { line.clear() }
    do {
      return try await catalog.getURL(
        of: item, version: version, specification, from: cache,
        progress: { line.update(ProgressState(converting: item, $0)) })
    } catch {
      // An interrupted program must not die before its temporary file is gone.
      await cache.settle()
      throw error
    }
  }
}

extension ProgressState {
  /// How far a conversion is, in seconds of media where their number is known.
  fileprivate init(converting item: Int64, _ progress: RenditionProgress) {
    let total = progress.seconds >= 1 ? progress.seconds : 100
    self.init(
      activity: "Converting \(item)", done: Int64(progress.part * total), total: Int64(total))
  }
}
