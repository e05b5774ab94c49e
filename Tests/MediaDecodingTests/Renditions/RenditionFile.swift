import Foundation
import Glibc
import MediaModel
import Testing

@testable import MediaDecoding

/// A rendition of one file, and what independent programs say of it.
struct RenditionFile {
  let path: String
  let outcome: RenditionOutcome

  /// Makes one, into a new file.
  init(
    of source: String, _ specification: RenditionSpecification = RenditionSpecification(),
    limits: RenditionLimits = RenditionLimits(), at path: String,
    progress: @escaping (RenditionProgress) -> Void = { _ in }
  ) throws {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    outcome = try RenditionRenderer(limits: limits).render(
      FilePath(source), specification, into: descriptor, progress: progress)
  }

  var made: RenditionOutcome.Made? { if case .made(let made) = outcome { made } else { nil } }

  /// All bytes.
  var bytes: [UInt8] { [UInt8](FileManager.default.contents(atPath: path) ?? Data()) }

  /// Values of `stream=` entries that ffprobe prints of a stream (`v`, `a`), by name.
  func stream(_ kind: String) throws -> [String: String] { try Self.stream(kind, of: path) }

  static func stream(_ kind: String, of path: String) throws -> [String: String] {
    let text = try Tools.run(
      Tools.ffprobe,
      ["-v", "error", "-select_streams", kind, "-count_packets", "-show_streams", path])
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Presentation times of a stream's packets, sorted, in milliseconds.
  static func times(_ kind: String, of path: String) throws -> [Int] {
    try Tools.run(
      Tools.ffprobe,
      [
        "-v", "error", "-select_streams", kind, "-show_entries", "packet=pts_time", "-of",
        "csv=p=0", path,
      ]
    ).split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }.sorted()
      .map { Int(($0 * 1_000).rounded()) }
  }

  /// A digest of all packets of a stream as they are.
  static func digest(_ kind: String, of path: String) throws -> String {
    try Tools.run(
      Tools.ffmpeg,
      ["-v", "error", "-i", path, "-map", "0:\(kind):0", "-c", "copy", "-f", "md5", "-"])
  }

  /// What a decoder complains of; nothing for a sound file.
  func complaints() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tools.ffmpeg))
    process.arguments = ["-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "null", "-"]
    let errors = Pipe()
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Names of the boxes of the outermost level.
  var boxes: [String] {
    let bytes = bytes
    var names: [String] = []
    var place = 0
    while place + 8 <= bytes.count {
      var size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      if size == 1, place + 16 <= bytes.count {
        size = bytes[place + 8..<place + 16].reduce(0) { $0 << 8 | Int($1) }
      }
      if size < 8 { break }
      place += size
    }
    return names
  }
}
