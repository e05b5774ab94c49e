import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Compatible renditions of pictures") struct StillRenditionTests {
  let folder = TemporaryDirectory()

  private static let hasExifTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")

  private func rendition(
    _ source: String, _ specification: RenditionSpecification = RenditionSpecification(),
    as name: String = "out.jpg"
  ) throws -> RenditionFile {
    try RenditionFile(of: source, specification, at: "\(folder.path)/\(name)")
  }

  private func tags(_ path: String, _ names: [String]) throws -> [String] {
    try Tools.run("/usr/bin/exiftool", ["-n", "-f", "-T"] + names.map { "-\($0)" } + [path])
      .trimmingCharacters(in: .newlines).split(separator: "\t").map(String.init)
  }

  /// The mean of ΔE (CIE76) over the pixels of two pictures of one size, by ImageMagick.
  private func meanDifference(_ one: String, _ other: String) throws -> Double {
    let text = try Tools.run(
      Tools.convert,
      [
        one, other, "-alpha", "off", "-colorspace", "Lab", "-compose", "difference", "-composite",
        "-format", "%[fx:100*mean.r] %[fx:255*mean.g] %[fx:255*mean.b]", "info:",
      ])
    let parts = text.split(separator: " ").compactMap { Double($0) }
    return parts.count == 3 ? parts.map { $0 * $0 }.reduce(0, +).squareRoot() : .infinity
  }

  private static let corpus = [
    "ianare+exif-samples/heic/IMG_5195.HEIC",
    "ianare+exif-samples/heic/mobile/iphone_13_pro_max.HEIC",
    "bep+imagemeta/testdata/images/bep/sunset.avif",
    "bep+imagemeta/testdata/images/bep/sunrise.avif",
    "AOMediaCodec+libavif/tests/data/io/kodim23_yuv420_8bpc.avif",
    "AOMediaCodec+libavif/tests/data/paris_icc_exif_xmp.avif",
    "KDE+kfilemetadata/autotests/samplefiles/test.jxl", "MikeKovarik+exifr/test/fixtures/002.tiff",
    "image-rs+image/tests/images/tiff/testsuite/cmyk_u8_edge_case.tif",
  ]

  @Test(.enabled(if: DecodingCorpus.root != nil && hasExifTool), arguments: corpus)
  func `have the size, the dates and the place of the original, upright`(name: String) throws {
    let source = "\(try #require(DecodingCorpus.root))/media/\(name)"
    let rendition = try rendition(source)
    let golden = try DecodingCorpus.golden().first { $0.name == name }
    #expect(rendition.made?.method == .encoded && rendition.made?.mime == "image/jpeg")
    if let golden { #expect(rendition.made?.size == golden.shown) }
    #expect(
      try tags(
        rendition.path, ["IFD0:Orientation", "FileType", "ThumbnailOffset", "EXIF:ColorSpace"])
        == ["1", "JPEG", "-", "1"])
    let kept = [
      "EXIF:DateTimeOriginal", "EXIF:OffsetTimeOriginal", "EXIF:Make", "EXIF:Model", "EXIF:ISO",
      "EXIF:FNumber",
    ]
    // ExifTool 12.57 does not open the compressed boxes of JPEG XL.
    if name.hasSuffix("jxl") { return }
    #expect(try tags(rendition.path, kept) == tags(source, kept))
    let places = ["EXIF:GPSLatitude", "EXIF:GPSLongitude"]
    let (expected, found) = (try tags(source, places), try tags(rendition.path, places))
    for (one, other) in zip(expected, found) {
      #expect(one == other || abs((Double(one) ?? 0) - (Double(other) ?? 99)) < 1e-6)
    }
    let thumbnail = try ThumbnailRenderer().render(FilePath(rendition.path), specification(256))
    if let golden { #expect(bits(thumbnail.differenceHash, golden.hash) <= 6) }
  }

  @Test(
    .enabled(if: Tools.convert != nil),
    arguments: ["png16.tiff", "cmyk.tiff", "cmyk16.tiff", "alpha.webp", "gray.jp2"])
  func `look as another program shows them`(name: String) throws {
    let source = "\(folder.path)/\(name)"
    let plasma = ["-seed", "3", "-size", "160x120", "plasma:red-blue", "-blur", "0x1"]
    let options: [String: [String]] = [
      "png16.tiff": ["-depth", "16"], "cmyk.tiff": ["-colorspace", "CMYK", "-depth", "8"],
      "cmyk16.tiff": ["-colorspace", "CMYK", "-depth", "16"],
      "alpha.webp": ["-alpha", "set", "-channel", "A", "-evaluate", "set", "50%"],
      "gray.jp2": ["-colorspace", "Gray"],
    ]
    try Tools.run(Tools.convert, plasma + (options[name] ?? []) + [source])
    let rendition = try rendition(source)
    #expect(rendition.made?.size == PixelSize(width: 160, height: 120))
    let expected = "\(folder.path)/expected.png"
    try Tools.run(
      Tools.convert,
      [source, "-background", "white", "-flatten", "-colorspace", "sRGB", "-depth", "8", expected])
    #expect(try meanDifference(rendition.path, expected) <= 3)
  }

  @Test(.enabled(if: Tools.convert != nil), arguments: ["jpg", "png", "gif"])
  func `leave alone what every program opens`(suffix: String) throws {
    let source = "\(folder.path)/a.\(suffix)"
    try Tools.run(Tools.convert, ["-size", "64x48", "gradient:", source])
    let rendition = try rendition(source)
    #expect(rendition.outcome == .originalWillDo && rendition.bytes.isEmpty)
    let small = try self.rendition(source, RenditionSpecification(maximumSide: 32), as: "s.jpg")
    #expect(small.made?.size == PixelSize(width: 32, height: 24))
  }

  @Test(.enabled(if: Tools.convert != nil)) func `keep to a cap of bytes, and grow with it (G-14)`()
    throws
  {
    let source = "\(folder.path)/a.tiff"
    try Tools.run(
      Tools.convert,
      [
        "-seed", "5", "-size", "640x480", "plasma:", "-attenuate", "0.4", "+noise", "Gaussian",
        source,
      ])
    var last: (bytes: Int64, pixels: Int) = (0, 0)
    for cap in [2_500, 6_000, 20_000, 60_000, 400_000] as [Int64] {
      let rendition = try rendition(
        source, RenditionSpecification(maximumByteCount: cap), as: "\(cap).jpg")
      let made = try #require(rendition.made)
      #expect(made.byteCount <= cap && Int(made.byteCount) == rendition.bytes.count)
      #expect(made.byteCount >= last.bytes && made.size.width * made.size.height >= last.pixels)
      last = (made.byteCount, made.size.width * made.size.height)
    }
    #expect(last.pixels == 640 * 480)
    let side = try rendition(source, RenditionSpecification(maximumSide: 100), as: "side.jpg")
    #expect(side.made?.size == PixelSize(width: 100, height: 75))
  }

  @Test(.enabled(if: hasExifTool)) func `write fields that an independent reader agrees on`() throws
  {
    var metadata = EmbeddedMetadata(format: .heic)
    metadata.camera.make = "Mäker"
    metadata.camera.lensModel = "Lens"
    metadata.exposure.exposureTime = 1.0 / 250
    metadata.exposure.exposureBias = -0.33
    metadata.exposure.focalLength = 6.8
    metadata.location = EmbeddedMetadata.Location(
      latitude: -33.856784, longitude: -151.215297, altitude: -4.5, direction: 271.25)
    metadata.captureTimes = [
      CaptureTimeCandidate(
        source: .xmp,
        wallTime: try #require(
          WallTime(
            year: 2023, month: 7, day: 14, hour: 10, minute: 8, second: 16, nanosecond: 789_000_000)
        ),
        offset: UTCOffset(seconds: -19_800), precision: .subsecond)
    ]
    let block = EXIFBlock(metadata, size: PixelSize(width: 4, height: 3))
    let path = folder.write(
      "a.jpg", block.inserted(into: try PictureMaker.jpeg(PictureMaker.gradient(4, 3))))
    #expect(
      try tags(
        path,
        [
          "Make", "LensModel", "ExposureTime", "ExposureCompensation", "FocalLength",
          "Composite:GPSLatitude", "Composite:GPSLongitude", "Composite:GPSAltitude",
          "GPSImgDirection", "DateTimeOriginal", "SubSecTimeOriginal", "OffsetTimeOriginal",
          "ExifImageWidth", "Orientation",
        ]) == [
          "Mäker", "Lens", "0.004", "-0.33", "6.8", "-33.856784", "-151.215297", "-4.5", "271.25",
          "2023:07:14 10:08:16", "789", "-05:30", "4", "1",
        ])
    let verdict = try Tools.run("/usr/bin/exiftool", ["-validate", "-warning", "-a", path])
    #expect(verdict.contains(": OK"), "\(verdict)")
  }
}
