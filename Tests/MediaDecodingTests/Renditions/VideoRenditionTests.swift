import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("Compatible renditions of videos", .enabled(if: Tools.ffmpeg != nil))
struct VideoRenditionTests {
  let folder = TemporaryDirectory()

  private static let sound = ["-f", "lavfi", "-i", "sine=440:d=2:r=48000"]
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  private static let x265 = [
    "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none",
  ]

  /// Makes a video by ffmpeg.
  private func make(
    _ name: String, _ source: String, _ options: [String],
    sound: Bool = true
  ) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Tools.run(
      Tools.ffmpeg,
      ["-v", "error", "-y", "-f", "lavfi", "-i", source] + (sound ? Self.sound : [])
        + ["-shortest"] + options + [path])
    return path
  }

  private func make(_ name: String, _ options: [String], sound: Bool = true) throws -> String {
    try make(name, "testsrc2=s=320x180:r=25:d=2", options, sound: sound)
  }

  private func rendition(
    _ source: String, _ specification: RenditionSpecification = RenditionSpecification(),
    as name: String = "out.mp4"
  ) throws -> RenditionFile {
    try RenditionFile(of: source, specification, at: "\(folder.path)/\(name)")
  }

  /// What every rendition must be.
  private func check(
    _ rendition: RenditionFile, width: Int, height: Int, seconds: Double = 2, hasSound: Bool = true,
    codec: String = "aac"
  ) throws {
    let video = try rendition.stream("v")
    #expect(video["codec_name"] == "h264")
    #expect(video["pix_fmt"] == "yuv420p")
    #expect(video["width"] == "\(width)" && video["height"] == "\(height)", "\(video)")
    #expect(["1:1", "N/A"].contains(video["sample_aspect_ratio"] ?? ""))
    let length = try #require(Double(video["duration"] ?? ""))
    #expect(abs(length - seconds) <= 0.05, "\(length) for \(seconds)")
    #expect(rendition.made?.size == PixelSize(width: width, height: height))
    #expect(rendition.made?.byteCount == Int64(rendition.bytes.count))
    let sound = try rendition.stream("a")
    #expect(sound["codec_name"] == (hasSound ? codec : nil))
    if hasSound {
      #expect(abs((Double(sound["duration"] ?? "") ?? 0) - seconds) <= 0.05, "\(sound)")
    }
    let boxes = rendition.boxes
    #expect(boxes.first == "ftyp")
    let (index, content) = (boxes.firstIndex(of: "moov"), boxes.firstIndex(of: "mdat"))
    #expect(try #require(index) < #require(content), "\(boxes)")
    #expect(try rendition.complaints() == "")
  }

  @Test(arguments: ["mkv", "ts", "mov", "flv"])
  func `copy streams that are compatible, bit for bit`(container: String) throws {
    let source = try make("a.\(container)", Self.x264 + ["-bf", "2", "-c:a", "aac"])
    let rendition = try rendition(source)
    #expect(rendition.made?.method == .copied)
    try check(rendition, width: 320, height: 180)
    #expect(try rendition.stream("v")["nb_frames"] == "50")
    // Transport streams and MP4 frame the same packets differently.
    if container != "ts" {
      for kind in ["v", "a"] {
        #expect(
          try RenditionFile.digest(kind, of: source)
            == RenditionFile.digest(kind, of: rendition.path))
      }
    }
  }

  @Test func `leave an MP4 alone that is compatible`() throws {
    let source = try make("a.mp4", Self.x264 + ["-c:a", "aac"])
    let rendition = try rendition(source)
    #expect(rendition.outcome == .originalWillDo)
    #expect(rendition.bytes.isEmpty)
  }

  static let encoded: [(String, [String])] = [
    ("hevc.mp4", x265 + ["-c:a", "aac"]), ("hevc10.mkv", x265 + ["-pix_fmt", "yuv420p10le"]),
    ("h264-10.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-c:a", "aac"]),
    ("h264-444.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv444p", "-c:a", "aac"]),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    ("mpeg2.ts", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    ("mjpeg.avi", ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]),
    ("h264.avi", x264 + ["-c:a", "mp3"]), ("vorbis.mkv", x264 + ["-c:a", "libvorbis"]),
  ]

  @Test(arguments: encoded.indices)
  func `encode what is not, with all frames at their times`(index: Int) throws {
    let (name, options) = Self.encoded[index]
    let source = try make(name, options)
    let rendition = try rendition(source)
    #expect(rendition.made?.method == .encoded)
    // MP3 is as compatible as AAC, so it goes over as it is.
    try check(
      rendition, width: 320, height: 180, codec: options.contains("mp3") ? "mp3" : "aac")
    let expected = try RenditionFile.times("v", of: source)
    let found = try RenditionFile.times("v", of: rendition.path)
    #expect(found.count == 50)
    // AVI says no presentation times.
    if name.hasSuffix("avi") { return }
    let shifts = zip(expected, found).map { $0 - $1 }
    #expect((shifts.max() ?? 0) - (shifts.min() ?? 0) <= 2, "\(shifts)")
  }

  @Test func `give the same bytes each time`() throws {
    let source = try make("a.mkv", Self.x265 + ["-c:a", "libvorbis"])
    let one = try rendition(source, as: "one.mp4").bytes
    #expect(one.count > 10_000)
    #expect(try rendition(source, as: "two.mp4").bytes == one)
  }

  @Test func `keep frames of a varying rate at their times`() throws {
    let source = try make(
      "a.webm", "testsrc2=s=320x180:r=30:d=2",
      [
        "-vf", "select='not(mod(n\\,7))+lt(n\\,20)'", "-fps_mode", "vfr", "-c:v", "libvpx",
        "-deadline", "realtime",
      ], sound: false)
    let rendition = try rendition(source)
    let (expected, found) = (
      try RenditionFile.times("v", of: source), try RenditionFile.times("v", of: rendition.path)
    )
    #expect(expected.count == found.count && found.count > 20)
    #expect(zip(expected, found).allSatisfy { abs($0 - $1) <= 1 }, "\(expected) \(found)")
  }

  @Test func `are upright, in even sizes and square pixels`() throws {
    let plain = try make("plain.mp4", Self.x265, sound: false)
    let turned = "\(folder.path)/turned.mp4"
    try Tools.run(
      Tools.ffmpeg,
      ["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
    let upright = try rendition(turned, as: "upright.mp4")
    try check(upright, width: 180, height: 320, hasSound: false)
    // FFmpeg's own tool applies the matrix when it encodes.
    let expected = "\(folder.path)/expected.mp4"
    try Tools.run(Tools.ffmpeg, ["-v", "error", "-i", turned] + Self.x264 + [expected])
    #expect(try similarity(upright.path, expected) > 30)

    let odd = try make(
      "odd.webm", "testsrc2=s=321x181:r=25:d=2",
      ["-c:v", "libvpx", "-deadline", "realtime"], sound: false)
    try check(try rendition(odd, as: "even.mp4"), width: 320, height: 180, hasSound: false)
    let wide = try make(
      "wide.mkv", "testsrc2=s=360x288:r=25:d=2", ["-vf", "setsar=16/11"] + Self.x265, sound: false)
    // 360 × 16/11 = 523.6.
    try check(try rendition(wide, as: "square.mp4"), width: 524, height: 288, hasSound: false)
  }

  /// PSNR of the pictures of two videos of one size, dB.
  private func similarity(_ one: String, _ other: String) throws -> Double {
    let text = try Tools.run(
      Tools.ffmpeg,
      [
        "-v", "error", "-i", one, "-i", other, "-lavfi",
        "psnr,metadata=print:key=lavfi.psnr.psnr_avg:file=-", "-f", "null", "-",
      ])
    let values = text.split(separator: "\n").compactMap {
      $0.hasPrefix("lavfi.psnr.psnr_avg=") ? Double($0.dropFirst(20)) : nil
    }
    return values.reduce(0, +) / Double(max(values.count, 1))
  }

  @Test func `look like their source`() throws {
    let source = try make("a.mkv", Self.x265 + ["-crf", "10"], sound: false)
    #expect(try similarity(try rendition(source).path, source) > 35)
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func `of HDR are SDR, neither black nor burnt`(transfer: String) throws {
    let source = try make(
      "hdr.mp4",
      [
        "-vf",
        "zscale=t=\(transfer):p=2020:m=2020_ncl:pin=709:tin=709:min=709:npl=203,format=yuv420p10le",
        "-color_trc", transfer, "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
      ] + Self.x265, sound: false)
    let rendition = try rendition(source)
    try check(rendition, width: 320, height: 180, hasSound: false)
    let video = try rendition.stream("v")
    #expect(video["color_transfer"] == "bt709" && video["color_primaries"] == "bt709")
    let renderer = ThumbnailRenderer()
    let sdr = try make("sdr.mp4", Self.x264, sound: false)
    let expected = try renderer.render(FilePath(sdr), specification(160))
    let found = try renderer.render(FilePath(rendition.path), specification(160))
    #expect(bits(found.differenceHash, expected.differenceHash) <= 10)
    #expect(distance(channels(found.meanColor), channels(expected.meanColor)) <= 60)
  }

  /// ITU-R BT.2020 has the reddest red; a screen of BT.709 shows its own.
  @Test func `of wide gamut cut off what a screen cannot show`() throws {
    let source = try make(
      "wide.mp4", "color=red:s=320x180:r=25:d=1",
      [
        "-vf", "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le",
        "-color_trc", "bt2020-10", "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
      ] + Self.x265, sound: false)
    let rendition = try rendition(source)
    let shown = try ThumbnailRenderer().render(FilePath(rendition.path), specification(160))
    #expect(distance(channels(shown.meanColor), [255, 0, 0]) <= 4, "\(shown.meanColor)")
  }

  @Test func `of interlaced video are progressive`() throws {
    let source = try make(
      "a.ts", "testsrc2=s=720x576:r=50:d=2",
      ["-vf", "interlace,setsar=1", "-c:v", "mpeg2video", "-flags", "+ildct+ilme"], sound: false)
    let rendition = try rendition(source)
    try check(rendition, width: 720, height: 576, hasSound: false)
    #expect(try rendition.stream("v")["field_order"] == "progressive")
    #expect(try rendition.stream("v")["nb_frames"] == "50")
  }

  @Test func `say when and where they were taken`() throws {
    let source = try make(
      "a.mov",
      Self.x265 + [
        "-metadata", "creation_time=2021-05-06T07:08:09Z", "-metadata",
        "location=+48.1370+011.5750/",
      ])
    let rendition = try rendition(source)
    let text = try Tools.run(
      Tools.ffprobe, ["-v", "error", "-show_entries", "format_tags", rendition.path])
    #expect(text.contains("creation_time=2021-05-06T07:08:09"))
    #expect(text.contains("+48.1370+011.5750/"))
  }

  @Test func `of what is cut hold what is there`() throws {
    let source = try make("a.mkv", Self.x265 + ["-g", "10"])
    let all = [UInt8](try #require(FileManager.default.contents(atPath: source)))
    let cut = folder.write("cut.mkv", Array(all[..<(all.count / 2)]))
    let rendition = try rendition(cut)
    let count = try #require(Int(rendition.stream("v")["nb_frames"] ?? ""))
    #expect((10...45).contains(count))
    #expect(try rendition.complaints() == "")
  }

  @Test func `of damaged packets pass over them`() throws {
    let source = try make("a.mkv", Self.x265 + ["-g", "10"])
    var all = [UInt8](try #require(FileManager.default.contents(atPath: source)))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      all[Int.random(in: all.count / 4..<all.count / 2, using: &generator)] = .random(
        in: 0...255, using: &generator)
    }
    let rendition = try rendition(folder.write("bad.mkv", all))
    #expect(try #require(Int(rendition.stream("v")["nb_frames"] ?? "")) >= 25)
    #expect(try rendition.complaints() == "")
  }

  @Test func `are refused with a reason when there is no moving picture`() throws {
    let source = "\(folder.path)/sound.ts"
    try Tools.run(Tools.ffmpeg, ["-v", "error"] + Self.sound + ["-c:a", "aac", source])
    let failure = #expect(throws: RenderFailure.self) { try rendition(source) }
    #expect(failure?.code == .renditionUnavailable)
    let text = folder.write("text.mp4", Array("no video at all".utf8))
    #expect(throws: RenderFailure.self) { try rendition(text, as: "b.mp4") }
  }

  @Test func `keep to bounds of side, bytes and length (G-14)`() throws {
    let source = try make("a.mp4", "testsrc2=s=640x360:r=25:d=4", Self.x264 + ["-c:a", "aac"])
    let small = try rendition(source, RenditionSpecification(maximumSide: 160), as: "s.mp4")
    #expect(small.made?.size == PixelSize(width: 160, height: 90))
    var last: Int64 = 0
    for cap in [60_000, 120_000, 250_000] as [Int64] {
      let capped = try rendition(
        source, RenditionSpecification(maximumByteCount: cap), as: "\(cap).mp4")
      let count = try #require(capped.made?.byteCount)
      #expect(count <= cap && count >= last, "\(count) of \(cap)")
      #expect(try capped.complaints() == "")
      last = count
    }
    let tight = #expect(throws: RenderFailure.self) {
      try rendition(source, RenditionSpecification(maximumByteCount: 5_000), as: "t.mp4")
    }
    #expect(tight?.code == .tooLarge)
    var limits = RenditionLimits()
    limits.duration = .seconds(1)
    let hevc = try make("h.mp4", Self.x265)
    let long = #expect(throws: RenderFailure.self) {
      try RenditionFile(of: hevc, limits: limits, at: "\(folder.path)/l.mp4")
    }
    #expect(long?.code == .tooLarge)
    limits = RenditionLimits()
    limits.outputByteCount = 10_000
    let full = #expect(throws: RenderFailure.self) {
      try RenditionFile(of: hevc, limits: limits, at: "\(folder.path)/f.mp4")
    }
    #expect(full?.code == .tooLarge)
  }

  @Test func `tell their progress in order`() throws {
    let source = try make("a.mp4", Self.x265)
    nonisolated(unsafe) var parts: [Double] = []
    _ = try RenditionFile(of: source, at: "\(folder.path)/out.mp4") { parts.append($0.part) }
    #expect(parts.count > 20 && parts.allSatisfy { (0...1).contains($0) })
    #expect(parts.last == 1)
  }
}
