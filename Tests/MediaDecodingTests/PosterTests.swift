import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Posters of videos", .enabled(if: Tools.ffmpeg != nil)) struct PosterTests {
  let folder = TemporaryDirectory()
  let renderer = ThumbnailRenderer()

  /// Makes a video from a description of libavfilter.
  private func make(_ name: String, _ source: String, _ options: [String] = []) throws -> FilePath {
    let path = "\(folder.path)/\(name)"
    try Tools.run(
      Tools.ffmpeg, ["-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [path])
    return FilePath(path)
  }

  private func lead(_ seconds: Int) -> String {
    "color=black:s=320x240:r=10:d=\(seconds)[a];testsrc=s=320x240:r=10:d=2[b];[a][b]concat"
  }

  @Test func `show the first frame that is not blank`() throws {
    let path = try make("lead.mp4", lead(1), ["-pix_fmt", "yuv420p"])
    let poster = try renderer.render(path, specification(160))
    #expect(poster.size == PixelSize(width: 160, height: 120))
    #expect(poster.differenceHash != 0)
    let test = try make("test.mp4", "testsrc=s=320x240:r=10:d=1", ["-pix_fmt", "yuv420p"])
    let expected = try renderer.render(test, specification(160))
    #expect(bits(poster.differenceHash, expected.differenceHash) <= 2)
  }

  @Test func `show a blank frame when all of the first three seconds are`() throws {
    let path = try make("long.mp4", lead(5), ["-pix_fmt", "yuv420p"])
    #expect(
      distance(channels(try renderer.render(path, specification(64)).meanColor), [0, 0, 0]) <= 2)
  }

  @Test func `show the asked time`() throws {
    let path = try make("lead.mp4", lead(1), ["-pix_fmt", "yuv420p"])
    var asked = specification(64)
    asked.posterTime = .zero
    #expect(distance(channels(try renderer.render(path, asked).meanColor), [0, 0, 0]) <= 2)
    asked.posterTime = .seconds(1.5)
    #expect(try renderer.render(path, asked).differenceHash != 0)
    asked.posterTime = .seconds(1_000)
    #expect(try renderer.render(path, asked).differenceHash != 0)
  }

  /// FFmpeg's angle is against the clock: −90 turns the picture to the right.
  @Test func `R42: are upright whatever the display matrix`() throws {
    let options = ["-pix_fmt", "yuv420p"]
    let plain = try make("plain.mp4", "testsrc=s=320x180:r=10:d=1", options)
    let turned = FilePath("\(folder.path)/turned.mp4")
    try Tools.run(
      Tools.ffmpeg,
      [
        "-v", "error", "-y", "-i", plain.displayText, "-c", "copy", "-metadata:s:v:0", "rotate=90",
        turned.displayText,
      ])
    let poster = try renderer.render(turned, specification(160))
    #expect(poster.size == PixelSize(width: 90, height: 160))
    // FFmpeg's own tool applies the matrix when it transcodes.
    let upright = FilePath("\(folder.path)/upright.mp4")
    try Tools.run(
      Tools.ffmpeg,
      ["-v", "error", "-y", "-i", turned.displayText] + options
        + [upright.displayText])
    let expected = try renderer.render(upright, specification(160))
    #expect(expected.size == poster.size)
    #expect(bits(poster.differenceHash, expected.differenceHash) <= 2)
  }

  @Test func `have square pixels`() throws {
    let path = try make(
      "wide.mp4", "testsrc=s=360x288:r=10:d=1", ["-vf", "setsar=16/11", "-pix_fmt", "yuv420p"])
    let poster = try renderer.render(path, specification(256))
    // 360 × 16/11 = 523.6 wide, 288 high.
    #expect(poster.size == PixelSize(width: 256, height: 141))
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func `of HDR are neither black nor burnt`(transfer: String) throws {
    let path = try make(
      "hdr.mp4", "testsrc2=s=320x180:r=10:d=1",
      [
        "-vf",
        "zscale=t=\(transfer):p=2020:m=2020_ncl:pin=709:tin=709:min=709:npl=203,format=yuv420p10le",
        "-c:v", "libx265", "-x265-params", "log-level=none", "-color_trc", transfer,
        "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
      ])
    let sdr = try make("sdr.mp4", "testsrc2=s=320x180:r=10:d=1", ["-pix_fmt", "yuv420p"])
    let poster = try renderer.render(path, specification(160))
    let expected = try renderer.render(sdr, specification(160))
    #expect(bits(poster.differenceHash, expected.differenceHash) <= 10)
    #expect(distance(channels(poster.meanColor), channels(expected.meanColor)) <= 60)
  }

  @Test(.enabled(if: DecodingCorpus.root != nil))
  func `of real videos have the size of an independent decoder's`() throws {
    var right = 0
    var count = 0
    for golden in try DecodingCorpus.golden() where golden.isVideo {
      count += 1
      let found = try? renderer.render(FilePath(golden.path), specification(256))
      let scale = min(1, 256 / Double(max(golden.shown.width, golden.shown.height)))
      guard let found,
        abs(Double(found.size.width) - Double(golden.shown.width) * scale) <= 1,
        abs(Double(found.size.height) - Double(golden.shown.height) * scale) <= 1
      else {
        print("differs: \(golden.name): \(golden.shown), \(String(describing: found?.size))")
        continue
      }
      right += 1
    }
    #expect(Double(right) >= 0.95 * Double(count), "\(right) of \(count)")
  }
}
