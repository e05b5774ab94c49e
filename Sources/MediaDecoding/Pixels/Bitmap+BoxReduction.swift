extension Bitmap {
  /// The mean of the pixels under each of `columns`×`rows` boxes, three channels.
  ///
  /// Each box covers whole pixels and each direction is rounded to 8 bits, exactly as Pillow's
  /// `resize` with its filter `BOX`, so that hashes are the same as those of other programs.
  ///
  /// - Note: Source: Pillow, `src/libImaging/Resample.c`.
  func boxMeans(columns: Int, rows: Int) -> [UInt8] {
    let horizontal = Self.boxes(columns, over: width)
    // Like there: rows first, then columns.
    var narrow = [UInt8](repeating: 0, count: height * columns * 3)
    for (column, box) in horizontal.enumerated() {
      let weight = Self.weight(box.count)
      for row in 0..<height {
        let sums = sums(of: box, in: row)
        let target = (row &* columns &+ column) &* 3
        for channel in 0..<3 { narrow[target &+ channel] = Self.rounded(sums[channel] &* weight) }
      }
    }
    var means = [UInt8](repeating: 0, count: rows * columns * 3)
    for (row, box) in Self.boxes(rows, over: height).enumerated() {
      let weight = Self.weight(box.count)
      for column in 0..<columns * 3 {
        var sum = 0
        for line in box { sum &+= Int(narrow[line &* columns &* 3 &+ column]) }
        means[row * columns * 3 + column] = Self.rounded(sum &* weight)
      }
    }
    return means
  }

  /// Sums of red, green and blue; they cannot overflow, as no row has 2^40 pixels.
  private func sums(of box: Range<Int>, in row: Int) -> SIMD4<Int> {
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0
    let (second, third) = channels > 1 ? (1, 2) : (0, 0)
    var source = row &* stride &+ box.lowerBound &* channels
    for _ in 0..<box.count {
      red &+= UInt64(pixels[source])
      green &+= UInt64(pixels[source &+ second])
      blue &+= UInt64(pixels[source &+ third])
      source &+= channels
    }
    return SIMD4(Int(red), Int(green), Int(blue), 0)
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
