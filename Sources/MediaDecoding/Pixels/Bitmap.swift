internal import Glibc
internal import MediaModel

/// Decoded pixels in memory: 8 bits a channel, rows from the top without gaps.
///
/// One channel is gray, three are red, green, blue, a fourth is alpha, not multiplied into colour.
final class Bitmap {
  let width: Int
  let height: Int
  let channels: Int
  /// Freed with the bitmap.
  let pixels: UnsafeMutableBufferPointer<UInt8>

  /// Bytes in a row.
  var stride: Int { width * channels }
  var size: PixelSize { PixelSize(width: width, height: height) }

  /// Makes a bitmap of zeros.
  init(width: Int, height: Int, channels: Int) throws(RenderFailure) {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooLarge, area <= Int(Int32.max),
      let memory = calloc(area, channels)
    else { throw .noMemory }
    self.width = width
    self.height = height
    self.channels = channels
    pixels = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: UInt8.self), count: area * channels)
  }

  /// Takes memory of `malloc` that holds exactly the pixels.
  init(adopting memory: UnsafeMutableRawPointer, width: Int, height: Int, channels: Int) {
    self.width = width
    self.height = height
    self.channels = channels
    pixels = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: UInt8.self), count: width * height * channels)
  }

  deinit { free(pixels.baseAddress) }

  /// The part that begins at (`left`, `top`) and is as large as `size`.
  func cropped(left: Int, top: Int, to size: PixelSize) throws(RenderFailure) -> Bitmap {
    let part = try Bitmap(width: size.width, height: size.height, channels: channels)
    for row in 0..<size.height {
      let start = (top + row) * stride + left * channels
      _ = part.row(row).update(fromContentsOf: pixels[start..<start + part.stride])
    }
    return part
  }

  /// The same picture over white, without alpha; itself when it has none.
  func flattened() throws(RenderFailure) -> Bitmap {
    guard channels == 4 else { return self }
    let flat = try Bitmap(width: width, height: height, channels: 3)
    for index in 0..<width * height {
      let alpha = Int(pixels[index * 4 + 3])
      for channel in 0..<3 {
        let value = Int(pixels[index * 4 + channel]) * alpha + 255 * (255 - alpha)
        flat.pixels[index * 3 + channel] = UInt8((value + 127) / 255)
      }
    }
    return flat
  }

  /// The colours of four inks, 0…255 each, on white paper.
  ///
  /// Without a profile nobody knows the inks; this is what browsers show.
  func fromInks() throws(RenderFailure) -> Bitmap {
    let color = try Bitmap(width: width, height: height, channels: 3)
    for index in 0..<width * height {
      let light = 255 - Int(pixels[index * 4 + 3])
      for channel in 0..<3 {
        let value = (255 - Int(pixels[index * 4 + channel])) * light
        color.pixels[index * 3 + channel] = UInt8((value + 127) / 255)
      }
    }
    return color
  }

  private func row(_ row: Int) -> Slice<UnsafeMutableBufferPointer<UInt8>> {
    pixels[row * stride..<(row + 1) * stride]
  }
}
