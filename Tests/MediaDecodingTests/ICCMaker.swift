import Glibc
import TestSupport

/// Makes matrix profiles of version 2.
///
/// - Note: Source: ICC.1:2001-04; the colorants are those of sRGB (IEC 61966-2-1), Display P3
///   (SMPTE EG 432-1 with D65) and Adobe RGB (1998), adapted to D50.
enum ICCMaker {
  struct Space: Sendable {
    var name: String
    var red: [Double]
    var green: [Double]
    var blue: [Double]
    /// `nil` is the curve of sRGB.
    var gamma: Double?
  }

  static let sRGB = Space(
    name: "made", red: [0.436_07, 0.222_49, 0.013_92], green: [0.385_15, 0.716_87, 0.097_08],
    blue: [0.143_07, 0.060_61, 0.714_10])
  static let displayP3 = Space(
    name: "P3 made", red: [0.515_12, 0.241_20, -0.001_05], green: [0.291_98, 0.692_25, 0.041_89],
    blue: [0.157_10, 0.066_57, 0.784_07])
  static let adobeRGB = Space(
    name: "Adobe made", red: [0.609_74, 0.311_11, 0.019_47],
    green: [0.205_28, 0.625_67, 0.060_87], blue: [0.149_19, 0.063_22, 0.744_57],
    gamma: 2.199_218_75)

  static func profile(_ space: Space) -> [UInt8] {
    let curve = tag("curv", curveValues(space.gamma))
    let tags: [(String, [UInt8])] = [
      ("desc", description(space.name)), ("wtpt", point([0.964_20, 1, 0.824_91])),
      ("rXYZ", point(space.red)), ("gXYZ", point(space.green)), ("bXYZ", point(space.blue)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = bytes(UInt32(tags.count))
    var content: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, value) in tags {
      table += ascii(name) + bytes(UInt32(start + content.count)) + bytes(UInt32(value.count))
      content += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    var header = bytes(UInt32(start + content.count)) + ascii("test") + bytes(UInt32(0x0210_0000))
    header += ascii("mntrRGB XYZ ") + [UInt8](repeating: 0, count: 12) + ascii("acsp")
    header += [UInt8](repeating: 0, count: 28) + fixed(0.964_20) + fixed(1) + fixed(0.824_91)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + content
  }

  private static func curveValues(_ gamma: Double?) -> [UInt8] {
    if let gamma { return bytes(UInt32(1)) + bytes(UInt16((gamma * 256).rounded())) }
    let values = (0..<1_024).flatMap { index -> [UInt8] in
      let value = Double(index) / 1_023
      let linear = value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return bytes(UInt16((linear * 65_535).rounded()))
    }
    return bytes(UInt32(1_024)) + values
  }

  private static func description(_ name: String) -> [UInt8] {
    tag("desc", bytes(UInt32(name.utf8.count + 1)) + ascii(name) + [UInt8](repeating: 0, count: 79))
  }

  private static func point(_ values: [Double]) -> [UInt8] { tag("XYZ ", values.flatMap(fixed)) }

  private static func tag(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ascii(type) + bytes(UInt32(0)) + content
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    bytes(Int32((value * 65_536).rounded()))
  }
}
