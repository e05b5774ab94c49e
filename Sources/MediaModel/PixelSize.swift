/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels in a row, 1 or more.
  public var width: Int
  /// Rows, 1 or more.
  public var height: Int

  /// Makes a size; nothing is checked.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The same size with its sides exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}
