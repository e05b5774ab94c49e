extension Bitmap {
  /// The mean of the pixels under each of `columns`×`rows` boxes, three channels.
  ///
  /// Each box covers whole pixels and each direction is rounded to 8 bits, exactly as Pillow's
  /// `resize` with its filter `BOX`, so that hashes are the same as those of other programs.
  ///
  /// - Note: Source: Pillow, `src/libImaging/Resample.c`.
  func boxMeans(columns: Int, rows: Int) -> [UInt8] {
    let vertical = Self.boxes(rows, over: height)
    let horizontal = Self.boxes(columns, over: width)
    // Like there: rows first, then columns.
    var narrow = [UInt8](repeating: 0, count: height * columns * 3)
    for row in 0..<height {
      for (column, box) in horizontal.enumerated() {
        var sums = (0, 0, 0)
        var source = row * stride + box.lowerBound * channels
        for _ in box {
          sums.0 += Int(pixels[source])
          sums.1 += Int(pixels[source + (channels > 1 ? 1 : 0)])
          sums.2 += Int(pixels[source + (channels > 1 ? 2 : 0)])
          source += channels
        }
        let weight = Self.weight(box.count)
        let target = (row * columns + column) * 3
        narrow[target] = Self.rounded(sums.0 * weight)
        narrow[target + 1] = Self.rounded(sums.1 * weight)
        narrow[target + 2] = Self.rounded(sums.2 * weight)
      }
    }
    var means = [UInt8](repeating: 0, count: rows * columns * 3)
    for (row, box) in vertical.enumerated() {
      let weight = Self.weight(box.count)
      for column in 0..<columns * 3 {
        let sum = box.reduce(0) { $0 + Int(narrow[$1 * columns * 3 + column]) }
        means[row * columns * 3 + column] = Self.rounded(sum * weight)
      }
    }
    return means
  }

  /// The pixels under each of `count` boxes; boxes of an enlarged picture repeat pixels.
  private static func boxes(_ count: Int, over length: Int) -> [Range<Int>] {
    let scale = Double(length) / Double(count)
    let support = 0.5 * max(scale, 1)
    return (0..<count).map { index in
      let centre = (Double(index) + 0.5) * scale
      let first = max(Int(centre - support + 0.5), 0)
      let end = min(Int(centre + support + 0.5), length)
      return first..<max(end, first + 1)
    }
  }

  /// Fixed-point weights have this many bits behind the point.
  private static let precision = 32 - 8 - 2

  private static func weight(_ count: Int) -> Int {
    Int(0.5 + 1 / Double(count) * Double(1 << precision))
  }

  private static func rounded(_ sum: Int) -> UInt8 {
    UInt8(clamping: (sum + 1 << (precision - 1)) >> precision)
  }
}
