public import MediaCatalog
public import MediaModel
internal import Synchronization

/// A capture as a source of bytes; its file is opened when an accessor wants it.
public struct CaptureSource: MediaSource, Identifiable {
  /// What the inbox says of it.
  public let capture: Capture
  private let reader: any MetadataReading
  private let delivery: MediaDelivery
  private let file = KeptFile()

  /// The file, once its reader has told what it is.
  private final class KeptFile: Sendable {
    let source = Mutex<FileSource?>(nil)
  }

  /// Takes a capture; nothing is opened.
  init(_ capture: Capture, reader: any MetadataReading, delivery: MediaDelivery) {
    self.capture = capture
    self.reader = reader
    self.delivery = delivery
  }

  /// The capture's uid.
  public var id: String { capture.uid }
  /// Its uid, by which promotion changes nothing.
  public var identity: MediaIdentity { .named("capture:\(capture.uid)") }
  /// Image or video, by content.
  public var mediaType: MediaType? { capture.type }
  /// The time limit of the delivery.
  public var deadline: Duration? { delivery.deadline }
  /// True for media when the delivery has thumbnails.
  public var hasThumbnails: Bool { capture.type != nil && delivery.thumbnails != nil }

  /// The length of a video or an animation, from the inbox.
  public func duration() async throws -> Duration? { capture.duration }

  /// The bytes that came and their compatible version.
  public func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
    try await opened().offers(within: bounds)
  }

  /// The staged file, or its compatible version, made if need be.
  public func openFile(_ request: MediaRequest) async throws -> MediaFile {
    try await opened().openFile(request)
  }

  /// The thumbnail of the staged file.
  public func openThumbnail(_ specification: ThumbnailSpecification) async throws -> FilePath {
    try await opened().openThumbnail(specification)
  }

  /// The staged file as a source; read once, because its bytes never change.
  private func opened() async throws -> FileSource {
    if let known = file.source.withLock({ $0 }) { return known }
    let source = try await FileSource(path: capture.path, reader: reader, delivery: delivery)
    file.source.withLock { $0 = source }
    return source
  }
}
