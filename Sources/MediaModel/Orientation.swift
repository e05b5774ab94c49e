/// How stored pixels are turned for display, as EXIF tag 0x0112 means it.
///
/// A video's display matrix is expressed in the same eight values.
public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// Takes an EXIF value; anything outside 1…8 is `up`.
  public init(exifValue: Int) {
    self = UInt8(exactly: exifValue).flatMap(Orientation.init(rawValue:)) ?? .up
  }

  /// True when display exchanges width and height.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The size as shown.
  public func displaySize(of size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }
}
