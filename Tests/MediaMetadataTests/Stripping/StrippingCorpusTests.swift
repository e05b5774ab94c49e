import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Copies of all valid pictures and films of the corpus, and what other programs say of them.
@Suite(
  "Stripped copies of real media", .enabled(if: Corpus.root != nil && Independent.areThere))
struct StrippingCorpusTests {
  /// Kinds of file, by the corpus' own table, that can be stripped.
  static let types: Set<String> = [
    "JPEG", "JPS", "PNG", "APNG", "GIF", "WEBP", "Extended WEBP", "AVIF", "TIFF", "BTF", "HEIC",
    "HEIF", "HEIFS", "JXL", "JXL Codestream", "MP4", "MOV", "3GP",
  ]

  /// Every fifth file, for all take minutes; MEDIACAT_WHOLE_CORPUS=1 takes them all.
  private static let step =
    ProcessInfo.processInfo.environment["MEDIACAT_WHOLE_CORPUS"] == nil ? 5 : 1

  /// Files of the corpus with a copy each.
  private struct Copies {
    let folder = TemporaryDirectory()
    var names: [String: String] = [:]
    var originals: [String: String] = [:]
    var refused: [String: DeliveryFailure] = [:]

    init(_ options: MetadataStripping) throws {
      for (index, entry) in try Corpus.entries().enumerated()
      where entry.kind == "valid" && index % StrippingCorpusTests.step == 0
        && StrippingCorpusTests.types.contains(entry.type)
      {
        let before = try Data(contentsOf: URL(fileURLWithPath: entry.path))
        switch DeliveryPlanner().outcome(for: FilePath(entry.path), stripping: options) {
        case .failed(let failure): refused[entry.name] = failure
        case .planned(let plan):
          #expect(plan.isSound)
          let suffix = entry.path.split(separator: ".").last.map(String.init) ?? "bin"
          let name = suffix.count <= 5 ? "\(index).\(suffix)" : "\(index).bin"
          let path = folder.write(name, copy(of: Array(before), plan))
          names[path] = entry.name
          originals[path] = entry.path
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: entry.path)) == before)
      }
    }
  }

  private func findTags(
    _ options: MetadataStripping, _ isFault: (String, String) -> Bool
  ) throws {
    let copies = try Copies(options)
    let tags = try Independent.tags(copies.names.keys.sorted())
    #expect(tags.count == copies.names.count)
    for (path, found) in tags {
      let faults = found.filter { isFault($0.key, $0.value) }
      #expect(faults.isEmpty, "\(copies.names[path] ?? ""): \(faults)")
    }
    print("\(copies.names.count) copies without \(options.rawValue) searched")
    #expect(copies.names.count > 500 / Self.step)
    #expect(copies.refused.isEmpty, "\(copies.refused)")
  }

  @Test func `have no place after location`() throws {
    try findTags(.location) { tag, _ in
      let name = tag.split(separator: ":").last.map(String.init) ?? ""
      return ["GPS", "Latitude", "Longitude", "ISO6709"].contains { name.contains($0) }
        || ["City", "State", "Country", "Sub-location", "Location", "LocationInformation"]
          .contains(name)
    }
  }

  @Test func `have no serial number, owner or maker note after serials`() throws {
    try findTags(.serials) { tag, _ in
      let name = tag.split(separator: ":").last.map(String.init) ?? ""
      return tag.hasPrefix("MakerNotes:") || name.contains("SerialNumber")
        // The owner of the rights is part of the credit.
        || name.contains("OwnerName") && !name.contains("Copyright")
        || name.contains("ImageUniqueID")
        || name.contains("DocumentID") || name.contains("InstanceID")
    }
  }

  @Test func `have no group of metadata after all`() throws {
    try findTags(.all) { tag, _ in
      let groups = [
        "EXIF:", "XMP:", "IPTC:", "MakerNotes:", "Photoshop:", "MPF:", "FlashPix:", "APP", "CIFF:",
        "Ducky:", "JUMBF:", "Trailer:", "Samsung:", "Google:",
      ]
      if ["QuickTime:UserData", "QuickTime:Keys", "QuickTime:ItemList"].contains(
        where: tag.hasPrefix)
      {
        return true
      }
      guard groups.contains(where: { tag.hasPrefix($0) }) else {
        return ["Comment", "Title", "Description"].contains { tag.hasSuffix(":\($0)") }
      }
      let name = tag.split(separator: ":").last.map(String.init) ?? ""
      return name != "Orientation" && !tag.hasPrefix("APP14:") && !tag.contains("hdrgm")
        && !tag.contains("HDRGainMap") && !Self.structure.contains(name)
    }
  }

  /// What a TIFF is made of, by the names that ExifTool gives the tags of TIFF 6.0.
  private static let structure: Set<String> = [
    "SubfileType", "OldSubfileType", "ImageWidth", "ImageHeight", "BitsPerSample", "Compression",
    "PhotometricInterpretation", "Thresholding", "FillOrder", "StripOffsets", "SamplesPerPixel",
    "RowsPerStrip", "StripByteCounts", "MinSampleValue", "MaxSampleValue", "XResolution",
    "YResolution", "PlanarConfiguration", "ResolutionUnit", "PageNumber", "Predictor",
    "TransferFunction", "WhitePoint", "PrimaryChromaticities", "ColorMap", "TileWidth",
    "TileLength", "TileOffsets", "TileByteCounts", "ExtraSamples", "SampleFormat", "InkSet",
    "InkNames", "NumberofInks", "DotRange", "JPEGTables", "YCbCrCoefficients",
    "YCbCrSubSampling", "YCbCrPositioning", "ReferenceBlackWhite", "T4Options", "T6Options",
    "GrayResponseUnit", "GrayResponseCurve", "SMinSampleValue", "SMaxSampleValue", "CellWidth",
    "CellLength", "XPosition", "YPosition", "HalftoneHints", "ThumbnailOffset",
    "ThumbnailLength", "DataType", "ImageDepth", "CleanFaxData", "BadFaxLines",
    "PreviewImageStart", "PreviewImageLength", "PreviewImage", "ConsecutiveBadFaxLines",
    "TargetPrinter", "OtherImageStart", "OtherImageLength",
  ]

  @Test(arguments: [MetadataStripping.location, .all])
  func `show and sound the same`(options: MetadataStripping) throws {
    let copies = try Copies(options)
    let isFilm = { (path: String) in
      ["mp4", "mov", "m4a", "3gp", "MOV"].contains(path.split(separator: ".").last.map(String.init))
    }
    let pictures = copies.originals.keys.filter { !isFilm($0) }.sorted()
    let after = try Independent.pixels(pictures)
    let before = try Independent.pixels(pictures.compactMap { copies.originals[$0] })
    var compared = 0
    for path in pictures {
      guard let original = copies.originals[path], let pixels = before[original] else { continue }
      compared += 1
      #expect(after[path] == pixels, "\(copies.names[path] ?? "")")
    }
    for path in copies.originals.keys where isFilm(path) {
      guard let original = copies.originals[path] else { continue }
      compared += 1
      #expect(
        try Independent.packets(path) == Independent.packets(original),
        "\(copies.names[path] ?? "")")
    }
    print("\(compared) copies without \(options.rawValue) compared")
    #expect(compared > 400 / Self.step)
  }

  @Test func `keep colour profile and orientation bit for bit`() throws {
    for options in [MetadataStripping.location, .all] {
      let copies = try Copies(options)
      let wanted = ["-j", "-b", "-n", "-ICC_Profile", "-IFD0:Orientation"]
      func read(_ paths: [String]) throws -> [String: [String: String]] {
        let data = try Independent.output(Independent.exiftool, wanted + paths)
        let entries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return Dictionary(
          entries.map { entry in
            (
              entry["SourceFile"] as? String ?? "",
              entry.filter { $0.key != "SourceFile" }.mapValues { "\($0)" }
            )
          }, uniquingKeysWith: { first, _ in first })
      }
      let paths = copies.originals.keys.sorted()
      let after = try read(paths)
      let before = try read(paths.compactMap { copies.originals[$0] })
      var profiles = 0
      for path in paths {
        let old = before[copies.originals[path] ?? ""] ?? [:]
        #expect(after[path]?["ICC_Profile"] == old["ICC_Profile"], "\(copies.names[path] ?? "")")
        if old["ICC_Profile"] != nil { profiles += 1 }
        // A turn by nothing is the same as no word of it, or a number that means nothing.
        func turn(_ tags: [String: String]?) -> Int? {
          tags?["Orientation"].flatMap { Int($0) }.flatMap { (2...8).contains($0) ? $0 : nil }
        }
        // JPEG XL turns itself; what EXIF says of it is never applied.
        if path.hasSuffix(".jxl"), options == .all { continue }
        #expect(turn(after[path]) == turn(old), "\(copies.names[path] ?? "")")
      }
      print("\(profiles) profiles compared")
      #expect(profiles > 20)
    }
  }
}
