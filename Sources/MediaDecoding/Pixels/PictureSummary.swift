internal import MediaModel

/// What is learned of a picture besides its thumbnail.
struct PictureSummary {
  /// One bit a pair of neighbours in a picture of 9×8 boxes, set when the right one is lighter.
  let differenceHash: UInt64
  /// `0xRRGGBB`.
  let meanColor: UInt32
  /// What is kept.
  let look: PictureLook

  /// Sums up an upright picture without alpha.
  init(_ picture: Bitmap) {
    differenceHash = Self.differenceHash(picture.boxMeans(columns: 9, rows: 8))
    let mean = picture.boxMeans(columns: 1, rows: 1)
    meanColor = UInt32(mean[0]) << 16 | UInt32(mean[1]) << 8 | UInt32(mean[2])
    look = PictureLook(picture)
  }

  private static func differenceHash(_ colors: [UInt8]) -> UInt64 {
    // ITU-R BT.601 luma in 16 bits, as Pillow's mode L.
    let luma = stride(from: 0, to: colors.count, by: 3).map { index -> Int in
      let (red, green, blue) = (
        Int(colors[index]), Int(colors[index + 1]), Int(colors[index + 2])
      )
      return (red * 19_595 + green * 38_470 + blue * 7_471 + 0x8000) >> 16
    }
    var hash: UInt64 = 0
    for row in 0..<8 {
      for column in row * 9..<row * 9 + 8 {
        hash = hash << 1 | (luma[column] < luma[column + 1] ? 1 : 0)
      }
    }
    return hash
  }
}

extension PictureLook {
  /// Looks at an upright picture without alpha.
  init(_ picture: Bitmap) {
    let small = SmallPicture(picture)
    self.init(
      hash: PerceptualHash(small), dominantColor: DominantColor.of(small),
      placeholder: ThumbHash.encoded(small, width: picture.width, height: picture.height))
  }
}
