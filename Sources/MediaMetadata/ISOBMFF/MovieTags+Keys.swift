extension MovieTags {
  /// Takes the value of a metadata key such as `com.apple.quicktime.make`.
  ///
  /// - Note: Source: AVFoundation's QuickTime metadata keys; Android's `MediaMuxer` and camera keys.
  mutating func offer(key: String, _ value: MetadataValue) {
    guard let (field, origin) = Self.field(ofKey: key) else {
      return offerMark(key: key, value)
    }
    offer(field, value.text, from: origin)
  }

  private static func field(ofKey key: String) -> (Field, Origin)? {
    for prefix in ["com.apple.quicktime.", "com.android."] where key.hasPrefix(prefix) {
      return appleOrAndroid(key.dropFirst(prefix.count)).map { ($0, .keys) }
    }
    return nil
  }

  private static func appleOrAndroid(_ name: Substring) -> Field? {
    switch name.lowercased() {
    case "make", "manufacturer": .make
    case "model": .model
    case "software": .software
    case "creationdate": .creationDate
    case "location.iso6709": .location
    case "location.name": .place
    case "content.identifier": .contentID
    case "title", "displayname": .title
    case "description": .caption
    case "comment": .caption
    case "artist", "author", "creator": .artist
    case "copyright": .copyright
    case "camera.lens_model": .lensModel
    case "camera.focal_length.35mm_equivalent": .focalLength35mm
    case "capture.fps": .captureFrameRate
    case "rating.user": .rating
    default: nil
    }
  }

  /// Takes keys that are marks or lists rather than fields.
  private mutating func offerMark(key: String, _ value: MetadataValue) {
    switch key {
    case "com.apple.quicktime.keywords":
      for word in MovieText.words(value.text ?? "") { offerKeyword(word) }
    // 0 asks players to slow the middle of the clip down.
    case "com.apple.quicktime.full-frame-rate-playback-intent":
      playsAtFullRate = value.number.map { $0 != 0 }
    default: break
    }
  }
}

/// The value of one metadata item.
enum MetadataValue: Hashable {
  case string(String)
  case double(Double)

  /// The value as text.
  var text: String? {
    switch self {
    case .string(let text): text
    case .double(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }
  }

  /// The value as a number.
  var number: Double? {
    switch self {
    case .string(let text): Double(text)
    case .double(let number): number
    }
  }

  /// Reads the content of a `data` box; `nil` for types that hold no text and no number.
  ///
  /// - Note: Source: QuickTime File Format, "Well-known types".
  init?(_ reader: inout ByteReader) throws(ByteError) {
    let type = try reader.read(UInt32.self) & 0xFF_FFFF
    try reader.skip(4)  // locale
    switch type {
    case 1, 4: self.init(MovieText.decode(try reader.bytes(reader.remaining)))
    case 2, 5: self.init(MovieText.decodeUTF16(try reader.bytes(reader.remaining)))
    case 21, 65, 66, 67, 74: self = .double(try Self.signed(&reader))
    case 22, 75, 76, 77, 78: self = .double(try Self.unsigned(&reader))
    case 23: self.init(number: Double(Float(bitPattern: try reader.read(UInt32.self))))
    case 24: self.init(number: Double(bitPattern: try reader.read(UInt64.self)))
    // iTunes marks text so when it is not sure.
    case 0: self.init(MovieText.decode(try reader.bytes(reader.remaining)))
    default: return nil
    }
  }

  private init?(_ text: String?) {
    guard let text else { return nil }
    self = .string(text)
  }

  private init?(number: Double) {
    guard number.isFinite else { return nil }
    self = .double(number)
  }

  private static func signed(_ reader: inout ByteReader) throws(ByteError) -> Double {
    switch reader.remaining {
    case 1: Double(try reader.read(Int8.self))
    case 2: Double(try reader.read(Int16.self))
    case 8...: Double(try reader.read(Int64.self))
    default: Double(try reader.read(Int32.self))
    }
  }

  private static func unsigned(_ reader: inout ByteReader) throws(ByteError) -> Double {
    switch reader.remaining {
    case 1: Double(try reader.read(UInt8.self))
    case 2: Double(try reader.read(UInt16.self))
    case 8...: Double(try reader.read(UInt64.self))
    default: Double(try reader.read(UInt32.self))
    }
  }
}
