/// The colour that covers most of a picture.
///
/// The fullest cells of a histogram are starting points; each is moved to the mean of all pixels near
/// it until it rests (mean shift), so that the walls between cells split no colour in two.
enum DominantColor {
  /// Cells of a channel.
  private static let cells = 8
  private static let starts = 4
  private static let steps = 4
  /// Pixels no farther than this from a colour are of that colour; of 441 from black to white.
  private static let radius = 48

  /// Finds it.
  ///
  /// - Returns: `0xRRGGBB`; of equally large ones the darkest in red, then green, then blue.
  static func of(_ picture: SmallPicture) -> UInt32 {
    var best = (count: 0, color: SIMD4<Int>.zero)
    for start in fullestCells(picture.colors) {
      var (count, color) = (0, start)
      for _ in 0..<steps {
        let near = mean(near: color, picture.colors)
        if near.count == 0 || near.color == color { break }
        (count, color) = near
      }
      if count > best.count { best = (count, color) }
    }
    return UInt32(best.color[0]) << 16 | UInt32(best.color[1]) << 8 | UInt32(best.color[2])
  }

  /// The mean colours of the fullest cells, the fullest first.
  private static func fullestCells(_ colors: [UInt8]) -> [SIMD4<Int>] {
    var sums = [SIMD4<Int>](repeating: .zero, count: cells * cells * cells)
    for index in stride(from: 0, to: colors.count, by: 3) {
      let (red, green, blue) = (
        Int(colors[index]), Int(colors[index + 1]), Int(colors[index + 2])
      )
      sums[(red >> 5) << 6 | (green >> 5) << 3 | blue >> 5] &+= SIMD4(red, green, blue, 1)
    }
    return sums.indices.filter { sums[$0][3] > 0 }
      .sorted { (sums[$1][3], $0) < (sums[$0][3], $1) }
      .prefix(starts).map { sums[$0] / sums[$0][3] }
  }

  private static func mean(
    near color: SIMD4<Int>, _ colors: [UInt8]
  ) -> (count: Int, color: SIMD4<Int>) {
    var (red, green, blue, count) = (0, 0, 0, 0)
    for index in stride(from: 0, to: colors.count, by: 3) {
      let (r, g, b) = (Int(colors[index]), Int(colors[index + 1]), Int(colors[index + 2]))
      let (dr, dg, db) = (r - color[0], g - color[1], b - color[2])
      guard dr * dr + dg * dg + db * db <= radius * radius else { continue }
      red += r
      green += g
      blue += b
      count += 1
    }
    guard count > 0 else { return (0, color) }
    let half = count / 2
    return (count, SIMD4((red + half) / count, (green + half) / count, (blue + half) / count, 0))
  }
}
