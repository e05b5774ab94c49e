internal import MediaModel

extension EXIFFields {
  /// Takes an exposure setting.
  mutating func takeExposure(_ tag: UInt16, _ value: EXIFValue) {
    switch tag {
    case 0x829A:
      Self.takePositive(
        value, "exif:ExposureTime", below: 100_000, &exposure.exposureTime, &warnings)
    case 0x829D:
      Self.takePositive(value, "exif:FNumber", below: 10_000, &exposure.fNumber, &warnings)
    case 0x8827: takeSensitivity(value)
    case 0x8833: isoSpeed = isoSpeed ?? value.integer().flatMap { $0 > 0 ? $0 : nil }
    case 0x9204: takeBias(value)
    case 0x9207: takeMetering(value)
    case 0x9209: exposure.flashFired = exposure.flashFired ?? value.integer().map { $0 & 1 == 1 }
    case 0x920A:
      Self.takePositive(value, "exif:FocalLength", below: 100_000, &exposure.focalLength, &warnings)
    case 0xA403: takeWhiteBalance(value)
    case 0xA405:
      Self.takePositive(
        value, "exif:FocalLengthIn35mmFilm", below: 100_000, &exposure.focalLength35mm, &warnings)
    default: break
    }
  }

  /// Takes a number above zero; zero and a zero denominator mean "unknown".
  private static func takePositive(
    _ value: EXIFValue, _ tag: String, below limit: Double, _ field: inout Double?,
    _ warnings: inout [MetadataWarning]
  ) {
    guard field == nil, let number = value.real(), number != 0 else { return }
    if number > 0, number < limit {
      field = number
    } else {
      warnings.append(.impossible(tag, value))
    }
  }

  /// Takes the first sensitivity; some cameras write two, the second being zero.
  private mutating func takeSensitivity(_ value: EXIFValue) {
    guard exposure.iso == nil, let number = value.integer(), number != 0 else { return }
    if number > 0 { exposure.iso = number } else { drop("exif:ISO", value) }
  }

  /// The sensitivity: where 16 bits are full, the 32-bit tag says it.
  var iso: Int? {
    exposure.iso == 65_535 || exposure.iso == nil ? isoSpeed ?? exposure.iso : exposure.iso
  }

  private mutating func takeBias(_ value: EXIFValue) {
    guard exposure.exposureBias == nil, let number = value.real() else { return }
    if abs(number) <= 100 {
      exposure.exposureBias = number
    } else {
      drop("exif:ExposureBias", value)
    }
  }

  private mutating func takeWhiteBalance(_ value: EXIFValue) {
    guard exposure.whiteBalance == nil, let number = value.integer() else { return }
    switch number {
    case 0: exposure.whiteBalance = "auto"
    case 1: exposure.whiteBalance = "manual"
    default: drop("exif:WhiteBalance", value)
    }
  }

  private mutating func takeMetering(_ value: EXIFValue) {
    guard exposure.metering == nil, let number = value.integer(), number != 0 else { return }
    switch number {
    case 1: exposure.metering = "average"
    case 2: exposure.metering = "center"
    case 3: exposure.metering = "spot"
    case 4: exposure.metering = "multi-spot"
    case 5: exposure.metering = "pattern"
    case 6: exposure.metering = "partial"
    case 255: exposure.metering = "other"
    default: drop("exif:MeteringMode", value)
    }
  }
}
