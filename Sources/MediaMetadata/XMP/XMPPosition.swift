internal import MediaModel

/// The position properties of XMP, which mean something only together.
///
/// - Note: Source: Exif 2.32 metadata for XMP (CIPA DC-010) §6.2: `DDD,MM,SSk` or `DDD,MM.mmk`.
struct XMPPosition: Hashable {
  private var latitude: Coordinate?
  private var longitude: Coordinate?
  private var latitudeRef: UInt8?
  private var longitudeRef: UInt8?
  private var altitude: Double?
  private var altitudeRef: String?
  private var direction: Double?

  /// A coordinate with the letter behind it.
  struct Coordinate: Hashable {
    var degrees: Double
    var letter: UInt8?
  }

  /// Takes one property; false when its value is impossible.
  mutating func take(_ property: XMPProperty, _ text: String) -> Bool {
    switch property {
    case .latitude: return Self.take(text, limit: 90, into: &latitude)
    case .longitude: return Self.take(text, limit: 180, into: &longitude)
    case .latitudeRef: latitudeRef = latitudeRef ?? text.utf8.first
    case .longitudeRef: longitudeRef = longitudeRef ?? text.utf8.first
    case .altitudeRef: altitudeRef = altitudeRef ?? text
    case .altitude:
      guard let number = Self.number(text), abs(number) < 100_000 else { return false }
      altitude = altitude ?? number
    case .direction:
      guard let number = Self.number(text), (0...360).contains(number) else { return false }
      direction = direction ?? (number == 360 ? 0 : number)
    default: break
    }
    return true
  }

  /// The place; `nil` without two coordinates.
  var location: EmbeddedMetadata.Location? {
    guard
      let latitude = Self.signed(latitude, latitudeRef, negative: UInt8(ascii: "S")),
      let longitude = Self.signed(longitude, longitudeRef, negative: UInt8(ascii: "W"))
    else { return nil }
    let isBelow = altitudeRef == "1" || altitudeRef == "3"
    return EmbeddedMetadata.Location(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -abs($0) : $0 },
      direction: direction)
  }

  private static func take(
    _ text: String, limit: Double, into coordinate: inout Coordinate?
  ) -> Bool {
    guard let found = Coordinate(text), abs(found.degrees) <= limit else { return false }
    coordinate = coordinate ?? found
    return true
  }

  /// Degrees with their sign.
  ///
  /// A letter behind the number goes before the reference of a property of its own, which Apple's
  /// programs write; without both the number is signed.
  private static func signed(
    _ coordinate: Coordinate?, _ ref: UInt8?, negative: UInt8
  ) -> Double? {
    guard let coordinate else { return nil }
    guard let letter = coordinate.letter ?? ref else { return coordinate.degrees }
    return letter & 0xDF == negative ? 0 - abs(coordinate.degrees) : abs(coordinate.degrees)
  }

  /// A decimal number or a fraction.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = Double(parts[0]), first.isFinite else { return nil }
    guard parts.count == 2 else { return first }
    guard let second = Double(parts[1]), second != 0, second.isFinite else { return nil }
    return first / second
  }
}

extension XMPPosition.Coordinate {
  /// Reads `52,30.5N`, `52,30,30N`, `68,0.0W` and `-52.508`.
  init?(_ text: String) {
    var digits = text[...]
    if let last = digits.utf8.last, "NSEWnsew".utf8.contains(last) {
      letter = last
      digits = digits.dropLast()
    }
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.filter { $0 != " " }) }
    guard (1...3).contains(parts.count), let whole = parts[0] else { return nil }
    var sum = abs(whole)
    for (part, divisor) in zip(parts.dropFirst(), [60.0, 3_600]) {
      guard let part, part >= 0, part < 60 || divisor == 60 && part == 60 else { return nil }
      sum += part / divisor
    }
    guard sum.isFinite else { return nil }
    degrees = whole.sign == .minus ? -sum : sum
  }
}
