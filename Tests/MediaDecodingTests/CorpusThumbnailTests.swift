import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

/// Files of the corpus whose thumbnail differs from what the corpus's decoder (Pillow 12) says.
///
/// Each has been looked at, and rendered by at least one other program.
enum CorpusExceptions {
  /// Pillow drops the colour profile; ImageMagick converts, and agrees.
  static let profiles = [
    "MikeKovarik+exifr/test/fixtures/tif-with-iptc-icc-xmp.tif",
    "bep+imagemeta/testdata/images/metadata-extractor/adobeJpeg1.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_2.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_3.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_4.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_5.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_7.jpg",
    "ianare+exif-samples/jpg/orientation/portrait_8.jpg",
    "image-rs+image/tests/images/jpg/portrait_2.jpg",
    "libjxl+testdata/jxl/jpeg_reconstruction/sideways_bench.jpg",
    "lovell+sharp/test/fixtures/Landscape_2.jpg", "lovell+sharp/test/fixtures/Landscape_3.jpg",
    "lovell+sharp/test/fixtures/Landscape_4.jpg", "lovell+sharp/test/fixtures/Landscape_5.jpg",
    "lovell+sharp/test/fixtures/Landscape_7.jpg", "lovell+sharp/test/fixtures/Landscape_8.jpg",
    "lovell+sharp/test/fixtures/Portrait_6.jpg", "lovell+sharp/test/fixtures/prophoto.png",
    "remvee+exifr/tests/data/plain.tif",
  ]

  /// Pillow leaves out the gamma of PNG; ImageMagick does not, and agrees.
  static let gammas = [
    "google+wuffs/test/data/checkerboard.gamma1dot0.png",
    "image-rs+image/tests/images/png/interlaced/basi2c08.png",
    "image-rs+image/tests/images/png/transparency/tp1n3p08_xmp.png",
    "lovell+sharp/test/fixtures/bgbn4a08.png",
  ]

  /// Pillow cuts 16-bit gray at 255; ImageMagick reduces it, and agrees.
  static let wideGray = [
    "MikeKovarik+exifr/test/fixtures/002.tiff",
    "MikeKovarik+exifr/test/fixtures/issue-exif-js-124.tiff",
    "bigcat88+pillow_heif/tests/images/heif/L_10__128x128.heif",
    "bigcat88+pillow_heif/tests/images/heif/L_10__29x100.heif",
    "bigcat88+pillow_heif/tests/images/heif/L_12__128x128.heif",
    "bigcat88+pillow_heif/tests/images/heif/L_12__29x100.heif",
    "bigcat88+pillow_heif/tests/images/non_heif/L_16__128x128.png",
    "bigcat88+pillow_heif/tests/images/non_heif/L_16__29x100.png",
    "image-rs+image/tests/images/png/16bpc/basi0g16.png",
  ]

  /// What else, and why.
  static let others = [
    "AOMediaCodec+libavif/tests/data/clop_irot_imor.avif":
      "its clap and imir are misnamed, so its alpha is turned otherwise: libheif's tool agrees",
    "AOMediaCodec+libavif/tests/data/colors_wcg_hdr_rec2020.avif": "HDR taken as SDR there",
    "AOMediaCodec+libavif/tests/data/seine_hdr_rec2020.avif": "HDR taken as SDR there",
    "AOMediaCodec+libavif/tests/data/io/cosmos1650_yuv444_10bpc_p3pq.avif":
      "HDR taken as SDR there",
    "AOMediaCodec+libavif/tests/data/seine_hdr_gainmap_small_srgb.avif": "HDR taken as SDR there",
    "AOMediaCodec+libavif/tests/data/seine_hdr_gainmap_srgb.avif": "HDR taken as SDR there",
    "AOMediaCodec+libavif/tests/data/seine_hdr_gainmap_wrongaltr.avif": "HDR taken as SDR there",
    "MikeKovarik+exifr/test/fixtures/avif/Irvine_CA.avif":
      "an even sky; libheif's own tool and ImageMagick are 5 and 8 bits off, too",
    "mattiasw+ExifReader/test/fixtures/images/test.tiff":
      "an even sky of 50 pixels, without a difference larger than noise",
    "image-rs+image/tests/images/gif/simple/issue_1455_oversized.gif":
      "a drawing on even white, where noise of less than one step decides",
    "androidx+media/libraries/test_data/src/test/assets/media/jpeg/ss-motion-photo-shortened.jpg":
      "cut: gray there, the embedded preview here",
    "apache+commons-imaging/src/test/resources/data/images/tiff/14/TestJpegStrips264x264.tiff":
      "stripes narrower than a pixel of the thumbnail: ImageMagick agrees",
    "lovell+sharp/test/fixtures/stripesV.png":
      "stripes narrower than a pixel of the thumbnail: ImageMagick and FFmpeg agree",
    "google+wuffs/test/data/artificial-gif/background-color.gif":
      "canvas without a frame is transparent: ImageMagick agrees",
    "google+wuffs/test/data/artificial-gif/metadata-empty.gif":
      "canvas without a frame is transparent: ImageMagick agrees",
    "google+wuffs/test/data/artificial-gif/metadata-full.gif":
      "canvas without a frame is transparent: ImageMagick agrees",
    "image-rs+image/tests/images/gif/anim/issue_1455_undersized.gif":
      "canvas without a frame is transparent: ImageMagick agrees",
    "libjxl+conformance/testcases/bench_oriented_brg/input.jxl":
      "its profile swaps the channels, and is left out there: djxl and ImageMagick agree",
    "libjxl+conformance/testcases/grayscale/input.jxl":
      "its profile is left out there: djxl and ImageMagick, and FFmpeg, agree",
    "libjxl+testdata/jxl/pq_gradient.jxl": "HDR in 16-bit gray, cut at 255 there",
    "libjxl+testdata/jxl/boxes/square-extended-size-container.jxl":
      "libjxl 0.7 says it is cut, its own tool too",
    "mathiasbynens+small/tiff.tif": "lacks a required field: no program here shows it",
  ]
}

@Suite("Thumbnails of real media", .enabled(if: DecodingCorpus.root != nil))
struct CorpusThumbnailTests {
  let renderer = ThumbnailRenderer()

  @Test func `agree with an independent decoder, but for the known files`() throws {
    let golden = try DecodingCorpus.golden().filter { !$0.isVideo }
    var differing: [String: String] = [:]
    for golden in golden {
      do {
        let thumbnail = try renderer.render(FilePath(golden.path), specification(256))
        if let reason = try Self.difference(thumbnail, golden) { differing[golden.name] = reason }
      } catch { differing[golden.name] = "\(error)" }
    }
    let known = Set(
      CorpusExceptions.profiles + CorpusExceptions.gammas + CorpusExceptions.wideGray
        + CorpusExceptions.others.keys)
    for (name, reason) in differing where !known.contains(name) {
      Issue.record("\(name): \(reason)")
    }
    #expect(known.subtracting(differing.keys).isEmpty, "agree now: take them out of the list")
    #expect(golden.count > 565)
  }

  /// Compares the encoded pixels, as who looks at them would.
  private static func difference(
    _ thumbnail: RenderedThumbnail, _ golden: DecodingCorpus.Golden
  ) throws -> String? {
    let shown = golden.shown
    let scale = min(1, 256 / Double(max(shown.width, shown.height)))
    let size = thumbnail.size
    if abs(Double(size.width) - max(1, Double(shown.width) * scale)) > 1
      || abs(Double(size.height) - max(1, Double(shown.height) * scale)) > 1
    {
      return "\(size) for \(shown)"
    }
    let decoded = try thumbnail.bytes.withBytes { bytes throws(RenderFailure) in
      try JPEGDecoder().decode(bytes, size: size, atLeast: size, channels: 3)
    }
    let summary = PictureSummary(decoded)
    let count = bits(summary.differenceHash, golden.hash)
    if count > 6, min(shown.width, shown.height) >= 16 { return "\(count) bits differ" }
    let mean = channels(summary.meanColor)
    return distance(mean, golden.mean) > 12 ? "mean \(mean), not \(golden.mean)" : nil
  }

  @Test(
    .enabled(if: Tools.convert != nil),
    arguments: CorpusExceptions.profiles + CorpusExceptions.gammas + CorpusExceptions.wideGray)
  func `with a profile, a gamma or 16-bit gray agree with ImageMagick`(name: String) throws {
    let folder = TemporaryDirectory()
    let screen = folder.write("screen.icc", ICCMaker.profile(ICCMaker.sRGB))
    let path = "\(try #require(DecodingCorpus.root))/media/\(name)"
    let found = try renderer.render(FilePath(path), specification(256, quality: 100))
    let hasProfile = CorpusExceptions.profiles.contains(name)
    let expected = try ColorTests.colorByImageMagick(path, hasProfile ? screen : nil)
    let difference = Lab.distance(channels(found.meanColor), expected)
    #expect(difference < 3, "\(channels(found.meanColor)), \(expected)")
  }

  @Test(arguments: ["recurser+exif-orientation-examples/Landscape"])
  func `of the eight orientations of one picture are the same`(prefix: String) throws {
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
