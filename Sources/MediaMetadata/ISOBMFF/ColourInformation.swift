internal import MediaModel

/// What the `colr` boxes of a track or an item say.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §12.1.5; code points of ITU-T H.273.
struct ColourInformation {
  /// H.273 colour primaries.
  private(set) var primaries: UInt16?
  /// H.273 transfer characteristics.
  private(set) var transfer: UInt16?
  /// Name of the ICC profile.
  private(set) var profileName: String?

  /// No profile is read further than this; its name stands in front of the large tables.
  static let maximumProfile = 1 << 20

  /// Reads one `colr` box; an item may have one with numbers and one with a profile.
  mutating func read(_ box: Box, in file: BoxFile) throws(ByteError) {
    let limit = 4 + Self.maximumProfile
    try file.read(box, upTo: limit) { reader throws(ByteError) in
      switch FourCC(try reader.read(UInt32.self)) {
      case "nclx", "nclc":
        primaries = try reader.read(UInt16.self)
        transfer = try reader.read(UInt16.self)
      case "prof", "rICC":
        profileName = try ICCProfile.description(of: reader.slice(reader.remaining)) ?? profileName
      default: break
      }
    }
  }

  /// Takes the name of a profile that stands alone.
  mutating func take(profile: ByteReader) {
    profileName = ICCProfile.description(of: profile) ?? profileName
  }

  /// Takes what the codec says where the container says nothing.
  mutating func complete(primaries: UInt16? = nil, transfer: UInt16? = nil) {
    self.primaries = self.primaries ?? primaries
    self.transfer = self.transfer ?? transfer
  }

  /// `pq` or `hlg`, `nil` for ordinary range.
  var hdr: String? {
    switch transfer {
    case 16: "pq"
    case 18: "hlg"
    default: nil
    }
  }

  /// The profile's own name, else the usual name of the code points.
  var name: String? {
    if let profileName { return profileName }
    switch (primaries, transfer) {
    case (1, 13): return "sRGB"
    case (1, 1), (1, 6): return "Rec. 709"
    case (1, 16): return "Rec. 709 PQ"
    case (1, 18): return "Rec. 709 HLG"
    case (12, 13): return "Display P3"
    case (12, 16): return "Display P3 PQ"
    case (12, 18): return "Display P3 HLG"
    case (9, 16): return "Rec. 2100 PQ"
    case (9, 18): return "Rec. 2100 HLG"
    case (9, 1), (9, 14), (9, 15): return "Rec. 2020"
    default: return nil
    }
  }
}
