internal import MediaModel

/// An ICC profile as far as it decides how a picture is decoded.
///
/// - Note: Source: ICC.1:2010 §7.2.
struct ColorProfile {
  let bytes: [UInt8]
  /// True for a profile of one channel.
  let isGray: Bool

  /// Takes the bytes; `nil` when they are no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    self.bytes = bytes
    isGray = bytes[16..<20].elementsEqual("GRAY".utf8)
  }

  /// True for the names of the profile that screens are assumed to have: nothing is to convert.
  ///
  /// Version 4 of it is another one: it renders perceptually.
  static func isSRGB(named name: String?) -> Bool {
    guard let name else { return false }
    return name == "sRGB" || name == "c2" || name == "sRGB Profile"
      || name.hasPrefix("sRGB IEC61966") || name.hasPrefix("sRGB built-in")
  }
}
