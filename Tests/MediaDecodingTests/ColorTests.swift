import Glibc
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Colours of thumbnails") struct ColorTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  /// Colours inside sRGB, as ImageMagick keeps them.
  static let patches: [[UInt8]] = [
    [200, 120, 90], [60, 110, 160], [120, 150, 70], [180, 180, 180], [40, 40, 40],
  ]

  @Test(
    .enabled(if: Tools.convert != nil),
    arguments: [ICCMaker.displayP3, ICCMaker.adobeRGB, ICCMaker.sRGB])
  func `R44: of other profiles are converted as ImageMagick does`(space: ICCMaker.Space) throws {
    let screen = folder.write("screen.icc", ICCMaker.profile(ICCMaker.sRGB))
    for color in Self.patches {
      let bytes = try PictureMaker.jpeg(
        PictureMaker.plain(64, 64, color), segments: PictureMaker.icc(ICCMaker.profile(space)),
        quality: 100)
      let path = folder.write("patch.jpg", bytes)
      let expected = try Self.colorByImageMagick(path, screen)
      let found = try renderer.render(FilePath(path), specification(64, quality: 100))
      let difference = Lab.distance(channels(found.meanColor), expected)
      #expect(difference < 3, "\(space.name) \(color): \(channels(found.meanColor)), \(expected)")
    }
  }

  @Test(
    .enabled(if: Tools.convert != nil && DecodingCorpus.root != nil),
    arguments: [
      "lovell+sharp/test/fixtures/p3.png", "lovell+sharp/test/fixtures/prophoto.png",
      "lovell+sharp/test/fixtures/Landscape_2.jpg",
      "libjxl+testdata/jxl/jpeg_reconstruction/sideways_bench.jpg",
    ])
  func `of real pictures are near ImageMagick's`(name: String) throws {
    let screen = folder.write("screen.icc", ICCMaker.profile(ICCMaker.sRGB))
    let path = "\(try #require(DecodingCorpus.root))/media/\(name)"
    let expected = try Self.colorByImageMagick(path, screen)
    let found = try renderer.render(FilePath(path), specification(256, quality: 100))
    let difference = Lab.distance(channels(found.meanColor), expected)
    #expect(difference < 3, "\(channels(found.meanColor)), \(expected)")
  }

  @Test(.enabled(if: Tools.convert != nil), arguments: ["jpg", "tif"])
  func `R44: of four inks without a profile are those of ImageMagick`(type: String) throws {
    for color in Self.patches {
      let path = "\(folder.path)/inks.\(type)"
      let text = color.map { String($0) }.joined(separator: ",")
      try Tools.run(
        Tools.convert,
        ["-size", "64x64", "xc:rgb(\(text))", "-colorspace", "CMYK", "-quality", "100", path])
      let expected = try Self.colorByImageMagick(path, nil)
      let found = try renderer.render(FilePath(path), specification(64, quality: 100))
      let difference = Lab.distance(channels(found.meanColor), expected)
      #expect(difference < 3, "\(color): \(channels(found.meanColor)), \(expected)")
    }
  }

  /// PNG 1.2 §10.5: the light of a sample s is s to the power of 1/gAMA.
  @Test(arguments: [(100_000, 128, 188), (45_455, 128, 128), (55_000, 128, 146)])
  func `of PNG follow its gamma`(gamma: UInt32, sample: UInt8, shown: Int) throws {
    let file = Self.png(gamma: gamma, sample: sample)
    let path = FilePath(folder.write("gamma.png", file))
    let mean = channels(try renderer.render(path, specification(32)).meanColor)
    #expect(distance(mean, [shown, shown, shown]) <= 2, "\(mean)")
  }

  /// One gray pixel.
  static func png(gamma: UInt32, sample: UInt8) -> [UInt8] {
    var file = PNGBuilder(width: 1, height: 1)
    file.chunk("gAMA", bytes(gamma))
    // One stored block: a row without filter, and the sum of RFC 1950 over it.
    let row = [0, sample, sample, sample] as [UInt8]
    var sums: (UInt32, UInt32) = (1, 0)
    for byte in row { sums = (sums.0 + UInt32(byte), sums.1 + sums.0 + UInt32(byte)) }
    file.chunk(
      "IDAT", [0x78, 1, 1, 4, 0, 0xFB, 0xFF] + row + bytes(UInt16(sums.1)) + bytes(UInt16(sums.0)))
    return file.build()
  }

  /// The mean colour in sRGB, through the picture's profile if `screen` is the one of a screen.
  static func colorByImageMagick(_ path: String, _ screen: String?) throws -> [Int] {
    let conversion = screen.map {
      ["-intent", "Relative", "-black-point-compensation", "-profile", $0]
    }
    let text = try Tools.run(
      Tools.convert,
      ["\(path)[0]", "-background", "white", "-alpha", "remove"]
        + (conversion ?? ["-colorspace", "sRGB", "-type", "TrueColor"]) + [
          "-depth", "8",
          "-filter", "Box", "-resize", "1x1!", "-format", "%[pixel:p{0,0}]", "info:",
        ])
    // Percentages or bytes, by the version.
    let isPercent = text.contains("%")
    return text.split { !"0123456789.".contains($0) }.prefix(3).compactMap { Double($0) }
      .map { Int((isPercent ? $0 * 2.55 : $0).rounded()) }
  }

  @Test func `of a transparent picture stand on white in JPEG and stay transparent in WebP`() throws
  {
    let picture = try PictureMaker.plain(64, 64, [255, 0, 0, 128])
    let webp = try VipsPicture.make(picture).webp(quality: 100)
    let path = FilePath(folder.write("half.webp", webp))
    let flat = try renderer.render(path, specification(32))
    #expect(distance(channels(flat.meanColor), [255, 127, 127]) <= 4)
    let kept = try renderer.render(path, specification(32, format: .webp))
    // Extended WebP with the flag of alpha: RFC 9649 §2.7.1.
    #expect(kept.bytes[12..<16].elementsEqual("VP8X".utf8) && kept.bytes[20] & 0x10 != 0)
  }
}

/// CIE 1976 differences.
enum Lab {
  static func distance(_ one: [Int], _ other: [Int]) -> Double {
    zip(lab(one), lab(other)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private static func lab(_ color: [Int]) -> [Double] {
    guard color.count == 3 else { return [0, 0, 0] }
    let linear = color.map { channel -> Double in
      let value = Double(channel) / 255
      return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let x = (0.4124 * linear[0] + 0.3576 * linear[1] + 0.1805 * linear[2]) / 0.9505
    let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    let z = (0.0193 * linear[0] + 0.1192 * linear[1] + 0.9505 * linear[2]) / 1.089
    let f = [x, y, z].map { $0 > 0.008_856 ? cbrt($0) : 7.787 * $0 + 16.0 / 116 }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }
}
