internal import MediaModel

extension EmbeddedMetadata.Location {
  /// Reads `+27.5916+086.5640+8850/` and its forms with minutes and seconds.
  ///
  /// `nil` when it does not parse or lies outside the Earth.
  ///
  /// - Note: Source: ISO 6709:1983; QuickTime's `com.apple.quicktime.location.ISO6709` and `©xyz`.
  init?(iso6709 text: String) {
    var numbers: [Substring] = []
    for character in text.prefix(64) {
      if character == "+" || character == "-" {
        numbers.append("")
      } else if !(character.isASCII && (character.isNumber || character == ".")) {
        break
      }
      guard let last = numbers.indices.last else { return nil }
      numbers[last].append(character)
    }
    guard numbers.count == 2 || numbers.count == 3,
      let latitude = Self.degrees(numbers[0], wholeDigits: 2),
      let longitude = Self.degrees(numbers[1], wholeDigits: 3),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    let altitude = numbers.count == 3 ? Double(numbers[2]) : nil
    self.init(
      latitude: latitude, longitude: longitude,
      altitude: altitude.flatMap { abs($0) < 100_000 ? $0 : nil })
  }

  /// `DD.D`, `DDMM.M` or `DDMMSS.S`, told apart by the digits before the point.
  private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
    let digits = text.dropFirst().prefix { $0 != "." }.count
    guard let value = Double(text) else { return nil }
    let magnitude = abs(value)
    let sign = text.hasPrefix("-") ? -1.0 : 1.0
    switch digits {
    case ...wholeDigits: return value
    case wholeDigits + 2:
      let degrees = (magnitude / 100).rounded(.down)
      let minutes = magnitude - degrees * 100
      return minutes < 60 ? sign * (degrees + minutes / 60) : nil
    case wholeDigits + 4:
      let degrees = (magnitude / 10_000).rounded(.down)
      let minutes = ((magnitude - degrees * 10_000) / 100).rounded(.down)
      let seconds = magnitude - degrees * 10_000 - minutes * 100
      return minutes < 60 && seconds < 60 ? sign * (degrees + minutes / 60 + seconds / 3_600) : nil
    default: return nil
    }
  }
}
