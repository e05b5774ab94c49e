/// What a delivered copy of a media file says no more; pixels and sound stay as they are.
///
/// Every option keeps what shows the picture right: orientation, colour profile, animation, and
/// the rotation and timing of movies. The original is never written. What cannot be understood
/// (an unknown segment, a damaged block, bytes behind the picture) goes with any option, because it
/// may hold what shall go. The credit (artist, creator, copyright) goes only with ``all``.
///
/// A preview inside the file shows the same picture, perhaps uncropped: it is stripped like the
/// picture itself, and goes with ``all``. What is part of the coded picture or sound (a sign on a
/// wall, a message inside a video stream) stays.
public struct MetadataStripping: OptionSet, Hashable, Sendable {
  /// One bit an option; stable.
  public let rawValue: UInt8

  /// Takes bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Tells where: coordinates, places, directions.
  ///
  /// The EXIF GPS directory, places and coordinates in XMP and IPTC, `©xyz`, `loci`,
  /// `location.ISO6709` and their like in movies, and timed tracks that may hold positions.
  /// Maker notes of makers that write places into them go too (Nikon, Panasonic, Pentax, Samsung,
  /// and any maker that is not known to write none).
  public static let location = MetadataStripping(rawValue: 1)

  /// What people wrote: titles, descriptions, comments, keywords, names and regions of persons.
  ///
  /// A maker note goes as with ``location``: some makers write names of persons there.
  public static let captions = MetadataStripping(rawValue: 2)

  /// Tells which camera, whose, and which file: what is made of one thing only.
  ///
  /// Serial numbers of body and lens, the camera owner's name, maker notes, shutter counts, and the
  /// identifiers of picture, document, burst and Live Photo. Maker and model stay.
  public static let serials = MetadataStripping(rawValue: 4)

  /// All metadata but orientation and colour profile.
  ///
  /// Also dates, camera, exposure, credit, edit history, embedded previews, and what follows the
  /// picture: the clip of a Motion Photo and the further pictures of a JPEG, its gain map among
  /// them. The gain map of a HEIC stays.
  public static let all = MetadataStripping(rawValue: 0xFF)

  /// True when all metadata goes.
  public var isTotal: Bool { self == .all }
}

extension MetadataStripping {
  /// The words of the command line, in their usual order.
  public static let words = ["location", "captions", "serials", "all"]

  /// Reads words with commas between them, such as `location,serials`.
  ///
  /// - Returns: `nil` for an empty text and for one with an unknown or missing word.
  public init?(words text: String) {
    self = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "location": insert(.location)
      case "captions": insert(.captions)
      case "serials": insert(.serials)
      case "all": formUnion(.all)
      default: return nil
      }
    }
  }
}
