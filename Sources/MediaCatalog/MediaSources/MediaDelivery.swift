internal import MediaModel

/// What a program wires once, so that its sources can give thumbnails and compatible versions.
public struct MediaDelivery: Sendable {
  /// Keeps and makes thumbnails; without it there are none.
  public var thumbnails: ThumbnailCache?
  /// Keeps and makes compatible versions; without it only those exist that need no change.
  public var renditions: RenditionCache?
  /// How long an accessor may take unless it says so; `nil` for as long as it takes.
  public var deadline: Duration?

  /// Makes a delivery.
  public init(
    thumbnails: ThumbnailCache? = nil, renditions: RenditionCache? = nil,
    deadline: Duration? = nil
  ) {
    self.thumbnails = thumbnails
    self.renditions = renditions
    self.deadline = deadline
  }

  /// The thumbnails, or the error of a program that makes none.
  func requireThumbnails() throws(RenderFailure) -> ThumbnailCache {
    guard let thumbnails else {
      throw RenderFailure(
        code: .renditionUnavailable, reason: "This program was set up without thumbnails.")
    }
    return thumbnails
  }
}
