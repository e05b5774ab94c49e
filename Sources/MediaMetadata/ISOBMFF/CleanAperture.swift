internal import MediaModel

/// Width and height of a `clap` box.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §12.1.4.
struct CleanAperture {
  let width: Double
  let height: Double

  /// Reads the two fractions; `nil` when a denominator is zero.
  init?(_ reader: inout ByteReader) throws(ByteError) {
    let numbers = [
      try reader.read(UInt32.self), try reader.read(UInt32.self), try reader.read(UInt32.self),
      try reader.read(UInt32.self),
    ].map(Double.init)
    guard numbers[1] > 0, numbers[3] > 0 else { return nil }
    self.width = numbers[0] / numbers[1]
    self.height = numbers[2] / numbers[3]
  }

  /// The size after cropping `size`; `nil` when the aperture does not lie inside it.
  func crop(_ size: PixelSize) -> PixelSize? {
    let cropped = (width.rounded(), height.rounded())
    guard cropped.0 >= 1, cropped.1 >= 1, cropped.0 <= Double(size.width),
      cropped.1 <= Double(size.height)
    else { return nil }
    return PixelSize(width: Int(cropped.0), height: Int(cropped.1))
  }
}
