internal import ContentDigest
public import MediaModel

/// A plain file outside any catalog as a source of bytes.
///
/// Its thumbnails and compatible versions are kept in the same caches as those of items, under its
/// path and the state that it was in.
public struct FileSource: MediaSource {
  /// The file.
  public let path: FilePath
  /// What it says of itself; `nil` when it is no media file.
  public let metadata: EmbeddedMetadata?
  private let source: ItemSource
  private let delivery: MediaDelivery

  /// Has a file read.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a file; one that is no media has its bytes and nothing else.
  ///   - reader: Reads what it is, in a worker process or in this one.
  ///   - delivery: Gives thumbnails and compatible versions.
  /// - Throws: ``ReadFailure`` for the file; what the reader throws.
  public init(
    path: FilePath, reader: any MetadataReading, delivery: MediaDelivery = MediaDelivery()
  ) async throws {
    let outcome = try await Deadline.race(within: delivery.deadline) {
      try await reader.read([path]).first
    }
    self.path = path
    self.delivery = delivery
    switch outcome {
    case .media(let metadata, let stamp):
      self.metadata = metadata
      source = ItemSource(path: path, metadata: metadata, stamp: stamp)
    case .notMedia:
      metadata = nil
      source = ItemSource(path: path, metadata: nil, stamp: nil)
    case .failed(let failure): throw failure
    case nil: throw ReadFailure(code: .crashed, reason: "Its reader gave no answer.")
    }
  }

  /// The path.
  public var identity: MediaIdentity { .file(path) }
  /// Image or video, by content.
  public var mediaType: MediaType? { metadata?.format.type }
  /// The time limit of the delivery.
  public var deadline: Duration? { delivery.deadline }
  /// True for media when the delivery has thumbnails.
  public var hasThumbnails: Bool { metadata != nil && delivery.thumbnails != nil }

  /// The length of a video or an animation.
  public func duration() async throws -> Duration? { metadata?.duration }

  /// The file and its compatible version.
  public func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
    source.offers(within: bounds)
  }

  /// The file, or its compatible version, made if need be.
  public func openFile(_ request: MediaRequest) async throws -> MediaFile {
    MediaFile(try await source.rendition(request, from: delivery.renditions))
  }

  /// The file's thumbnail.
  public func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    let cache = try delivery.requireThumbnails()
    return try await cache.path(source.key(specification), source: path, priority: .visible).path
  }
}

extension ItemSource {
  /// A file that no catalog knows: its path and state stand for its identity.
  fileprivate init(path: FilePath, metadata: EmbeddedMetadata?, stamp: FileStamp?) {
    self.path = path
    let state = stamp.map { "\($0.size) \($0.modificationTime) \($0.inode)\0" } ?? "\0"
    let digest = ContentDigest.of(Array(state.utf8) + path.bytes)
    uid = UniqueIdentifier(high: digest.high, low: digest.low)
    revision = 0
    format = metadata?.format
    mime = metadata?.format.mime ?? ContentType.data.rawValue
    codec = metadata?.codec
    hdr = metadata?.hdr
    size = metadata?.displaySize
    byteCount = stamp?.size ?? FileAccess.size(of: path) ?? 0
    isLookKnown = false
  }
}
