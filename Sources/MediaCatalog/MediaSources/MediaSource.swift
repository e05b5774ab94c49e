public import MediaModel

/// Something whose bytes can be had: an item of a catalog, a plain file, or a client's own type.
///
/// A type says what it is and implements the `open` functions that it can: those that follow from
/// others are there already. Callers use the accessors (``getURL(_:)``, ``getData(_:limit:)``,
/// ``getThumbnailData(_:deadline:)``, …), which are the same for all sources and always end: with a
/// value, an error, at their deadline, or when the task is cancelled, whatever the source does.
/// What an error means tells ``MediaModel/AccessCode``.
public protocol MediaSource: Sendable {
  /// What tells it from other sources.
  var identity: MediaIdentity { get }
  /// Image or video; `nil` for anything else.
  var mediaType: MediaType? { get }
  /// How long an accessor may take unless the caller says so; `nil` for as long as it takes.
  var deadline: Duration? { get }
  /// True when ``openThumbnail(_:)`` gives thumbnails.
  var hasThumbnails: Bool { get }

  /// What it can be had as, best first: its original, then what every program opens.
  ///
  /// An original that is compatible as it is comes twice, once for each version. No media file is
  /// opened.
  ///
  /// - Parameter bounds: Bounds of the compatible version.
  /// - Returns: The offers; none for something that cannot be had at all.
  /// - Throws: Why that cannot be told.
  func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer]

  /// The length of a video or an animation, `nil` when it has none.
  func duration() async throws -> Duration?

  /// A file with its bytes.
  ///
  /// - Throws: As it stands here, ``RenderFailure`` `unsupported`: it has no file.
  func openFile(_ request: MediaRequest) async throws -> MediaFile

  /// Its bytes piece by piece; as it stands here, those of its file.
  func openStream(_ request: MediaRequest) async throws -> MediaStream

  /// A file with a thumbnail.
  ///
  /// - Throws: As it stands here, ``RenderFailure`` `unsupported`: it has no thumbnails.
  func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath

  /// The bytes of a thumbnail; as it stands here, those of its file.
  func openThumbnailData(_ specification: ThumbnailSpecification) async throws -> [UInt8]
}

extension MediaSource {
  /// No limit.
  public var deadline: Duration? { nil }
  /// False.
  public var hasThumbnails: Bool { false }

  /// None.
  public func duration() async throws -> Duration? { nil }

  /// Throws: it has no file.
  public func openFile(_ request: MediaRequest) async throws -> MediaFile {
    throw RenderFailure(code: .unsupported, reason: "It has no file; read its data instead.")
  }

  /// The bytes of its file.
  public func openStream(_ request: MediaRequest) async throws -> MediaStream {
    let file = try await openFile(request)
    return MediaStream(try ByteStream(path: file.path), type: file.type)
  }

  /// Throws: it has no thumbnails.
  public func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    throw RenderFailure(code: .unsupported, reason: "It has no thumbnails.")
  }

  /// The bytes of the thumbnail's file.
  public func openThumbnailData(
    _ specification: ThumbnailSpecification
  ) async throws -> [UInt8] {
    let path = try await openThumbnail(specification)
    return try await ByteStream(path: path).whole(limit: 64 << 20)
  }
}

/// What tells one source from another; stable as long as the thing is where it is.
public enum MediaIdentity: Hashable, Sendable {
  /// An item, by its id in the catalog at a path.
  case item(Int64, catalog: FilePath)
  /// A plain file.
  case file(FilePath)
  /// Something else, by a name that its program chose.
  case named(String)
}

/// One way a source can be had.
public struct MediaOffer: Hashable, Sendable {
  /// The media type of its bytes.
  public var type: ContentType
  /// Its current bytes, or those that every program opens.
  public var version: MediaVersion
  /// True when it can be had as a file too, false for bytes alone.
  public var hasFile: Bool

  /// Makes an offer.
  public init(_ type: ContentType, _ version: MediaVersion = .current, hasFile: Bool = true) {
    self.type = type
    self.version = version
    self.hasFile = hasFile
  }
}

/// Which bytes of a source are wanted, and how long they may take.
public struct MediaRequest: Sendable {
  /// Which version.
  public var version: MediaVersion
  /// Bounds of the compatible version.
  public var bounds: RenditionSpecification
  /// How long it may take; `nil` for the time limit of the source.
  public var deadline: Duration?
  /// Told how far the making of a compatible version is.
  public var progress: (@Sendable (RenditionProgress) -> Void)?

  /// Makes a request.
  public init(
    _ version: MediaVersion = .current, within bounds: RenditionSpecification = .init(),
    deadline: Duration? = nil, progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) {
    self.version = version
    self.bounds = bounds
    self.deadline = deadline
    self.progress = progress
  }
}
