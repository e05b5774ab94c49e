import Foundation
import MediaModel
import Testing

@testable import MediaMetadata

/// Real media with ExifTool's values, beside the package; never part of it.
enum Corpus {
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

  struct Entry {
    var name: String
    var kind: String
    var type: String
    var source: String
    var path: String
  }

  static func entries() throws -> [Entry] {
    guard let root else { return [] }
    let table = try String(contentsOfFile: "\(root)/FILES.tsv", encoding: .utf8)
    return table.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Entry(
        name: "\(fields[0])/\(fields[1])", kind: fields[2], type: fields[3], source: fields[0],
        path: "\(root)/media/\(fields[0])/\(fields[1])")
    }
  }

  /// Golden values of one repository: path to tag to value.
  static func golden(_ source: String, _ suffix: String = "") throws -> [String: [String: Any]] {
    guard let root,
      let data = FileManager.default.contents(atPath: "\(root)/golden/\(source)\(suffix).json")
    else { return [:] }
    return try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]] ?? [:]
  }
}

@Suite("Corpus of real media", .enabled(if: Corpus.root != nil)) struct CorpusTests {
  static let readTypes: [String: MediaFormat] = [
    "JPEG": .jpeg, "JPS": .jpeg, "PNG": .png, "APNG": .png, "GIF": .gif, "WEBP": .webp,
    "Extended WEBP": .webp, "AVIF": .avif, "TIFF": .tiff, "BTF": .tiff, "BMP": .bmp, "ICO": .ico,
    "JXL": .jxl, "JXL Codestream": .jxl, "JP2": .jp2, "J2C": .jp2, "PSD": .psd, "PCX": .pcx,
    "PPM": .pnm, "XCF": .xcf, "SVG": .svg, "DNG": .dng, "NEF": .nef, "ARW": .arw, "CR2": .cr2,
    "CR3": .cr3, "CRW": .crw, "MRW": .mrw, "PEF": .pef, "RAF": .raf, "RW2": .rw2, "X3F": .x3f,
    "IIQ": .raw3fr,
  ]

  @Test func `returns within a second for every file`() throws {
    let reader = MetadataReader()
    for entry in try Corpus.entries() {
      let length = milliseconds { _ = reader.outcome(for: FilePath(entry.path)) }
      #expect(length < 1_000, "\(entry.name)")
    }
  }

  @Test func `takes no decoy for media unless its name promises some`() throws {
    let reader = MetadataReader()
    for entry in try Corpus.entries() where entry.kind == "decoy" || entry.kind == "sidecar" {
      let path = FilePath(entry.path)
      if path.fileExtension.flatMap(MediaFormat.promised(byExtension:)) != nil { continue }
      #expect(reader.outcome(for: path) == .notMedia, "\(entry.name)")
    }
  }

  @Test func `agrees with ExifTool and an independent decoder`() throws {
    var tally = Tally()
    let reader = MetadataReader()
    for (source, entries) in Dictionary(grouping: try Corpus.entries(), by: \.source) {
      let golden = try Corpus.golden(source)
      let decoded = try Corpus.golden(source, ".decode")
      for entry in entries {
        guard let format = Self.readTypes[entry.type], entry.kind != "malformed" else { continue }
        let name = String(entry.name.dropFirst(source.count + 1))
        let picture = decoded[name].flatMap { $0["ok"] as? Bool == true ? $0 : nil }
        guard case .media(let metadata, _) = reader.outcome(for: FilePath(entry.path)) else {
          if picture != nil { tally.note("listed", entry.name, "media", nil) }
          continue
        }
        tally.note("listed", entry.name, "media", "media")
        tally.note("type", entry.name, "\(format)", "\(metadata.format)")
        if format.isRaw {
          // Decoders open a raw file's preview, so ExifTool's idea of the full picture counts.
          tally.compareStoredSize(metadata, with: golden[name] ?? [:], entry.name)
        } else if let shown = picture?["shown"] as? [Int] {
          let field =
            [.tiff, .bmp, .ico, .jxl, .jp2].contains(format) ? "size of \(format)" : "size"
          tally.note(
            field, entry.name, "\(shown)", metadata.displaySize.map { "\([$0.width, $0.height])" })
        }
        tally.compare(metadata, with: golden[name] ?? [:], entry.name)
      }
    }
    tally.report()
    for (field, counts) in tally.counts {
      let limit =
        switch field {
        case "listed", "type": 1.0
        case "size": 0.98
        // Two of a dozen differ, see `compareStoredSize`.
        case "raw size": 0.8
        case _ where field.hasPrefix("size of"): 1.0
        default: 0.97
        }
      #expect(Double(counts.agreed) >= limit * Double(counts.all), "\(field)")
    }
    #expect(tally.counts["listed"]?.all ?? 0 > 400)
  }
}

/// Counts of agreement by field, and what disagreed.
private struct Tally {
  var counts: [String: (all: Int, agreed: Int)] = [:]
  private var misses: [String] = []

  mutating func note(_ field: String, _ name: String, _ expected: String, _ found: String?) {
    let isEqual = expected == found
    counts[field, default: (0, 0)].all += 1
    if isEqual { counts[field, default: (0, 0)].agreed += 1 }
    if !isEqual {
      misses.append("\(field): \(name): expected \(expected), found \(found ?? "none")")
    }
  }

  /// Compares the size of a raw picture with ExifTool's.
  ///
  /// Two differ: a DSLR-A330, whose private directory has a smaller size than its TIFF one, and a
  /// preview of eight pixels in an X3F.
  mutating func compareStoredSize(
    _ read: EmbeddedMetadata, with tags: [String: Any], _ name: String
  ) {
    guard let size = text(tags["Composite:ImageSize"]) else { return }
    note("raw size", name, size, read.pixelSize.map { "\($0.width) \($0.height)" })
  }

  mutating func compare(_ read: EmbeddedMetadata, with tags: [String: Any], _ name: String) {
    if let make = text(tags["IFD0:Make"]) {
      note("make", name, make, read.camera.make.flatMap(text))
    }
    if let model = text(tags["IFD0:Model"]) {
      note("model", name, model, read.camera.model.flatMap(text))
    }
    let orientation = (tags["IFD0:Orientation"] as? Int).flatMap { (1...8).contains($0) ? $0 : nil }
    if read.format.isTurnedByEXIF, orientation != nil || !read.format.isRaw {
      note("orientation", name, "\(orientation ?? 1)", "\(read.orientation.rawValue)")
    }
    if let iso = number(tags["ExifIFD:ISO"]), iso > 0 {
      note("iso", name, "\(Int(iso))", read.exposure.iso.map { "\($0)" })
    }
    if let date = tags["ExifIFD:DateTimeOriginal"] as? String, let wall = wall(date) {
      let found = read.captureTimes.first { $0.source == .exifOriginal }
      note("DateTimeOriginal", name, wall, found.map { String($0.wallTime.description.prefix(19)) })
    }
    if let latitude = tags["Composite:GPSLatitude"] as? Double,
      let longitude = tags["Composite:GPSLongitude"] as? Double
    {
      note(
        "place", name, place(latitude, longitude),
        read.location.map { place($0.latitude, $0.longitude) })
    }
  }

  /// ExifTool's form as ours, `nil` for what is no date.
  private func wall(_ text: String) -> String? {
    guard text.utf8.count >= 19, !text.hasPrefix("0000"),
      text.prefix(4).allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    var form = Array(text.prefix(19))
    (form[4], form[7], form[10]) = ("-", "-", "T")
    return String(form)
  }

  private func place(_ latitude: Double, _ longitude: Double) -> String {
    String(format: "%.5f %.5f", latitude, longitude)
  }

  private func text(_ value: Any?) -> String? {
    guard let value else { return nil }
    let words = "\(value)".split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func number(_ value: Any?) -> Double? {
    if let text = value as? String {
      return text.split(separator: " ").first.flatMap { Double($0) }
    }
    return value as? Double
  }

  func report() {
    for (field, counts) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(field): \(counts.agreed) of \(counts.all) agree")
    }
    for miss in misses { print("  \(miss)") }
  }
}
