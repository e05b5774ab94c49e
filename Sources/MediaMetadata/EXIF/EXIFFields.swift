internal import MediaModel

/// The values of EXIF that the catalog keeps, gathered from one or more blocks.
///
/// The first value of a tag wins, so blocks and directories are read in order of trust.
struct EXIFFields {
  var camera = EmbeddedMetadata.Camera()
  var exposure = EmbeddedMetadata.Exposure()
  var artist: String?
  var copyright: String?
  var caption: String?
  var rating: Int?
  var orientation: Orientation?
  /// 0x8833, for cameras whose 0x8827 is full.
  var isoSpeed: Int?
  var original = EXIFTime()
  var digitized = EXIFTime()
  var modified = EXIFTime()
  var gps = GPSFields()
  var warnings: [MetadataWarning] = []
  var appleNote: AppleMakerNote?
  /// True when the comment says "Screenshot", as iOS writes.
  var isScreenshot = false
  /// Set when a tag was met outside its own directory.
  var hasMisplacedTags = false

  /// A date with the two tags that go with it.
  struct EXIFTime {
    var date: EXIFDateText?
    /// Nanoseconds.
    var fraction: Int?
    var offset: UTCOffset?
  }

  /// The directory that a tag is read from.
  enum Directory {
    case ifd0, exif, gps
  }

  /// Takes one tag.
  ///
  /// The first pass takes tags that stand in their own directory, the second (`isFallback`) takes
  /// the misplaced ones.
  mutating func take(
    _ tag: UInt16, _ value: EXIFValue, from directory: Directory, isFallback: Bool
  ) {
    if directory == .gps {
      if !isFallback { takeGPS(tag, value) }
      return
    }
    let isAtHome = (directory == .exif) == Self.belongsToEXIF(tag)
    guard isAtHome != isFallback else {
      if !isAtHome { hasMisplacedTags = true }
      return
    }
    switch tag {
    case 0x0132, 0x9003...0x9012, 0x9290...0x9292: takeTime(tag, value)
    case 0x829A...0x9209, 0x920A, 0xA402...0xA405: takeExposure(tag, value)
    default: takeDescription(tag, value)
    }
  }

  /// True for the tags whose place is the Exif IFD.
  private static func belongsToEXIF(_ tag: UInt16) -> Bool {
    switch tag {
    case 0x829A, 0x829D, 0x8822...0x8824, 0x8827...0x8833, 0x9000...0x9BFF, 0xA000...0xAFFF: true
    default: false
    }
  }

  private mutating func takeDescription(_ tag: UInt16, _ value: EXIFValue) {
    switch tag {
    case 0x010E: caption = caption ?? value.text
    case 0x010F: camera.make = camera.make ?? value.text
    case 0x0110: camera.model = camera.model ?? value.text
    case 0x0112: takeOrientation(value)
    case 0x0131: camera.software = camera.software ?? value.text
    case 0x013B: artist = artist ?? value.text
    case 0x4746: takeRating(value)
    case 0x8298: copyright = copyright ?? value.copyrightText
    case 0x9286: isScreenshot = isScreenshot || value.isScreenshotComment
    case 0x927C: appleNote = appleNote ?? AppleMakerNote(value.bytes)
    case 0xA431: camera.serial = camera.serial ?? value.text
    case 0xA433: camera.lensMake = camera.lensMake ?? value.text
    case 0xA434: camera.lensModel = camera.lensModel ?? value.text
    default: break
    }
  }

  private mutating func takeOrientation(_ value: EXIFValue) {
    guard orientation == nil else { return }
    let number = value.integer() ?? 0
    orientation = Orientation(exifValue: number)
    if !(1...8).contains(number) { drop("exif:Orientation", value) }
  }

  private mutating func takeRating(_ value: EXIFValue) {
    guard rating == nil, let number = value.integer() else { return }
    if (0...5).contains(number) { rating = number } else { drop("exif:Rating", value) }
  }

  /// Notes a value that cannot be true.
  mutating func drop(_ tag: String, _ value: EXIFValue) {
    warnings.append(.impossible(tag, value))
  }
}

extension MetadataWarning {
  /// Says that a value cannot be true.
  static func impossible(_ tag: String, _ value: EXIFValue) -> MetadataWarning {
    MetadataWarning(tag: tag, reason: "impossible value \(value)")
  }
}

extension EXIFValue {
  /// True for a user comment, behind its eight bytes of encoding, that says "Screenshot".
  fileprivate var isScreenshotComment: Bool {
    bytes.count >= 18 && bytes.count < 64
      && bytes.slice(8..<bytes.count).starts(with: "Screenshot")
  }

  /// The photographer's part of a copyright, else the editor's behind the first NUL.
  fileprivate var copyrightText: String? {
    if let text { return text }
    guard isText, let end = bytes.firstIndex(of: 0) else { return nil }
    return MetadataText.clean(bytes.slice(min(end + 1, bytes.count)..<bytes.count))
  }
}
