public import MediaModel

/// A media item of a catalog: what it is and where, without its bytes.
///
/// Two values are equal when they are of the same item; compare ``revision`` for its content.
public struct Media: Identifiable, Sendable {
  /// A stable number, never reused.
  public var id: Int64
  /// The stable identity across catalogs: an UUID of version 7.
  public var uid: UniqueIdentifier
  /// The absolute path of its main file.
  public var path: FilePath
  /// Image or video, by content.
  public var type: MediaType
  /// Kinds beyond image and video.
  public var subtypes: MediaSubtypes
  /// The media type of RFC 6838.
  public var mime: String
  /// Bytes of its main file.
  public var byteCount: Int64
  /// Stored pixels.
  public var pixelSize: PixelSize?
  /// Pixels as shown.
  public var displaySize: PixelSize?
  /// How stored pixels are turned for display.
  public var orientation: Orientation
  /// Length of a video or an animation.
  public var duration: Duration?
  /// Capture time: wall time without a zone.
  public var taken: WallTime
  /// The offset that was written with it.
  public var takenOffset: UTCOffset?
  /// Where the capture time comes from.
  public var takenSource: CaptureTimeSource
  /// A person's mark.
  public var isFavorite: Bool
  /// −1…5, the person's before the file's.
  public var rating: Int?
  /// The person's title, else the file's.
  public var title: String?
  /// Where it was taken.
  public var location: EmbeddedMetadata.Location?
  /// Whether its bytes can be had.
  public var state: State
  /// Whether a person hid it.
  public var isHidden: Bool
  /// Grows with each change of the bytes.
  public var revision: Int64

  /// Whether an item's bytes can be had; the raw value is that of the field `state`.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// They are where they were.
    case ok
    /// The file could not be read.
    case failed
    /// The file is gone.
    case missing
    /// The root is not there.
    case offline
  }

  /// How it is played.
  public var playbackStyle: PlaybackStyle {
    if type == .video { return .video }
    if subtypes.contains(.animated) { return .imageAnimated }
    return subtypes.contains(.livePhoto) ? .livePhoto : .image
  }
}

extension Media: Hashable {
  /// Compares ids.
  public static func == (left: Media, right: Media) -> Bool { left.id == right.id }
  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
