internal import Glibc

/// A blur of a picture in 27 bytes, for the time until its thumbnail is there.
///
/// | byte | what |
/// | --- | --- |
/// | 0 | version, 1 |
/// | 1 | 128 + 32·log2(width / height), 0…255 |
/// | 2, 3, 4 | mean Y, Cb, Cr as in JFIF |
/// | 5 | S, the largest of the coefficients below, rounded up |
/// | 6…20 | Y coefficients: (u, v) for v in 0..<4, u in 0..<4, without (0, 0) |
/// | 21…23 | Cb coefficients: (1, 0), (0, 1), (1, 1) |
/// | 24…26 | Cr coefficients, likewise |
///
/// A coefficient c is stored as 128 + 127·c/S. The value of a channel at (x, y), both 0…1, is its
/// mean and the sum of c·cos(π·u·x)·cos(π·v·y).
struct Placeholder: Hashable {
  /// The bytes of the table.
  let bytes: [UInt8]

  /// Boxes a side that the picture is reduced to first.
  private static let side = 16
  private static let lumaTerms = (0..<16).dropFirst().map { ($0 % 4, $0 / 4) }
  private static let chromaTerms = [(1, 0), (0, 1), (1, 1)]

  /// Blurs a picture.
  init(_ picture: Bitmap) {
    let planes = Self.planes(picture.boxMeans(columns: Self.side, rows: Self.side))
    var coefficients: [Double] = []
    for (index, plane) in planes.enumerated() {
      for (u, v) in index == 0 ? Self.lumaTerms : Self.chromaTerms {
        coefficients.append(Self.coefficient(of: plane, u, v))
      }
    }
    let scale = min(max(coefficients.lazy.map(abs).max() ?? 0, 1).rounded(.up), 255)
    let aspect = log2(Double(picture.width) / Double(picture.height))
    bytes =
      [1, Self.byte(128 + 32 * aspect)]
      + planes.map { Self.byte(Self.coefficient(of: $0, 0, 0)) } + [Self.byte(scale)]
      + coefficients.map { Self.byte(128 + 127 * $0 / scale) }
  }

  /// The colour at a place, each side 0…1, as Y, Cb, Cr.
  func value(x: Double, y: Double) -> [Double] {
    var values = bytes[2..<5].map { Double($0) }
    let scale = Double(bytes[5]) / 127
    var place = 6
    for channel in 0..<3 {
      for (u, v) in channel == 0 ? Self.lumaTerms : Self.chromaTerms {
        let wave = cos(.pi * Double(u) * x) * cos(.pi * Double(v) * y)
        values[channel] += (Double(bytes[place]) - 128) * scale * wave
        place += 1
      }
    }
    return values
  }

  /// Y, Cb and Cr of each box.
  private static func planes(_ colors: [UInt8]) -> [[Double]] {
    var planes = [[Double]](repeating: [], count: 3)
    for index in stride(from: 0, to: colors.count, by: 3) {
      let (red, green, blue) = (
        Double(colors[index]), Double(colors[index + 1]), Double(colors[index + 2])
      )
      planes[0].append(0.299 * red + 0.587 * green + 0.114 * blue)
      planes[1].append(128 - 0.168_736 * red - 0.331_264 * green + 0.5 * blue)
      planes[2].append(128 + 0.5 * red - 0.418_688 * green - 0.081_312 * blue)
    }
    return planes
  }

  private static func coefficient(of plane: [Double], _ u: Int, _ v: Int) -> Double {
    var sum = 0.0
    for y in 0..<side {
      for x in 0..<side {
        sum += plane[y * side + x] * waves[u * side + x] * waves[v * side + y]
      }
    }
    return sum * (u > 0 ? 2 : 1) * (v > 0 ? 2 : 1) / Double(side * side)
  }

  /// cos(π·u·x) in the middle of each box, for u in 0..<4.
  private static let waves = (0..<4 * side).map { index in
    cos(.pi * Double(index / side) * (Double(index % side) + 0.5) / Double(side))
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
}
