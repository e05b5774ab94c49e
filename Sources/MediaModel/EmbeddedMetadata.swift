/// What a media file says of itself: format, geometry, times, camera, place and words.
///
/// Absent means the file does not say, or said something impossible (then `warnings` tells).
public struct EmbeddedMetadata: Hashable, Sendable {
  /// The format by content.
  public var format: MediaFormat
  /// Short name of the picture codec, such as `jpeg`, `hevc`, `av1`.
  public var codec: String?
  /// Stored pixels, from the frame header or the codec, never from EXIF.
  public var pixelSize: PixelSize?
  /// How stored pixels are turned for display.
  public var orientation: Orientation = .up
  /// Pixels as shown: after orientation, rotation, clean aperture and pixel aspect.
  public var displaySize: PixelSize?
  /// Length of a video or an animation.
  public var duration: Duration?
  /// Frames a second of a video.
  public var frameRate: Double?
  /// Frames a second at which a slow-motion or time-lapse video was taken.
  public var captureFrameRate: Double?
  /// Whether a video holds sound; `nil` for stills.
  public var hasAudio: Bool?
  /// Name of the dynamic range: `sdr` is never written, `hlg`, `pq`, `dolby-vision`, `gain-map`.
  public var hdr: String?
  /// True when an image holds more than one frame in time.
  public var isAnimated: Bool = false
  /// All dates found, in any order.
  public var captureTimes: [CaptureTimeCandidate] = []
  /// Camera and lens.
  public var camera = Camera()
  /// Exposure settings.
  public var exposure = Exposure()
  /// Where it was taken.
  public var location: Location?
  /// Words and marks.
  public var annotations = Annotations()
  /// Name of the embedded colour profile.
  public var colorProfile: String?
  /// Identifier shared by the frames of a burst.
  public var burstID: String?
  /// Identifier shared by the still and the movie of a Live Photo.
  public var contentID: String?
  /// Kinds beyond image and video.
  public var subtypes: MediaSubtypes = []
  /// Tags that were dropped, and why.
  public var warnings: [MetadataWarning] = []

  /// Makes metadata that knows only its format.
  public init(format: MediaFormat) { self.format = format }

  /// Camera, lens and program.
  public struct Camera: Hashable, Sendable {
    /// EXIF 0x010F or QuickTime make.
    public var make: String?
    /// EXIF 0x0110 or QuickTime model.
    public var model: String?
    /// EXIF 0xA431.
    public var serial: String?
    /// EXIF 0xA433.
    public var lensMake: String?
    /// EXIF 0xA434.
    public var lensModel: String?
    /// EXIF 0x0131.
    public var software: String?

    /// Makes an empty value.
    public init() {}
  }

  /// Exposure settings.
  public struct Exposure: Hashable, Sendable {
    /// EXIF 0x8827; the first value when there are more.
    public var iso: Int?
    /// EXIF 0x829D.
    public var fNumber: Double?
    /// EXIF 0x829A, seconds.
    public var exposureTime: Double?
    /// EXIF 0x9204, EV.
    public var exposureBias: Double?
    /// EXIF 0x920A, millimetres.
    public var focalLength: Double?
    /// EXIF 0xA405, millimetres.
    public var focalLength35mm: Double?
    /// EXIF 0x9209, bit 0.
    public var flashFired: Bool?
    /// EXIF 0xA403: `auto` or `manual`.
    public var whiteBalance: String?
    /// EXIF 0x9207: `average`, `center`, `spot`, `multi-spot`, `pattern`, `partial`, `other`.
    public var metering: String?

    /// Makes an empty value.
    public init() {}
  }

  /// A place on Earth.
  public struct Location: Hashable, Sendable {
    /// Degrees WGS 84, −90…90.
    public var latitude: Double
    /// Degrees WGS 84, −180…180.
    public var longitude: Double
    /// Metres above sea level.
    public var altitude: Double?
    /// Degrees from north, 0..<360.
    public var direction: Double?

    /// Makes a place; nothing is checked.
    public init(
      latitude: Double, longitude: Double, altitude: Double? = nil, direction: Double? = nil
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
      self.direction = direction
    }
  }

  /// Words and marks that a person or a program wrote into the file.
  public struct Annotations: Hashable, Sendable {
    /// −1…5.
    public var rating: Int?
    /// Colour label.
    public var label: String?
    /// Short title.
    public var title: String?
    /// Longer text; EXIF 0x010E when nothing better exists.
    public var caption: String?
    /// Keywords in file order.
    public var keywords: [String] = []
    /// EXIF 0x013B.
    public var artist: String?
    /// EXIF 0x8298.
    public var copyright: String?
    /// Place names found in the file.
    public var place: String?

    /// Makes an empty value.
    public init() {}
  }
}

/// A tag that was dropped, and why.
public struct MetadataWarning: Hashable, Sendable {
  /// The tag's name, with its group, such as `exif:DateTimeOriginal`.
  public var tag: String
  /// What was wrong, with the value when it is short.
  public var reason: String

  /// Makes a warning.
  public init(tag: String, reason: String) {
    self.tag = tag
    self.reason = reason
  }
}

/// Kinds of media beyond image and video, as a set.
public struct MediaSubtypes: OptionSet, Hashable, Sendable {
  /// Bits; stored in the catalog, so values never change.
  public let rawValue: UInt32

  /// Takes stored bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A Live Photo's part or a Motion Photo.
  public static let livePhoto = MediaSubtypes(rawValue: 1 << 0)
  /// A picture of a screen.
  public static let screenshot = MediaSubtypes(rawValue: 1 << 1)
  /// A video of a screen.
  public static let screenRecording = MediaSubtypes(rawValue: 1 << 2)
  /// Unprocessed sensor data.
  public static let raw = MediaSubtypes(rawValue: 1 << 3)
  /// One of a burst.
  public static let burst = MediaSubtypes(rawValue: 1 << 4)
  /// A panorama.
  public static let panorama = MediaSubtypes(rawValue: 1 << 5)
  /// An animated image.
  public static let animated = MediaSubtypes(rawValue: 1 << 6)
  /// Slow motion.
  public static let slowMotion = MediaSubtypes(rawValue: 1 << 7)
  /// Time lapse.
  public static let timeLapse = MediaSubtypes(rawValue: 1 << 8)
  /// Holds a depth map.
  public static let depth = MediaSubtypes(rawValue: 1 << 9)
  /// High dynamic range.
  public static let hdr = MediaSubtypes(rawValue: 1 << 10)
  /// Cinematic video with a focus track.
  public static let cinematic = MediaSubtypes(rawValue: 1 << 11)
  /// Stereo or spatial.
  public static let spatial = MediaSubtypes(rawValue: 1 << 12)
  /// Taken with a front camera.
  public static let selfie = MediaSubtypes(rawValue: 1 << 13)

  /// Stable names, in bit order; the query word is `is:` and the name.
  public static let names: [(subtype: MediaSubtypes, name: String)] = [
    (.livePhoto, "livephoto"), (.screenshot, "screenshot"),
    (.screenRecording, "screenrecording"), (.raw, "raw"), (.burst, "burst"),
    (.panorama, "panorama"), (.animated, "animated"), (.slowMotion, "slomo"),
    (.timeLapse, "timelapse"), (.depth, "depth"), (.hdr, "hdr"), (.cinematic, "cinematic"),
    (.spatial, "spatial"), (.selfie, "selfie"),
  ]
}
