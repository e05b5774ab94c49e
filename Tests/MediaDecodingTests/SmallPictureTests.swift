import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Thumbnails of icons and rare formats") struct SmallPictureTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  /// The pixels of a thumbnail.
  private func pixels(_ thumbnail: RenderedThumbnail) throws -> Bitmap {
    let path = FilePath(folder.write("thumbnail.jpg", thumbnail.bytes))
    guard
      case .bitmap(let bitmap, _) = try JPEGFile(
        limits: DecodingLimits(), orientation: .up, geometry: PictureGeometry(specification(256))
      ).decode(OpenMedia(path)).pixels
    else { throw RenderFailure.damaged("not in memory") }
    return bitmap
  }

  /// Stored at half the resolution, a blue line on white would become nearly black.
  @Test func `keep the colour of lines that are one pixel wide`() throws {
    var lines = ascii("P6 16 16 255\n")
    for index in 0..<256 { lines += index % 16 == 5 ? [0, 0, 255] : [255, 255, 255] }
    let bitmap = try pixels(
      renderer.render(FilePath(folder.write("line.ppm", lines)), specification(256)))
    let start = (8 * 16 + 5) * 3
    #expect(distance(bitmap.pixels[start..<start + 3].map { Int($0) }, [0, 0, 255]) <= 24)
  }

  /// Netpbm's own descriptions of the six kinds.
  @Test(arguments: [
    ("P1 2 2\n1 0\n0 1\n", [127, 127, 127]), ("P2 2 1 100\n100 0\n", [127, 127, 127]),
    ("P3 1 1 255\n10 200 30\n", [10, 200, 30]), ("P5 1 1 255\n@", [64, 64, 64]),
    ("P6 1 1 255\n@@@", [64, 64, 64]),
  ])
  func `of Netpbm have its colours`(file: String, mean: [Int]) throws {
    let found = try renderer.render(
      FilePath(folder.write("picture.pnm", ascii(file))), specification(64))
    #expect(distance(channels(found.meanColor), mean) <= 4, "\(channels(found.meanColor))")
  }

  /// A canvas of 4×2 whose only frame, of 2×2 red pixels, stands in its left half.
  static var canvas: [UInt8] {
    var data = LowBitWriter()
    // Codes of three bits: clear, one a pixel, end; no table grows so far.
    for code in [4, 1, 1, 4, 1, 1, 5] { data.add(code, 3) }
    return ascii("GIF89a") + [4, 0, 2, 0, 0x80, 1, 0, 0, 255, 0, 255, 0, 0]
      + [0x21, 0xFE, 2, 65, 66, 0]
      + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, UInt8(data.bytes.count)] + data.bytes + [0, 0x3B]
  }

  @Test func `of GIF are transparent where the first frame leaves the canvas empty`() throws {
    let path = FilePath(folder.write("canvas.gif", Self.canvas))
    let bitmap = try pixels(renderer.render(path, specification(64)))
    #expect(bitmap.size == PixelSize(width: 4, height: 2))
    #expect(distance(bitmap.pixels.prefix(3).map { Int($0) }, [255, 0, 0]) <= 40)
    #expect(distance(bitmap.pixels[9..<12].map { Int($0) }, [255, 255, 255]) <= 40)
    let kept = try renderer.render(path, specification(64, format: .webp))
    #expect(kept.bytes[12..<16].elementsEqual("VP8X".utf8) && kept.bytes[20] & 0x10 != 0)
  }
}
