import MediaMetadata
import MediaModel
import Testing

@testable import MediaDecoding

@Suite("Thumbnails of real media", .enabled(if: DecodingCorpus.root != nil))
struct CorpusThumbnailTests {
  /// Files on which the independent decoder is no judge, or that nobody here decodes, and why.
  static let exceptions = [
    "AOMediaCodec+libavif/tests/data/clop_irot_imor.avif":
      "libheif does not find its alpha, which is turned otherwise than its colour",
    "AOMediaCodec+libavif/tests/data/colors_wcg_hdr_rec2020.avif": "HDR taken as SDR there",
    "androidx+media/libraries/test_data/src/test/assets/media/jpeg/ss-motion-photo-shortened.jpg":
      "cut: gray there, the embedded preview here",
    "apache+commons-imaging/src/test/resources/data/images/tiff/14/TestJpegStrips264x264.tiff":
      "stripes narrower than a pixel of the thumbnail",
    "lovell+sharp/test/fixtures/stripesV.png": "stripes narrower than a pixel of the thumbnail",
    "exiftool+exiftool/t/images/PPM.ppm": "no format of the catalog",
    "google+wuffs/test/data/artificial-gif/background-color.gif": "canvas without a frame",
    "google+wuffs/test/data/artificial-gif/metadata-empty.gif": "canvas without a frame",
    "google+wuffs/test/data/artificial-gif/metadata-full.gif": "canvas without a frame",
    "image-rs+image/tests/images/gif/anim/issue_1455_undersized.gif": "canvas without a frame",
    "libjxl+testdata/jxl/boxes/square-extended-size-container.jxl": "libjxl 0.7 says it is cut",
    "mathiasbynens+small/tiff.tif": "lacks a required field",
  ]

  @Test func `agree with an independent decoder`() throws {
    let renderer = ThumbnailRenderer()
    var count = 0
    for golden in try DecodingCorpus.golden() where !golden.isVideo {
      if Self.exceptions[golden.name] != nil { continue }
      count += 1
      do {
        let thumbnail = try renderer.render(FilePath(golden.path), specification(256))
        if let reason = Self.difference(thumbnail, golden) {
          Issue.record("\(golden.name): \(reason)")
        }
      } catch { Issue.record("\(golden.name): \(error)") }
    }
    #expect(count > 550)
  }

  static func difference(
    _ thumbnail: RenderedThumbnail, _ golden: DecodingCorpus.Golden
  ) -> String? {
    let shown = golden.shown
    let scale = min(1, 256 / Double(max(shown.width, shown.height)))
    let size = thumbnail.size
    if abs(Double(size.width) - max(1, Double(shown.width) * scale)) > 1
      || abs(Double(size.height) - max(1, Double(shown.height) * scale)) > 1
    {
      return "\(size) for \(shown)"
    }
    // Pillow cuts 16-bit gray at 255 instead of reducing it.
    if golden.mode == "I;16" { return nil }
    let profile = hasProfile(golden.path)
    let count = bits(thumbnail.differenceHash, golden.hash)
    if count > (profile ? 8 : 6), min(shown.width, shown.height) >= 16 {
      return "\(count) bits differ"
    }
    // The decoder leaves colour profiles out; `ColorTests` compares those.
    if !profile, distance(channels(thumbnail.meanColor), golden.mean) > 12 {
      return "mean \(channels(thumbnail.meanColor)), not \(golden.mean)"
    }
    return nil
  }

  static func hasProfile(_ path: String) -> Bool {
    guard case .media(let metadata, _) = MetadataReader().outcome(for: FilePath(path)) else {
      return false
    }
    // Our reader does not open the profile that JPEG XL may hold.
    return metadata.format == .jxl
      || metadata.colorProfile != nil && !ColorProfile.isSRGB(named: metadata.colorProfile)
  }

  @Test(arguments: ["recurser+exif-orientation-examples/Landscape"])
  func `of the eight orientations of one picture are the same`(prefix: String) throws {
    let renderer = ThumbnailRenderer()
    let root = try #require(DecodingCorpus.root)
    let all = try (1...8).map {
      try renderer.render(FilePath("\(root)/media/\(prefix)_\($0).jpg"), specification(256))
    }
    for thumbnail in all {
      #expect(thumbnail.size == all[0].size)
      #expect(bits(thumbnail.differenceHash, all[0].differenceHash) <= 3)
      #expect(distance(channels(thumbnail.meanColor), channels(all[0].meanColor)) <= 2)
    }
  }
}
