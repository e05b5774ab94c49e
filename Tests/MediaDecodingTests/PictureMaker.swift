import Glibc
import MediaModel
import TestSupport

@testable import MediaDecoding

/// Makes pictures whose every part can be told from the others.
enum PictureMaker {
  /// A picture without symmetry: red grows to the right, green downwards, one corner is blue.
  static func gradient(_ width: Int, _ height: Int) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, channels: 3)
    for y in 0..<height {
      for x in 0..<width {
        let start = (y * width + x) * 3
        bitmap.pixels[start] = UInt8(255 * x / max(width - 1, 1))
        bitmap.pixels[start + 1] = UInt8(255 * y / max(height - 1, 1))
        bitmap.pixels[start + 2] = x < width / 3 && y < height / 3 ? 255 : 0
      }
    }
    return bitmap
  }

  /// One colour.
  static func plain(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, channels: color.count)
    for index in bitmap.pixels.indices { bitmap.pixels[index] = color[index % color.count] }
    return bitmap
  }

  /// A JPEG, with segments put behind its start.
  static func jpeg(_ bitmap: Bitmap, segments: [UInt8] = [], quality: Int = 95) throws -> [UInt8] {
    let bytes = try JPEGEncoder.encode(bitmap, quality: quality)
    return Array(bytes[..<2]) + segments + bytes[2...]
  }

  /// An EXIF segment with an orientation and maybe a thumbnail.
  static func exif(_ orientation: Orientation, thumbnail: [UInt8] = []) -> [UInt8] {
    // IFD0 of one field, then IFD1 of two, then the thumbnail.
    var block = ascii("MM\0*") + bytes(UInt32(8))
    block += bytes(UInt16(1)) + field(0x0112, 3, UInt32(orientation.rawValue) << 16)
    block += bytes(UInt32(thumbnail.isEmpty ? 0 : 26))
    if !thumbnail.isEmpty {
      block += bytes(UInt16(2)) + field(0x0201, 4, 56) + field(0x0202, 4, UInt32(thumbnail.count))
      block += bytes(UInt32(0)) + thumbnail
    }
    return segment(0xE1, ascii("Exif\0\0") + block)
  }

  /// A profile in as many segments as it takes.
  static func icc(_ profile: [UInt8]) -> [UInt8] {
    segment(0xE2, ascii("ICC_PROFILE\0") + [1, 1] + profile)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bytes(UInt16(content.count + 2)) + content
  }

  private static func field(_ tag: UInt16, _ type: UInt16, _ value: UInt32) -> [UInt8] {
    bytes(tag) + bytes(type) + bytes(UInt32(1)) + bytes(value)
  }
}
