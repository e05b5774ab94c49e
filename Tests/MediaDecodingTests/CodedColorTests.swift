import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Colours that a container names by numbers") struct CodedColorTests {
  let renderer = ThumbnailRenderer()

  private func color(_ name: String?, _ format: MediaFormat = .avif) -> CodedColor? {
    var metadata = EmbeddedMetadata(format: format)
    metadata.colorProfile = name
    return CodedColor(of: metadata)
  }

  private func pixel(_ samples: [Int], _ name: String) throws -> [Int] {
    let samples = samples.map { UInt16($0) }
    let size = PixelSize(width: 32, height: 32)
    let all = (0..<size.width * size.height).flatMap { _ in samples }
    let bitmap = try #require(color(name)).screenPixels(all, size: size)
    return bitmap.pixels.prefix(3).map { Int($0) }
  }

  /// ITU-R BT.2100 table 4: 0.5081 is 100 cd/m², 0.1 is 0.3 cd/m²; SDR white is 100 here, as for
  /// posters, and Hable's curve brings the brightness down.
  @Test func `of PQ rise with the light and stay neutral`() throws {
    var last = -1
    for signal in stride(from: 0.0, through: 1, by: 0.1) {
      let sample = Int(signal * 65_535)
      let found = try pixel([sample, sample, sample], "Rec. 2100 PQ")
      #expect((found.max() ?? 0) - (found.min() ?? 0) <= 2, "\(found)")
      #expect(found[1] >= last)
      last = found[1]
    }
    #expect(last == 255)
  }

  /// CSS Color 4: color(display-p3 0.5 0.5 0.5) is rgb(127.5 …); the red of P3 lies outside of sRGB,
  /// and color(display-p3 0.8 0.4 0.3) is rgb(219 94 68) by its sample matrices.
  @Test func `of Display P3 are converted`() throws {
    let gray = try pixel([32_768, 32_768, 32_768], "Display P3")
    #expect(distance(gray, [128, 128, 128]) <= 1)
    let red = try pixel([65_535, 0, 0], "Display P3")
    #expect(distance(red, [255, 0, 0]) <= 2)
    let warm = try pixel([52_428, 26_214, 19_661], "Display P3")
    #expect(distance(warm, [219, 94, 68]) <= 3, "\(warm)")
  }

  @Test func `are only taken for such of formats that have them, and when there is a need`() {
    #expect(color("Rec. 2100 HLG") != nil && color("Rec. 2020", .heic) != nil)
    #expect(color("Display P3", .jpeg) == nil && color("sRGB") == nil)
    #expect(color(nil) == nil && color("Rec. 709") == nil)
  }

  /// The same view of the Seine, in HDR and with a base for ordinary screens.
  @Test(
    .enabled(if: DecodingCorpus.root != nil),
    arguments: ["seine_hdr_rec2020.avif", "seine_hdr_gainmap_small_srgb.avif"])
  func `of HDR stills look like the ordinary rendition`(name: String) throws {
    let folder = "\(try #require(DecodingCorpus.root))/media/AOMediaCodec+libavif/tests/data"
    let ordinary = try renderer.render(
      FilePath("\(folder)/seine_sdr_gainmap_gammazero.avif"), specification(256))
    let found = try renderer.render(FilePath("\(folder)/\(name)"), specification(256))
    #expect(bits(found.differenceHash, ordinary.differenceHash) <= 8)
    #expect(
      distance(channels(found.meanColor), channels(ordinary.meanColor)) <= 40,
      "\(channels(found.meanColor)) \(channels(ordinary.meanColor))")
  }
}
