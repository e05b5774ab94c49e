import Foundation
import Glibc

@testable import MediaMetadata

/// Real files with the answers of ExifTool, ffprobe and an independent decoder beside them.
struct MovieCorpus {
  /// One file and what the tools said.
  struct Entry {
    let path: String
    let kind: String
    let exifTool: [String: Any]
    let probe: [String: Any]
    let decode: [String: Any]
    let bytes: [UInt8]

    /// The first video stream that is no cover.
    var videoStream: [String: Any]? {
      (probe["streams"] as? [[String: Any]])?.first {
        $0["codec_type"] as? String == "video" && $0["codec_name"] as? String != "png"
      }
    }
    /// ffprobe's length of the whole, seconds.
    var duration: Double? {
      ((probe["format"] as? [String: Any])?["duration"] as? String).flatMap(Double.init)
    }
    /// Upright size by the decoder.
    var shown: [Int]? { decode["shown"] as? [Int] }
    /// A value of ExifTool, as text.
    func text(_ names: String...) -> String? {
      for name in names {
        if let value = exifTool[name] { return "\(value)" }
      }
      return nil
    }
  }

  static let root: String? = {
    let here = URL(fileURLWithPath: #filePath)
    let package = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let places: [String?] = [
      ProcessInfo.processInfo.environment["MEDIACAT_CORPUS"],
      package.deletingLastPathComponent().appendingPathComponent("shared/corpus").path,
    ]
    let found = places.compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0 + "/FILES.tsv")
    }
    if found == nil {
      print("skipped: no corpus at ../shared/corpus, and MEDIACAT_CORPUS is unset")
    }
    return found
  }()

  static var isPresent: Bool { root != nil }

  /// All files with one of the extensions.
  static func entries(_ extensions: Set<String>) throws -> [Entry] {
    guard let root else { return [] }
    let list = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: root + "/FILES.tsv")), as: UTF8.self)
    var golden: [String: [String: Any]] = [:]
    func values(_ source: String, _ suffix: String, _ path: String) throws -> [String: Any] {
      let name = "\(root)/golden/\(source)\(suffix).json"
      if golden[name] == nil {
        let data = FileManager.default.contents(atPath: name) ?? Data("{}".utf8)
        golden[name] = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      }
      return golden[name]?[path] as? [String: Any] ?? [:]
    }
    var entries: [Entry] = []
    for line in list.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 3,
        extensions.contains((columns[1] as NSString).pathExtension.lowercased()),
        let data = FileManager.default.contents(atPath: "\(root)/media/\(columns[0])/\(columns[1])")
      else { continue }
      entries.append(
        Entry(
          path: columns[0] + "/" + columns[1], kind: columns[2],
          exifTool: try values(columns[0], "", columns[1]),
          probe: try values(columns[0], ".ffprobe", columns[1]),
          decode: try values(columns[0], ".decode", columns[1]), bytes: [UInt8](data)))
    }
    return entries
  }
}
