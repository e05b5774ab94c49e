import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Independent programs that tell what is in a copy.
enum Independent {
  static let exiftool = find("exiftool")
  static let identify = find("identify")
  static let ffmpeg = find("ffmpeg")
  static let areThere = exiftool != nil && identify != nil && ffmpeg != nil

  private static func find(_ name: String) -> String? {
    let found = ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil { print("SKIPPED: \(name) is not installed") }
    return found
  }

  /// What a program wrote, whatever its status.
  static func output(_ program: String?, _ arguments: [String]) throws -> Data {
    let process = Process()
    // Some reference programs hang on some files.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["120", try #require(program)] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// Tags of files by path, as `MakerNotes:Canon:SerialNumber`, without those of the file itself.
  static func tags(_ paths: [String]) throws -> [String: [String: String]] {
    var result: [String: [String: String]] = [:]
    for start in stride(from: 0, to: paths.count, by: 200) {
      let data = try output(
        exiftool,
        ["-j", "-G0:1", "-a", "-u", "-api", "largefilesupport=1"]
          + paths[start..<min(start + 200, paths.count)])
      let entries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
      for entry in entries {
        guard let path = entry["SourceFile"] as? String else { continue }
        result[path] = entry.filter { key, _ in
          !["SourceFile", "ExifTool", "File:System", "Composite"].contains { key.hasPrefix($0) }
        }
        .mapValues { "\($0)" }
      }
    }
    return result
  }

  /// Signatures of the decoded pixels of all frames, by path.
  static func pixels(_ paths: [String]) throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    for start in stride(from: 0, to: paths.count, by: 50) {
      let data = try output(
        identify,
        ["-quiet", "-format", "%d/%f\t%#\n"] + paths[start..<min(start + 50, paths.count)])
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "\t")
        if parts.count == 2 { result[String(parts[0]), default: []].append(String(parts[1])) }
      }
    }
    return result
  }

  /// A hash of the packets of each picture and sound stream.
  static func packets(_ path: String) throws -> String {
    let data = try output(
      ffmpeg,
      [
        "-v", "quiet", "-i", path, "-map", "0:v?", "-map", "0:a?", "-c", "copy", "-f",
        "streamhash", "-hash", "md5", "-",
      ])
    return String(decoding: data, as: UTF8.self)
  }
}

/// The bytes of a copy, made from a plan.
func copy(of bytes: [UInt8], _ plan: DeliveryPlan) -> [UInt8] {
  plan.pieces.flatMap { piece -> [UInt8] in
    switch piece {
    case .original(let range): Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    case .bytes(let new): new
    case .zeros(let count): [UInt8](repeating: 0, count: Int(count))
    }
  }
}

/// A stripped copy of made bytes.
func stripped(
  _ bytes: [UInt8], _ format: MediaFormat, _ options: MetadataStripping
) throws -> [UInt8] {
  let edits = try DeliveryPlanner.edits(ByteSource(bytes: bytes), format, options)
  let stamp = FileStamp(size: Int64(bytes.count), modificationTime: 0, changeTime: 0, inode: 0)
  let plan = DeliveryPlan(try edits.pieces(count: stamp.size), of: stamp)
  #expect(plan.isSound)
  return copy(of: bytes, plan)
}

/// True when the bytes hold a text.
func holds(_ bytes: [UInt8], _ text: String) -> Bool {
  String(decoding: bytes, as: Unicode.ASCII.self).contains(text)
}
