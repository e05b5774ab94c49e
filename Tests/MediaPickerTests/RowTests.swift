import Foundation
import Testing

/// The table of the documentation names, for every row of the feature table, the type and the tests.
@Suite("The table of behaviours") struct RowTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// How many rows each part of the feature table has.
  private static let counts = [
    "M": 18, "S": 21, "K": 10, "F": 9, "A": 7, "C": 14, "P": 5, "U": 7, "V": 5, "T": 13, "X": 10,
  ]
  /// Rows of which the feature table itself wants no test, or one in a browser.
  private static let untested: Set<String> = [
    "P-02", "U-01", "U-02", "U-04", "U-06", "U-07", "V-04", "T-11", "X-09", "X-10", "C-11",
  ]

  private struct Row {
    var id: String
    var type: String
    var tests: [(file: String, name: String)]
    var reason: String?
  }

  private static func rows() throws -> [Row] {
    let file = package.appending(path: "Sources/MediaPicker/MediaPicker.docc/Rows.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
      .dropFirst().compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4 else { return nil }
        let tests = cells[3].components(separatedBy: "<br>").compactMap { test in
          let text = test.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
          guard test.hasPrefix("`"), let colon = text.range(of: ": ") else {
            return nil as (file: String, name: String)?
          }
          return (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
        }
        return Row(
          id: cells[0], type: cells[2].replacingOccurrences(of: "`", with: ""), tests: tests,
          reason: cells[3].hasPrefix("– ") ? cells[3] : nil)
      }
  }

  /// The text of all Swift files below a folder, by name without the suffix.
  private static func sources(_ folder: String) -> [String: String] {
    var files: [String: String] = [:]
    let root = package.appending(path: folder)
    for case let file as URL in FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil)!
    where file.pathExtension == "swift" {
      let name = file.deletingPathExtension().lastPathComponent
      files[name, default: ""] += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
    return files
  }

  @Test func `has every row of every part`() throws {
    let ids = try Self.rows().map(\.id)
    #expect(Set(ids).count == ids.count)
    for (part, count) in Self.counts {
      for number in 1...count {
        let id = "\(part)-\(number < 10 ? "0" : "")\(number)"
        #expect(ids.contains(id), "row \(id) is missing")
      }
    }
    for part in "ABCDEFGHIJ" { #expect(ids.contains("2\(part)"), "row 2\(part) is missing") }
  }

  @Test func `names a test that exists for every row that wants one`() throws {
    let tests = Self.sources("Tests")
    for row in try Self.rows() {
      if row.tests.isEmpty {
        #expect(
          Self.untested.contains(row.id) && row.reason != nil, "row \(row.id) has no test")
      }
      for test in row.tests {
        #expect(
          tests[test.file]?.contains("func `\(test.name)`") == true,
          "row \(row.id): there is no test \(test.file): \(test.name)")
      }
    }
  }

  @Test func `names a type that exists`() throws {
    let all = Self.sources("Sources").values.joined(separator: "\n")
    for row in try Self.rows() {
      let isThere = ["struct", "class", "actor", "enum", "protocol", "func", "typealias"].contains {
        all.contains("\($0) \(row.type)")
      }
      #expect(isThere, "row \(row.id): there is no type \(row.type)")
    }
  }
}
