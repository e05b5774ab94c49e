internal import MediaModel

/// The tags of the GPS directory, which mean something only together.
struct GPSFields {
  var latitudeRef: UInt8?
  var latitude: Double?
  var longitudeRef: UInt8?
  var longitude: Double?
  var altitudeRef: Int?
  var altitude: Double?
  var direction: Double?
  var date: EXIFDateText?
  /// Nanoseconds of the day, UTC.
  var clock: Int64?
  var hasFraction = false

  /// The moment of the fix; `nil` without both a date and a time.
  var time: CaptureTimeCandidate? {
    guard let date, let clock else { return nil }
    let midnight = date.wallTime.nanoseconds
    return CaptureTimeCandidate(
      source: .gps, wallTime: WallTime(nanoseconds: midnight + clock), offset: .utc,
      precision: hasFraction ? .subsecond : .second)
  }

  /// Degrees with the sign of a reference letter.
  ///
  /// Without a letter the hemisphere is unknown, unless the number itself is negative.
  static func signed(
    _ degrees: Double?, _ ref: UInt8?, positive: UInt8, negative: UInt8, limit: Double
  ) -> Double? {
    guard let degrees, abs(degrees) <= limit else { return nil }
    switch ref.map({ $0 & 0xDF }) {
    case positive: return degrees
    case negative: return degrees == 0 ? 0 : -abs(degrees)
    default: return degrees < 0 ? degrees : nil
    }
  }

  /// The place; `nil` without two coordinates that exist.
  var location: EmbeddedMetadata.Location? {
    let north = UInt8(ascii: "N")
    let south = UInt8(ascii: "S")
    let east = UInt8(ascii: "E")
    let west = UInt8(ascii: "W")
    guard
      let latitude = Self.signed(
        latitude, latitudeRef, positive: north, negative: south, limit: 90),
      let longitude = Self.signed(
        longitude, longitudeRef, positive: east, negative: west, limit: 180)
    else { return nil }
    return EmbeddedMetadata.Location(
      latitude: latitude, longitude: longitude, altitude: signedAltitude, direction: direction)
  }

  /// Metres; references 1 and 3 (Exif 3.0) mean below.
  private var signedAltitude: Double? {
    altitude.map { altitudeRef == 1 || altitudeRef == 3 ? -abs($0) : $0 }
  }
}

extension EXIFFields {
  /// Takes a tag of the GPS directory.
  mutating func takeGPS(_ tag: UInt16, _ value: EXIFValue) {
    switch tag {
    case 1: gps.latitudeRef = gps.latitudeRef ?? Self.letter(value)
    case 2: gps.latitude = gps.latitude ?? degrees(value, "gps:GPSLatitude", limit: 90)
    case 3: gps.longitudeRef = gps.longitudeRef ?? Self.letter(value)
    case 4: gps.longitude = gps.longitude ?? degrees(value, "gps:GPSLongitude", limit: 180)
    case 5: gps.altitudeRef = gps.altitudeRef ?? value.integer()
    case 6: takeAltitude(value)
    case 7: takeClock(value)
    case 0x11: takeDirection(value)
    case 0x1D: takeDateStamp(value)
    default: break
    }
  }

  private static func letter(_ value: EXIFValue) -> UInt8? {
    guard value.isText else { return nil }
    var cursor = TextCursor(value.bytes)
    cursor.skipBlanks()
    return cursor.next
  }

  /// Degrees, minutes and seconds, of which the latter two may be missing.
  private mutating func degrees(_ value: EXIFValue, _ tag: String, limit: Double) -> Double? {
    if value.type == .ascii { return textDegrees(value, tag, limit: limit) }
    guard let whole = value.real() else { return nil }
    var minutes = 0.0
    var seconds = 0.0
    if value.count > 1 {
      guard let number = value.real(at: 1) else { return nil }
      minutes = number
    }
    if value.count > 2 { seconds = value.real(at: 2) ?? 0 }
    return degrees([whole, minutes, seconds], value, tag, limit: limit)
  }

  /// Degrees as some programs write them, `52,00000,50,00000,34,01180`.
  private mutating func textDegrees(
    _ value: EXIFValue, _ tag: String, limit: Double
  ) -> Double? {
    guard let text = value.text else { return nil }
    guard let parts = SexagesimalText.parts(text) else {
      drop(tag, value)
      return nil
    }
    return degrees(parts, value, tag, limit: limit)
  }

  private mutating func degrees(
    _ parts: [Double], _ value: EXIFValue, _ tag: String, limit: Double
  ) -> Double? {
    let sum = abs(parts[0]) + parts[1] / 60 + parts[2] / 3_600
    guard parts[1] >= 0, parts[2] >= 0, sum <= limit else {
      drop(tag, value)
      return nil
    }
    return parts[0] < 0 ? -sum : sum
  }

  private mutating func takeAltitude(_ value: EXIFValue) {
    guard gps.altitude == nil, let number = value.real() else { return }
    if abs(number) < 100_000 { gps.altitude = number } else { drop("gps:GPSAltitude", value) }
  }

  private mutating func takeDirection(_ value: EXIFValue) {
    guard gps.direction == nil, let number = value.real() else { return }
    if (0...360).contains(number) {
      gps.direction = number == 360 ? 0 : number
    } else {
      drop("gps:GPSImgDirection", value)
    }
  }

  private mutating func takeClock(_ value: EXIFValue) {
    guard gps.clock == nil, value.count >= 3, let hour = value.real(at: 0),
      let minute = value.real(at: 1), let second = value.real(at: 2)
    else { return }
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      drop("gps:GPSTimeStamp", value)
      return
    }
    let minutes = hour * 60 + minute
    let microseconds = ((minutes * 60 + second) * 1_000_000).rounded()
    gps.clock = Int64(microseconds) * 1_000
    gps.hasFraction = second != second.rounded(.down)
  }

  private mutating func takeDateStamp(_ value: EXIFValue) {
    guard gps.date == nil, value.isText else { return }
    switch EXIFDateText.read(value.bytes) {
    case .unknown: break
    case .date(let date) where date.precision == .day: gps.date = date
    case .date, .impossible: drop("gps:GPSDateStamp", value)
    }
  }
}
