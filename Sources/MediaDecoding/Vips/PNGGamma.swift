internal import Glibc
internal import MediaModel

/// The exponent that a PNG gives its samples when it has nothing better to say of its colours.
///
/// - Note: Source: PNG 1.2 §4.2.2.1, §10.5.
struct PNGGamma {
  /// The exponent from light to samples; 1/2.2 for screens.
  let exponent: Double

  private static let screen = 1 / 2.2
  /// Bytes of a head that hold all chunks before the pixels but large profiles.
  static let headCount = 64 << 10

  /// Looks into the head of a file; `nil` when its samples are a screen's.
  init?(_ head: [UInt8]) {
    func number(_ place: Int) -> Int { head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var found: Double?
    var place = 8
    while place + 12 <= head.count {
      let count = number(place)
      switch String(decoding: head[place + 4..<place + 8], as: UTF8.self) {
      case "gAMA" where count == 4: found = Double(number(place + 8)) / 100_000
      // These say more, and the decoder reads what of them matters.
      case "sRGB", "iCCP", "cICP": return nil
      case "IDAT": place = head.count
      default: break
      }
      place += 12 + count
    }
    // Beyond these a file is wrong about itself; near a screen's nobody sees a difference.
    guard let found, found > 0.1, found < 10, abs(found / Self.screen - 1) > 0.05 else {
      return nil
    }
    exponent = found
  }

  /// Brings samples to those of a screen; alpha is no light.
  func apply(to bitmap: Bitmap) {
    let table = (0..<256).map { sample -> UInt8 in
      let light = pow(Double(sample) / 255, 1 / exponent)
      let shown = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8((shown * 255).rounded())
    }
    for index in bitmap.pixels.indices where bitmap.channels < 4 || index % 4 != 3 {
      bitmap.pixels[index] = table[Int(bitmap.pixels[index])]
    }
  }
}
