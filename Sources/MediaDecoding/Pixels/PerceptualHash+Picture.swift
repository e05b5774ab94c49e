internal import Glibc
internal import MediaModel

extension PerceptualHash {
  private static let side = 32
  private static let frequencies = 9
  private static let waves = SmallPicture.waves(frequencies, over: side)
  /// The amplitude, in gray levels, from which a wave counts as detail.
  private static let visible = 0.2
  /// Smaller ones are the rounding of a plain or symmetric picture.
  private static let nothing = 1e-6

  /// Hashes a picture of 32×32 pixels.
  init(_ picture: SmallPicture) {
    precondition(picture.columns == Self.side && picture.rows == Self.side)
    let luma = (0..<picture.count).map { picture.luma(at: $0) }
    let horizontal = Self.transformed(luma)
    var bits: UInt64 = 0
    var detail: UInt8 = 0
    for v in 1..<Self.frequencies {
      for u in 1..<Self.frequencies {
        var sum = 0.0
        for row in 0..<Self.side {
          sum += horizontal[row * Self.frequencies + u] * Self.waves[v * Self.side + row]
        }
        let amplitude = sum * 4 / Double(Self.side * Self.side)
        bits = bits << 1 | (amplitude > Self.nothing ? 1 : 0)
        if abs(amplitude) > Self.visible { detail += 1 }
      }
    }
    self.init(bits: bits, detail: detail)
  }

  /// The horizontal frequencies of each row.
  private static func transformed(_ luma: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: side * frequencies)
    for row in 0..<side {
      for u in 1..<frequencies {
        var sum = 0.0
        for column in 0..<side { sum += luma[row * side + column] * waves[u * side + column] }
        result[row * frequencies + u] = sum
      }
    }
    return result
  }
}
