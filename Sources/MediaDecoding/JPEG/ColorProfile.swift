/// An ICC profile as far as it decides how a picture is decoded.
///
/// - Note: Source: ICC.1:2010 §7.2.
struct ColorProfile {
  let bytes: [UInt8]
  /// True for a profile of one channel.
  let isGray: Bool
  /// True for the profile that screens are assumed to have: nothing is to convert.
  let isSRGB: Bool

  /// Takes the bytes; `nil` when they are no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    self.bytes = bytes
    isGray = bytes[16..<20].elementsEqual("GRAY".utf8)
    // The description of each wide-spread version of it stands near the start, as ASCII or UTF-16.
    let head = bytes.prefix(1_024).filter { $0 != 0 }
    isSRGB =
      !isGray
      && ["sRGB IEC61966", "sRGB built-in", "sRGB Profile", "c2ci"].contains { name in
        head.firstRange(of: name.utf8) != nil
      }
  }
}
