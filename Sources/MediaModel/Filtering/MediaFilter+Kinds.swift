// The names of PHPickerFilter, for what files can tell.
extension MediaFilter {
  /// Everything.
  public static let everything = MediaFilter.all([])
  /// Nothing.
  public static let nothing = MediaFilter.any([])

  /// Images, animated ones and stills of Live Photos included.
  public static let images = MediaFilter.matches(.type(.image))
  /// Videos.
  public static let videos = MediaFilter.matches(.type(.video))
  /// Live Photos and Motion Photos.
  public static let livePhotos = MediaFilter.matches(.mark(.livePhoto))
  /// Images that hold a depth map.
  public static let depthEffectPhotos = MediaFilter.matches(.mark(.depth))
  /// Frames of bursts.
  public static let bursts = MediaFilter.matches(.mark(.burst))
  /// Panoramas.
  public static let panoramas = MediaFilter.matches(.mark(.panorama))
  /// Pictures of a screen.
  public static let screenshots = MediaFilter.matches(.mark(.screenshot))
  /// Videos of a screen.
  public static let screenRecordings = MediaFilter.matches(.mark(.screenRecording))
  /// Videos with a focus track.
  public static let cinematicVideos = MediaFilter.matches(.mark(.cinematic))
  /// Slow-motion videos.
  public static let slomoVideos = MediaFilter.matches(.mark(.slowMotion))
  /// Time-lapse videos.
  public static let timelapseVideos = MediaFilter.matches(.mark(.timeLapse))
  /// Stereo and spatial media.
  public static let spatialMedia = MediaFilter.matches(.mark(.spatial))
  /// Favourites.
  public static let favorites = MediaFilter.matches(.mark(.favorite))

  /// Media that are played in one way; each item has exactly one.
  public static func playbackStyle(_ style: PlaybackStyle) -> MediaFilter {
    let animated = MediaFilter.matches(.mark(.animated))
    return switch style {
    case .image: .all([.images, .not(animated), .not(.livePhotos)])
    case .imageAnimated: .all([.images, animated])
    case .livePhoto: .all([.images, .not(animated), .livePhotos])
    case .video: .videos
    case .videoLooping: .nothing
    }
  }

  /// Matches what at least one filter does; nothing when there is none.
  public static func any(of filters: [MediaFilter]) -> MediaFilter { .any(filters) }

  /// Matches what every filter does; everything when there is none.
  public static func all(of filters: [MediaFilter]) -> MediaFilter { .all(filters) }
}

/// How an item is played; the raw value is that of the field `playback_style`.
public enum PlaybackStyle: String, Hashable, Sendable, CaseIterable {
  /// A still.
  case image
  /// An image of several frames.
  case imageAnimated
  /// A still with a short movie.
  case livePhoto
  /// A video.
  case video
  /// A video that repeats; no file says so yet.
  case videoLooping
}
