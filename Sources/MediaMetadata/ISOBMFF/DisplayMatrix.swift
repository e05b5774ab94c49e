internal import MediaModel

/// The linear part of a movie's or a track's 3×3 matrix, 16.16 fixed point.
///
/// A stored point (x, y), y downwards, is shown at (a·x + c·y, b·x + d·y).
///
/// - Note: Source: ISO/IEC 14496-12:2022 §6.2.2; QuickTime File Format, "Matrices".
struct DisplayMatrix: Hashable {
  var a: Double
  var b: Double
  var c: Double
  var d: Double

  static let identity = DisplayMatrix(a: 1, b: 0, c: 0, d: 1)

  /// Reads the nine numbers of a matrix; translation and perspective do not matter here.
  init(_ reader: inout ByteReader) throws(ByteError) {
    var numbers: [Double] = []
    numbers.reserveCapacity(9)
    for _ in 0..<9 { numbers.append(Double(try reader.read(Int32.self)) / 65_536) }
    self.init(a: numbers[0], b: numbers[1], c: numbers[3], d: numbers[4])
  }

  /// Takes the four numbers.
  init(a: Double, b: Double, c: Double, d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// First this matrix, then `next`.
  func followed(by next: DisplayMatrix) -> DisplayMatrix {
    DisplayMatrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d)
  }

  /// The turn by quarters and the mirroring, as EXIF counts them.
  ///
  /// A matrix that vanishes, shears or turns by odd angles is `up`: showing the picture as stored
  /// is the smallest mistake.
  var orientation: Orientation {
    let straight = min(abs(a), abs(d))
    let crossed = min(abs(b), abs(c))
    if straight > max(abs(b), abs(c)) {
      switch (a > 0, d > 0) {
      case (true, true): return .up
      case (false, true): return .upMirrored
      case (false, false): return .down
      case (true, false): return .downMirrored
      }
    }
    if crossed > max(abs(a), abs(d)) {
      switch (b > 0, c > 0) {
      case (true, true): return .leftMirrored
      case (true, false): return .right
      case (false, false): return .rightMirrored
      case (false, true): return .left
      }
    }
    return .up
  }

  /// Width over height of one pixel after scaling; `nil` when the scale is even or unknown.
  var pixelAspect: Double? {
    guard orientation.swapsSides == false, abs(a) > 0, abs(d) > 0 else { return nil }
    let aspect = abs(a / d)
    return abs(aspect - 1) > 0.01 && aspect < 16 && aspect > 1.0 / 16 ? aspect : nil
  }
}
