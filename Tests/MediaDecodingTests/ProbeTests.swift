import Foundation
import MediaMetadata
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

@Suite("What decoders tell of files", .enabled(if: Tools.ffmpeg != nil)) struct ProbeTests {
  let folder = TemporaryDirectory()
  let reader = DecodingMetadataReader()

  private func make(_ name: String, _ options: [String]) throws -> FilePath {
    let path = "\(folder.path)/\(name)"
    try Tools.run(
      Tools.ffmpeg,
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=2", "-f", "lavfi", "-i",
        "sine=d=2",
      ] + options + [path])
    return FilePath(path)
  }

  private func metadata(_ path: FilePath) -> EmbeddedMetadata? {
    if case .media(let metadata, _) = reader.outcome(for: path) { return metadata }
    return nil
  }

  @Test(arguments: [
    ("a.avi", MediaFormat.avi, ["-c:v", "mpeg4"]), ("a.ts", .mpegTS, ["-c:v", "mpeg2video"]),
    ("a.mpg", .mpegPS, ["-c:v", "mpeg2video"]), ("a.wmv", .asf, []), ("a.flv", .flv, []),
    ("a.ogv", .ogv, ["-c:v", "libtheora"]), ("a.m2ts", .mpegTS, ["-c:v", "libx264"]),
    ("a.mxf", .mxf, ["-c:v", "mpeg2video", "-ar", "48000"]),
  ])
  func `are size, length, rate and sound`(
    name: String, format: MediaFormat, options: [String]
  ) throws {
    let found = try #require(metadata(try make(name, options)))
    #expect(found.format == format)
    #expect(found.pixelSize == PixelSize(width: 320, height: 240))
    #expect(found.displaySize == PixelSize(width: 320, height: 240))
    let seconds = try #require(found.duration).seconds
    #expect(abs(seconds - 2) < 0.2, "\(seconds)")
    #expect(found.frameRate.map { abs($0 - 25) < 0.1 } == true)
    #expect(found.hasAudio == true)
    #expect(found.codec != nil)
  }

  @Test func `is no media when there is only sound`() throws {
    let path = "\(folder.path)/sound.bin"
    try Tools.run(
      Tools.ffmpeg, ["-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=1", "-f", "mpegts", path])
    #expect(reader.outcome(for: FilePath(path)) == .notMedia)
  }

  @Test func `is the creation time`() throws {
    let found = try #require(
      metadata(
        try make("dated.wmv", ["-metadata", "creation_time=2021-02-03T04:05:06Z"])))
    let expected = WallTime(year: 2021, month: 2, day: 3, hour: 4, minute: 5, second: 6)
    #expect(found.captureTimes.contains { $0.source == .container && $0.wallTime == expected })
  }

  @Test(.enabled(if: DecodingCorpus.root != nil))
  func `are the lengths that ffprobe tells`() throws {
    let root = try #require(DecodingCorpus.root)
    let folder = "\(root)/golden"
    var count = 0
    var right = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder)
    where file.hasSuffix(".ffprobe.json") {
      let source = String(file.dropLast(".ffprobe.json".count))
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)"),
        let table = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
      else { continue }
      for (path, facts) in table {
        guard let format = facts["format"] as? [String: Any],
          let expected = (format["duration"] as? String).flatMap(Double.init) ?? format["duration"]
            as? Double,
          let found = metadata(FilePath("\(root)/media/\(source)/\(path)")),
          found.format.type == .video
        else { continue }
        count += 1
        let seconds = found.duration?.seconds ?? 0
        if abs(seconds - expected) <= max(0.1, expected * 0.01) {
          right += 1
        } else {
          print("length differs: \(source)/\(path): \(seconds), ffprobe \(expected)")
        }
      }
    }
    #expect(count > 50)
    #expect(Double(right) >= 0.98 * Double(count), "\(right) of \(count)")
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
