/// The name inside an ICC profile.
///
/// - Note: Source: ICC.1:2001-04 §6.5.17 and ICC.1:2010 §9.2.41, §10.13.
enum ICCProfile {
  private static let headerCount = 128
  private static let descriptionTag: UInt32 = 0x6465_7363  // desc
  private static let multiLocalizedType: UInt32 = 0x6D6C_7563  // mluc

  /// Finds the profile description, `nil` when there is none within the bytes.
  static func description(of profile: ByteReader) -> String? {
    var profile = profile
    profile.isBigEndian = true
    return (try? find(in: profile)) ?? nil  // A profile without a name costs nothing else.
  }

  private static func find(in profile: ByteReader) throws(ByteError) -> String? {
    let count = min(try profile.peek(UInt32.self, at: headerCount), 100)
    for index in 0..<Int(count) {
      let entry = headerCount + 4 + index * 12
      guard try profile.peek(UInt32.self, at: entry) == descriptionTag else { continue }
      let offset = Int(try profile.peek(UInt32.self, at: entry + 4))
      let size = Int(try profile.peek(UInt32.self, at: entry + 8))
      return try text(in: try profile.slice(offset..<offset + size))
    }
    return nil
  }

  private static func text(in tag: ByteReader) throws(ByteError) -> String? {
    switch try tag.peek(UInt32.self, at: 0) {
    case descriptionTag:
      let count = Int(try tag.peek(UInt32.self, at: 8))
      return try tag.slice(12..<12 + count).withRemaining(MetadataText.clean)
    case multiLocalizedType: return try localized(in: tag)
    default: return nil
    }
  }

  /// The English record of a multi-localized text, else its first.
  private static func localized(in tag: ByteReader) throws(ByteError) -> String? {
    let count = min(Int(try tag.peek(UInt32.self, at: 8)), 64)
    guard count > 0 else { return nil }
    var chosen = 16
    for index in 0..<count where try tag.peek(UInt16.self, at: 16 + index * 12) == 0x656E {
      chosen = 16 + index * 12
      break
    }
    let size = Int(try tag.peek(UInt32.self, at: chosen + 4))
    let offset = Int(try tag.peek(UInt32.self, at: chosen + 8))
    var text = try tag.slice(offset..<offset + size)
    var units: [UInt16] = []
    while text.remaining >= 2 { units.append(try text.read()) }
    return MetadataText.clean(Array(String(decoding: units, as: UTF16.self).utf8))
  }
}
