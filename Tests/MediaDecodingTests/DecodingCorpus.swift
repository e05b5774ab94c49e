import Foundation
import MediaModel
import Testing

@testable import MediaDecoding

/// Real media with the values of an independent decoder, beside the package; never part of it.
enum DecodingCorpus {
  static let root: String? = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let places = [
      ProcessInfo.processInfo.environment["MEDIACAT_CORPUS"], "/\(package)/../shared/corpus",
      "/\(package)/../../shared/corpus",
    ]
    let found = places.compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: "\($0)/FILES.tsv")
    }
    if found == nil { print("SKIPPED: no corpus; set MEDIACAT_CORPUS to its folder") }
    return found
  }()

  /// What the independent decoder says of one file.
  struct Golden {
    var name: String
    var path: String
    var shown: PixelSize
    var hash: UInt64
    var mean: [Int]
    /// Pillow's name of the pixel format.
    var mode: String
    var isVideo: Bool
  }

  static func golden() throws -> [Golden] {
    guard let root else { return [] }
    let valid = try kinds(root)
    let folder = "\(root)/golden"
    var all: [Golden] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where file.hasSuffix(".decode.json") {
      let source = String(file.dropLast(".decode.json".count))
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)"),
        let table = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
      else { continue }
      for (path, facts) in table {
        let name = "\(source)/\(path)"
        guard facts["ok"] as? Bool == true, valid[name] ?? "valid" == "valid",
          let shown = facts["shown"] as? [Int], let mean = facts["mean"] as? [Int],
          let hash = (facts["dhash"] as? String).flatMap({ UInt64($0, radix: 16) }),
          FileManager.default.fileExists(atPath: "\(root)/media/\(name)")
        else { continue }
        all.append(
          Golden(
            name: name, path: "\(root)/media/\(name)",
            shown: PixelSize(width: shown[0], height: shown[1]), hash: hash, mean: mean,
            mode: facts["mode"] as? String ?? "", isVideo: facts["kind"] as? String == "video"))
      }
    }
    return all.sorted { $0.name < $1.name }
  }

  private static func kinds(_ root: String) throws -> [String: String] {
    let table = try String(contentsOfFile: "\(root)/FILES.tsv", encoding: .utf8)
    var kinds: [String: String] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      kinds["\(fields[0])/\(fields[1])"] = fields[2]
    }
    return kinds
  }
}

/// A square bound.
func specification(
  _ side: Int, fit: ThumbnailSpecification.Fit = .inside,
  format: ThumbnailSpecification.Format = .jpeg, quality: Int = 80
) -> ThumbnailSpecification {
  ThumbnailSpecification(
    bound: PixelSize(width: side, height: side), fit: fit, format: format, quality: quality)
}

/// Red, green and blue of a colour.
func channels(_ color: UInt32) -> [Int] { [16, 8, 0].map { Int(color >> UInt32($0)) & 0xFF } }

/// The largest difference of a channel.
func distance(_ one: [Int], _ other: [Int]) -> Int {
  zip(one, other).map { abs($0 - $1) }.max() ?? 0
}

/// Bits in which two hashes differ.
func bits(_ one: UInt64, _ other: UInt64) -> Int { (one ^ other).nonzeroBitCount }
