import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Thumbnails of raw pictures") struct RawTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  /// A DNG of one Bayer picture: light falls off to the right, red and blue are weak as a sensor's.
  ///
  /// - Note: Source: Adobe DNG 1.7.1 ch. 4.
  private func dng(_ width: Int, _ height: Int, orientation: Orientation) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let light = 16_000 * (width - x / 2 * 2) / width
        let part =
          x % 2 == 0 && y % 2 == 0 ? light / 2 : x % 2 == 1 && y % 2 == 1 ? light / 4 : light
        pixels += bytes(UInt16(part), bigEndian: false)
      }
    }
    func head(_ start: Int) -> [UInt8] {
      var tiff = TIFFBuilder()
      tiff.long(0x00FE, 0, to: .ifd0)
      tiff.long(0x0100, UInt32(width), to: .ifd0)
      tiff.long(0x0101, UInt32(height), to: .ifd0)
      tiff.short(0x0102, 16, to: .ifd0)
      tiff.short(0x0103, 1, to: .ifd0)
      tiff.short(0x0106, 32_803, to: .ifd0)
      tiff.text(0x010F, "Maker", to: .ifd0)
      tiff.text(0x0110, "Model", to: .ifd0)
      tiff.long(0x0111, UInt32(start), to: .ifd0)
      tiff.short(0x0112, UInt16(orientation.rawValue), to: .ifd0)
      tiff.short(0x0115, 1, to: .ifd0)
      tiff.long(0x0116, UInt32(height), to: .ifd0)
      tiff.long(0x0117, UInt32(pixels.count), to: .ifd0)
      tiff.short(0x828D, 2, 2, to: .ifd0)
      tiff.add(0x828E, type: 1, count: 4, [0, 1, 1, 2], to: .ifd0)
      tiff.add(0xC612, type: 1, count: 4, [1, 4, 0, 0], to: .ifd0)
      tiff.text(0xC614, "Maker Model", to: .ifd0)
      tiff.long(0xC61D, 16_383, to: .ifd0)
      tiff.signedRational(0xC621, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, to: .ifd0)
      tiff.rational(0xC628, 1, 2, 1, 1, 1, 4, to: .ifd0)
      tiff.short(0xC65A, 21, to: .ifd0)
      return tiff.build()
    }
    return head(head(0).count) + pixels
  }

  @Test func `without a preview are developed upright with the camera's white`() throws {
    let path = FilePath(folder.write("a.dng", dng(640, 480, orientation: .right)))
    let thumbnail = try renderer.render(path, specification(128))
    #expect(thumbnail.size == PixelSize(width: 96, height: 128))
    #expect(!thumbnail.isFromEmbeddedPreview)
    let mean = channels(thumbnail.meanColor)
    #expect((mean.max() ?? 0) - (mean.min() ?? 0) <= 8, "gray: \(mean)")
    // Turned to the right, the light end is on top: no row grows lighter to the right.
    #expect(thumbnail.differenceHash.nonzeroBitCount <= 16)
  }

  @Test func `as renditions are developed at full size, upright`() throws {
    let source = folder.write("a.dng", dng(640, 480, orientation: .right))
    let rendition = try RenditionFile(of: source, at: "\(folder.path)/a.jpg")
    #expect(rendition.made?.size == PixelSize(width: 480, height: 640))
    let thumbnail = try renderer.render(FilePath(rendition.path), specification(128))
    let mean = channels(thumbnail.meanColor)
    #expect((mean.max() ?? 0) - (mean.min() ?? 0) <= 8, "gray: \(mean)")
    #expect(thumbnail.differenceHash.nonzeroBitCount <= 16)
  }

  @Test func `that are cut fail with a reason`() throws {
    let path = FilePath(folder.write("a.dng", Array(dng(640, 480, orientation: .up)[..<900])))
    #expect(throws: RenderFailure.self) { try renderer.render(path, specification(128)) }
  }
}
