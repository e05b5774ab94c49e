package import MediaModel

/// What became of one item, or would.
package struct ExportOutcome: Hashable, Sendable {
  /// Stable text for reports.
  package enum Status: String, Hashable, Sendable, CaseIterable {
    case copied, linked, converted, stripped, unchanged, failed
    case wouldCopy = "would-copy"
    case wouldLink = "would-link"
    case wouldConvert = "would-convert"
    case wouldStrip = "would-strip"

    /// What it is called when nothing is written.
    fileprivate var inDryRun: Status {
      switch self {
      case .copied: .wouldCopy
      case .linked: .wouldLink
      case .converted: .wouldConvert
      case .stripped: .wouldStrip
      default: self
      }
    }
  }

  /// What became of it.
  package var status: Status
  /// Bytes of the target, `nil` while they are not known.
  package var byteCount: Int64?
  /// `code: reason` of a failure, or what only a real run can tell.
  package var reason: String?

  /// Makes an outcome.
  package init(_ status: Status, byteCount: Int64? = nil, reason: String? = nil) {
    self.status = status
    self.byteCount = byteCount
    self.reason = reason
  }
}

/// Exports the items of a plan; several at the same time do no harm.
package struct Exporter: Sendable {
  private let catalog: Catalog
  /// `nil` when it is missing in a dry run.
  private let folder: ExportFolder?
  private let path: FilePath
  private let options: ExportOptions
  private let cache: RenditionCache
  private let planner: any DeliveryPlanning

  /// Makes the target folder, unless it is there or this is a dry run.
  ///
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`.
  package init(
    from catalog: Catalog, to path: FilePath, _ options: ExportOptions, cache: RenditionCache,
    planner: any DeliveryPlanning
  ) throws(CatalogError) {
    self.catalog = catalog
    self.path = path
    self.options = options
    self.cache = cache
    self.planner = planner
    folder = try ExportFolder.open(path, making: !options.isDry)
  }

  /// Exports one item: its file is there as a whole afterwards, or not at all.
  ///
  /// A file that has the name already is left alone: it is `unchanged` when it has the same bytes,
  /// and an error otherwise.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - progress: Told how far a conversion is.
  /// - Returns: What was done.
  /// - Throws: ``CatalogError``, ``RenderFailure``, ``DeliveryFailure``, what makers and planners
  ///   throw when they cannot work at all, `CancellationError`.
  package func export(
    _ item: ExportItem, progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> ExportOutcome {
    let source = try await catalog.source(of: item.id)
    let stamp = try OpenFile(source.path).stamp(source.path)
    if options.isLinking { return try await link(source.path, item, stamp) }
    var status = options.stripping.isEmpty ? ExportOutcome.Status.copied : .stripped
    var content = source.path
    if let specification = options.compatible {
      let conversion = source.conversion(to: specification)
      if options.isDry, conversion != .unneeded || source.format == nil {
        return try unconverted(item, source, conversion)
      }
      let rendition = try await catalog.rendition(
        of: item.id, policy: .compatible, specification, from: cache, progress: progress)
      if !rendition.isOriginal { status = .converted }
      if rendition.isOriginal, item.isNamedConverted, source.format?.type == .image {
        throw CatalogError(
          code: .changed, path: source.path,
          reason: "needs no conversion, against what the catalog says; index it again")
      }
      content = rendition.path
    }
    let stream =
      options.stripping.isEmpty
      ? try DeliveryStream(whole: content)
      : try await DeliveryStream(path: content, stripping: options.stripping, planner: planner)
    if let file = try existing(item) {
      guard try await file.hasBytes(of: stream) else { throw taken(item) }
      return ExportOutcome(.unchanged, byteCount: stream.count)
    }
    if options.isDry { return ExportOutcome(status.inDryRun, byteCount: stream.count) }
    try await place(of: item)?.write(
      stream, as: item.target.lastComponent, modified: stamp.modificationTime)
    return ExportOutcome(status, byteCount: stream.count)
  }

  private func link(
    _ source: FilePath, _ item: ExportItem, _ stamp: FileStamp
  ) async throws -> ExportOutcome {
    if let file = try existing(item) {
      // A hard link has the stamp of its original, the time of change included.
      if try file.stamp(item.target) != stamp,
        try await !file.hasBytes(of: try DeliveryStream(whole: source))
      {
        throw taken(item)
      }
      return ExportOutcome(.unchanged, byteCount: stamp.size)
    }
    if options.isDry { return ExportOutcome(.wouldLink, byteCount: stamp.size) }
    try place(of: item)?.link(source, as: item.target.lastComponent)
    return ExportOutcome(.linked, byteCount: stamp.size)
  }

  /// What a dry run says of an item that a real one would convert, or look into.
  private func unconverted(
    _ item: ExportItem, _ source: ItemSource, _ conversion: ItemSource.Conversion
  ) throws -> ExportOutcome {
    guard source.format != nil else {
      throw RenderFailure(code: .unsupported, reason: "A newer version indexed its format.")
    }
    var reasons: [String] = []
    if conversion == .possible {
      reasons.append("unless what is in it is compatible already, which only the run can tell")
    }
    if try existing(item) != nil {
      reasons.append("a file is there, and only the run can tell whether it has the same bytes")
    }
    return ExportOutcome(
      .wouldConvert, reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }

  /// The folder of an item's file, made if need be.
  private func place(of item: ExportItem) throws(CatalogError) -> ExportFolder? {
    try folder?.folder(item.target.parent, making: !options.isDry)
  }

  /// What has an item's name already; looks without making a folder.
  private func existing(_ item: ExportItem) throws(CatalogError) -> OpenFile? {
    try folder?.folder(item.target.parent, making: false)?.file(item.target.lastComponent)
  }

  private func taken(_ item: ExportItem) -> CatalogError {
    CatalogError(
      code: .exists, path: path.appending(item.target),
      reason: "is there already with other bytes; nothing was overwritten")
  }
}

extension OpenFile {
  /// True when a stream gives just the bytes of this file.
  fileprivate func hasBytes(of stream: DeliveryStream) async throws -> Bool {
    guard count == stream.count else { return false }
    var position: Int64 = 0
    for try await bytes in stream {
      guard try read(bytes.count, at: position, stream.path) == bytes else { return false }
      position += Int64(bytes.count)
    }
    return true
  }
}
