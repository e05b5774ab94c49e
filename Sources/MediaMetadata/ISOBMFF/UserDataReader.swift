internal import MediaModel

/// Reads a `udta` box: QuickTime's international text, 3GPP's assets, iTunes' list, and makers' own.
///
/// - Note: Source: QuickTime File Format, "User data atoms"; 3GPP TS 26.244 §8.
struct UserDataReader {
  private let file: BoxFile

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads all of `udta`.
  func read(_ udta: Box, into tags: inout MovieTags) throws(ByteError) {
    var boxes = file.children(of: udta)
    while let box = try boxes.next() {
      switch box.type {
      case "meta": try ItemListReader(file).read(box, into: &tags)
      case "XMP_":
        tags.xmpPackets.append(FileRange(offset: box.contentStart, count: box.contentCount))
      case "loci": try readLocation(box, into: &tags)
      case "kywd": try readKeywords(box, into: &tags)
      case "yrrc":
        try file.read(box, upTo: 6) { reader throws(ByteError) in
          try reader.skip(4)
          tags.offer(.day, String(try reader.read(UInt16.self)), from: .asset)
        }
      case "FIRM", "GPMF", "MUID": tags.isGoPro = true
      case "NCDT": try NikonReader(file).read(box, into: &tags)
      default: try readText(box, into: &tags)
      }
    }
  }

  private func readText(_ box: Box, into tags: inout MovieTags) throws(ByteError) {
    if let field = Self.international(box.type) {
      try file.read(box, upTo: MovieText.maximumBytes) { reader throws(ByteError) in
        tags.offer(field, try Self.internationalText(&reader), from: .userData)
      }
    } else if let field = Self.asset(box.type) {
      try file.read(box, upTo: MovieText.maximumBytes) { reader throws(ByteError) in
        tags.offer(field, try Self.assetText(&reader), from: .asset)
      }
    } else if let field = Self.plain(box.type) {
      try file.read(box, upTo: MovieText.maximumBytes) { reader throws(ByteError) in
        tags.offer(field, try Self.plainText(&reader), from: .userData)
      }
    }
  }

  private static func international(_ type: FourCC) -> MovieTags.Field? {
    switch type {
    case "©nam": .title
    case "©cmt", "©des", "©inf": .caption
    case "©ART", "©aut", "©art": .artist
    case "©cpy": .copyright
    case "©day": .day
    case "©xyz": .location
    case "©mak": .make
    case "©mod": .model
    case "©swr": .software
    default: nil
    }
  }

  private static func asset(_ type: FourCC) -> MovieTags.Field? {
    switch type {
    case "titl": .title
    case "dscp": .caption
    case "perf", "auth": .artist
    case "cprt": .copyright
    default: nil
    }
  }

  private static func plain(_ type: FourCC) -> MovieTags.Field? {
    switch type {
    case "manu": .make
    case "modl": .model
    case "date": .creationDate
    default: nil
    }
  }

  /// A length, a language and text; some programs write bare text.
  private static func internationalText(_ reader: inout ByteReader) throws(ByteError) -> String? {
    guard reader.remaining >= 4 else { return nil }
    let size = Int(try reader.peek(UInt16.self, at: 0))
    guard size <= reader.remaining - 4 else {
      return MovieText.decode(try reader.bytes(reader.remaining))
    }
    try reader.skip(4)
    return MovieText.decode(try reader.bytes(size))
  }

  /// Version, flags, a packed language, and UTF-8 or UTF-16 with a byte order mark.
  static func assetText(_ reader: inout ByteReader) throws(ByteError) -> String? {
    guard reader.remaining >= 6, try reader.read(UInt32.self) == 0 else { return nil }
    try reader.skip(2)
    let bytes = try reader.bytes(reader.remaining)
    let isUTF16 = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return isUTF16 ? MovieText.decodeUTF16(bytes) : MovieText.decode(bytes)
  }

  /// Bare text; Canon puts four zeros and two more bytes in front.
  private static func plainText(_ reader: inout ByteReader) throws(ByteError) -> String? {
    if reader.remaining >= 6, try reader.peek(UInt32.self, at: 0) == 0 { try reader.skip(6) }
    return MovieText.decode(try reader.bytes(reader.remaining))
  }

  /// 3GPP's place: a name, a role, and 16.16 fixed-point degrees and metres.
  private func readLocation(_ box: Box, into tags: inout MovieTags) throws(ByteError) {
    try file.read(box, upTo: 4_096) { reader throws(ByteError) in
      try reader.skip(6)
      var name: [UInt8] = []
      while case let byte = try reader.read(UInt8.self), byte != 0 { name.append(byte) }
      try reader.skip(1)
      let longitude = Double(try reader.read(Int32.self)) / 65_536
      let latitude = Double(try reader.read(Int32.self)) / 65_536
      let altitude = Double(try reader.read(Int32.self)) / 65_536
      tags.offer(.place, MovieText.decode(name), from: .asset)
      guard abs(latitude) <= 90, abs(longitude) <= 180 else {
        return file.warn(tag: "isobmff:loci", "\(latitude), \(longitude) is not on Earth")
      }
      tags.assetLocation = EmbeddedMetadata.Location(
        latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }
  }

  private func readKeywords(_ box: Box, into tags: inout MovieTags) throws(ByteError) {
    try file.read(box, upTo: MovieText.maximumBytes) { reader throws(ByteError) in
      try reader.skip(6)
      for _ in 0..<(try reader.read(UInt8.self)) {
        let size = Int(try reader.read(UInt8.self))
        tags.offerKeyword(MovieText.decode(try reader.bytes(size)))
      }
    }
  }
}
