internal import Glibc

/// A picture squeezed to a few pixels, from which all that is kept of it is computed.
struct SmallPicture {
  let columns: Int
  let rows: Int
  /// Red, green and blue of each pixel, rows from the top.
  let colors: [UInt8]

  /// Takes pixels.
  init(columns: Int, rows: Int, colors: [UInt8]) {
    self.columns = columns
    self.rows = rows
    self.colors = colors
  }

  /// Squeezes a picture without alpha to a square, whatever its shape.
  init(_ picture: Bitmap, side: Int = 32) {
    self.init(
      columns: side, rows: side, colors: picture.boxMeans(columns: side, rows: side))
  }

  /// Pixels in all.
  var count: Int { columns * rows }

  /// The luma of a pixel, 0…255, as in ITU-R BT.601.
  func luma(at index: Int) -> Double {
    let red = Double(colors[index * 3])
    let green = Double(colors[index * 3 + 1])
    let blue = Double(colors[index * 3 + 2])
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }

  /// cos(π·f·(i + ½)/count), for each frequency f one row of `count` values.
  static func waves(_ frequencies: Int, over count: Int) -> [Double] {
    (0..<frequencies * count).map { index in
      cos(.pi * Double(index / count) * (Double(index % count) + 0.5) / Double(count))
    }
  }
}
