import MediaModel
import Testing

@testable import MediaMetadata

/// Counts agreement and prints what disagrees.
private struct Score {
  var compared = 0
  var misses: [String] = []
  let name: String

  init(_ name: String) { self.name = name }

  mutating func note(_ agrees: Bool, _ path: String, _ expected: Any?, _ got: Any?) {
    compared += 1
    if !agrees { misses.append("  \(path): expected \(show(expected)), got \(show(got))") }
  }

  private func show(_ value: Any?) -> String { value.map { "\($0)" } ?? "nothing" }

  var share: Double { compared == 0 ? 1 : Double(compared - misses.count) / Double(compared) }

  func report() {
    print("\(name): \(compared - misses.count) of \(compared)")
    for miss in misses { print(miss) }
  }
}

@Suite("Movies against ffprobe and ExifTool", .enabled(if: MovieCorpus.isPresent))
struct MovieCorpusTests {
  @Test func `reads videos as ffprobe and ExifTool do`() throws {
    var (length, shown, codec, rate) = (
      Score("duration"), Score("display size"), Score("codec"), Score("frame rate")
    )
    var (make, date, place, sound) = (
      Score("camera"), Score("capture time"), Score("place"), Score("audio")
    )
    for entry in try MovieCorpus.entries(["mp4", "mov", "m4v", "3gp", "3g2"])
    where entry.kind != "malformed" {
      var metadata = EmbeddedMetadata(format: .mp4)
      do {
        try readISOBMFF(ByteSource(bytes: entry.bytes), format: .mp4, into: &metadata)
      } catch {
        if entry.videoStream != nil { shown.note(false, entry.path, "a video", error) }
        continue
      }
      guard let stream = entry.videoStream else {
        if !entry.probe.isEmpty { shown.note(false, entry.path, "no video", metadata.displaySize) }
        continue
      }
      let frames = (stream["avg_frame_rate"] as? String ?? "0/0").split(separator: "/")
        .compactMap { Double($0) }
      let fps = frames.count == 2 && frames[1] > 0 ? frames[0] / frames[1] : 0
      if let expected = entry.duration, expected > 0 {
        let got = metadata.duration?.inSeconds
        let tolerance = max(0.02, fps > 0 ? min(1 / fps, 0.2) : 0.04)
        length.note(
          got.map { abs($0 - expected) <= tolerance + 1e-6 } ?? false, entry.path, expected, got)
      }
      if let size = entry.shown {
        let got = metadata.displaySize.map { [$0.width, $0.height] }
        shown.note(
          got.map { abs($0[0] - size[0]) <= 1 && abs($0[1] - size[1]) <= 1 } ?? false,
          entry.path, size, got)
      }
      if let name = stream["codec_name"] as? String {
        codec.note(metadata.codec == name, entry.path, name, metadata.codec)
      }
      if fps > 0, entry.duration ?? 0 > 0 {
        rate.note(
          metadata.frameRate.map { abs($0 - fps) / fps < 0.02 } ?? false, entry.path, fps,
          metadata.frameRate)
      }
      let hasSound = (entry.probe["streams"] as? [[String: Any]] ?? []).contains {
        $0["codec_type"] as? String == "audio"
      }
      sound.note(metadata.hasAudio == hasSound, entry.path, hasSound, metadata.hasAudio)
      if let expected = entry.text("Keys:Make", "UserData:Make") {
        make.note(metadata.camera.make == expected, entry.path, expected, metadata.camera.make)
      }
      if let expected = entry.text("Keys:Model", "UserData:Model") {
        make.note(metadata.camera.model == expected, entry.path, expected, metadata.camera.model)
      }
      noteDate(entry, metadata, &date)
      notePlace(entry, metadata, &place)
    }
    for score in [length, shown, codec, rate, make, date, place, sound] {
      score.report()
      #expect(score.compared > 0)
      #expect(score.share >= 0.98, "\(score.name)")
    }
  }

  private func noteDate(
    _ entry: MovieCorpus.Entry, _ metadata: EmbeddedMetadata, _ score: inout Score
  ) {
    func digits(_ text: String) -> String { String(text.filter(\.isNumber).prefix(14)) }
    if let expected = entry.text("Keys:CreationDate") {
      let got = metadata.captureTimes.first { $0.source == .quickTimeCreationDate }
      score.note(
        got.map {
          digits($0.wallTime.description) == digits(expected)
            && expected.hasSuffix($0.offset?.description ?? "none")
        } ?? false, entry.path, expected, got)
    } else if let expected = entry.text("QuickTime:CreateDate"), !expected.hasPrefix("0000") {
      let got = metadata.captureTimes.first { $0.source == .container && $0.precision == .second }
      score.note(
        got.map { digits($0.wallTime.description) == digits(expected) } ?? false, entry.path,
        expected, got)
    }
  }

  private func notePlace(
    _ entry: MovieCorpus.Entry, _ metadata: EmbeddedMetadata, _ score: inout Score
  ) {
    guard
      let expected = entry.text(
        "Keys:GPSCoordinates", "UserData:GPSCoordinates", "ItemList:GPSCoordinates")
    else { return }
    let numbers = expected.split(separator: " ").compactMap { Double($0) }
    guard numbers.count >= 2, numbers[0] != 0 || numbers[1] != 0 else { return }
    let got = metadata.location
    let isNear =
      got.map { abs($0.latitude - numbers[0]) < 1e-5 && abs($0.longitude - numbers[1]) < 1e-5 }
      ?? false
    score.note(isNear, entry.path, expected, got)
    if numbers.count == 3 {
      score.note(
        got?.altitude.map { abs($0 - numbers[2]) < 0.1 } ?? false, entry.path, numbers[2],
        got?.altitude)
    }
  }

  @Test func `shows HEIF and AVIF pictures as large as a decoder does`() throws {
    var shown = Score("HEIF display size")
    for entry in try MovieCorpus.entries(["heic", "heif", "hif", "avif"])
    where entry.kind != "malformed" {
      guard let size = entry.shown, entry.decode["ok"] as? Bool == true else { continue }
      var metadata = EmbeddedMetadata(format: .heic)
      do {
        try readISOBMFF(ByteSource(bytes: entry.bytes), format: .heic, into: &metadata)
      } catch {
        shown.note(false, entry.path, size, error)
        continue
      }
      let got = metadata.displaySize.map { [$0.width, $0.height] }
      shown.note(got == size && metadata.orientation == .up, entry.path, size, got)
      if !metadata.warnings.isEmpty { print("  \(entry.path): \(metadata.warnings)") }
    }
    shown.report()
    #expect(shown.compared > 40)
    #expect(shown.share >= 0.98)
  }

  @Test func `reads Matroska as ffprobe does`() throws {
    var (length, shown, codec, rate) = (
      Score("Matroska duration"), Score("Matroska display size"), Score("Matroska codec"),
      Score("Matroska frame rate")
    )
    var date = Score("Matroska date")
    for entry in try MovieCorpus.entries(["mkv", "webm"]) where entry.kind != "malformed" {
      var metadata = EmbeddedMetadata(format: .matroska)
      do {
        try readMatroska(ByteSource(bytes: entry.bytes), into: &metadata)
      } catch {
        if entry.videoStream != nil { shown.note(false, entry.path, "a video", error) }
        continue
      }
      guard let stream = entry.videoStream else { continue }
      let frames = (stream["avg_frame_rate"] as? String ?? "0/0").split(separator: "/")
        .compactMap { Double($0) }
      let fps = frames.count == 2 && frames[1] > 0 ? frames[0] / frames[1] : 0
      if let expected = entry.duration, expected > 0 {
        let got = metadata.duration?.inSeconds
        length.note(
          got.map { abs($0 - expected) <= max(0.02, fps > 0 ? min(1 / fps, 0.2) : 0.04) } ?? false,
          entry.path, expected, got)
      }
      if let width = stream["width"] as? Int, let height = stream["height"] as? Int {
        let got = metadata.displaySize.map { [$0.width, $0.height] }
        shown.note(got == entry.shown ?? [width, height], entry.path, [width, height], got)
      }
      if let name = stream["codec_name"] as? String {
        codec.note(metadata.codec == name, entry.path, name, metadata.codec)
      }
      if let got = metadata.frameRate, fps > 0 {
        rate.note(abs(got - fps) / fps < 0.02, entry.path, fps, got)
      }
      if let expected = entry.text("Matroska:DateTimeOriginal", "Info:DateTimeOriginal") {
        let got = metadata.captureTimes.first { $0.source == .container }
        let digits = String(expected.filter(\.isNumber).prefix(14))
        date.note(
          got.map { String($0.wallTime.description.filter(\.isNumber).prefix(14)) == digits }
            ?? false, entry.path, expected, got)
      }
    }
    for score in [length, shown, codec, rate, date] {
      score.report()
      #expect(score.compared > 0)
      #expect(score.share >= 0.98, "\(score.name)")
    }
  }
}
