import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Media made and tagged by other programs, and what ExifTool finds in stripped copies.
@Suite("Copies of tagged media", .enabled(if: Independent.areThere)) struct TaggedCopyTests {
  private let folder = TemporaryDirectory()

  static let formats = ["jpg", "png", "webp", "tif", "heic", "mp4", "mov"]

  /// Tags that each option takes, by what their names mean; written by hand from the standards.
  static let patterns: [(options: MetadataStripping, pattern: String)] = [
    (.location, "GPS|City|Country|:State|:Location$|Sub-location|Province"),
    (
      .captions,
      "Description|Comment|Title|Keywords|:Subject$|Headline|Caption|ObjectName|RegionInfo|:Region"
    ),
    (.serials, "Serial|Owner|UniqueID|DocumentID|InstanceID|History|ContentIdentifier|^MakerNotes"),
  ]

  private static let texts = [
    "-Make=Canon", "-Model=Canon EOS R5", "-Software=Editor", "-Orientation#=6",
    "-DateTimeOriginal=2024:05:06 07:08:09", "-ISO=200", "-GPSLatitude=48.1371",
    "-GPSLatitudeRef=N", "-GPSLongitude=11.5754", "-GPSLongitudeRef=E", "-GPSAltitude=519",
    "-ImageDescription=CAPTION", "-UserComment=COMMENT", "-Artist=ARTIST", "-Copyright=RIGHTS",
    "-ExifIFD:SerialNumber=SERIAL1", "-LensSerialNumber=SERIAL2", "-ExifIFD:OwnerName=OWNER",
    "-ImageUniqueID=0123456789abcdef0123456789abcdef", "-XPTitle=TITLE",
    "-XMP-dc:Title=TITLE", "-XMP-dc:Description=CAPTION", "-XMP-dc:Subject=KEY1",
    "-XMP-dc:Creator=ARTIST", "-XMP-photoshop:City=CITY", "-XMP-photoshop:Headline=HEAD",
    "-XMP-exif:GPSLatitude=48.1371", "-XMP-exif:GPSLongitude=11.5754",
    "-XMP-aux:SerialNumber=SERIAL3", "-XMP-aux:OwnerName=OWNER", "-XMP-xmpMM:DocumentID=DOCID",
    "-XMP-xmpMM:InstanceID=INSTID", "-XMP-xmp:Rating=4", "-XMP-iptcCore:CountryCode=DE",
    "-XMP-iptcExt:LocationShownCity=CITY", "-XMP-mwg-rs:RegionName=PERSON",
    "-XMP-mwg-rs:RegionType=Face", "-IPTC:City=CITY", "-IPTC:Keywords=KEY1",
    "-IPTC:Keywords=KEY2", "-IPTC:Caption-Abstract=CAPTION", "-IPTC:By-line=ARTIST",
    "-IPTC:Country-PrimaryLocationName=LAND", "-IPTC:Urgency=3",
  ]

  private static let movieTexts = [
    "-Keys:GPSCoordinates=48.1371, 11.5754, 519", "-Keys:Title=TITLE", "-Keys:Make=Apple",
    "-Keys:Model=iPhone", "-Keys:CreationDate=2024:05:06 07:08:09+02:00",
    "-Keys:ContentIdentifier=UNIQUEID", "-UserData:GPSCoordinates=48.1371, 11.5754, 519",
    "-UserData:Title=TITLE", "-UserData:Comment=COMMENT", "-UserData:Make=Apple",
    "-ItemList:Title=TITLE", "-ItemList:Comment=COMMENT", "-ItemList:Artist=ARTIST",
    "-XMP-dc:Title=TITLE", "-XMP-exif:GPSLatitude=48.1371", "-XMP-exif:GPSLongitude=11.5754",
    "-XMP-xmp:Rating=4", "-QuickTime:CreateDate=2024:05:06 05:08:09",
    "-QuickTime:TrackCreateDate=2024:05:06 05:08:09",
  ]

  /// A picture or film with all tags, made by programs that are not ours.
  private func make(_ format: String) throws -> String? {
    let path = "\(folder.path)/tagged.\(format)"
    let isMovie = ["mp4", "mov"].contains(format)
    if isMovie {
      _ = try Independent.output(
        Independent.ffmpeg,
        [
          "-v", "quiet", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=1", "-f",
          "lavfi", "-i", "sine=duration=1", "-c:v", "mpeg4", "-c:a", "aac", path,
        ])
    } else if format == "heic" {
      _ = try Independent.output("/usr/bin/convert", ["-size", "64x48", "plasma:fractal", path])
      if !FileManager.default.fileExists(atPath: path) {
        _ = try Independent.output(
          "/usr/local/bin/convert", ["-size", "64x48", "plasma:fractal", path])
      }
    } else {
      _ = try Independent.output(
        Independent.ffmpeg,
        ["-v", "quiet", "-f", "lavfi", "-i", "testsrc=size=160x120", "-frames:v", "1", path])
    }
    guard FileManager.default.fileExists(atPath: path) else {
      print("SKIPPED: no program here makes \(format)")
      return nil
    }
    _ = try Independent.output(
      Independent.exiftool,
      ["-q", "-overwrite_original", "-m"] + (isMovie ? Self.movieTexts : Self.texts) + [path])
    return path
  }

  private func strip(_ path: String, _ options: MetadataStripping) throws -> String {
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    let plan = try DeliveryPlanner().outcome(for: FilePath(path), stripping: options).get()
    let name = "copy-\(options.rawValue)-\(path.split(separator: "/").last ?? "")"
    #expect(plan.isSound)
    let target = folder.write(name, copy(of: Array(original), plan))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == original, "the original changed")
    return target
  }

  /// True for what a file's structure says, and for places of values in it.
  private static func isStructural(_ tag: String) -> Bool {
    ["File:", "PNG:PNG:Image", "QuickTime:QuickTime:Media", "Composite", "ExifTool"]
      .contains { tag.hasPrefix($0) }
      || [
        "Offset", "StripOffsets", "Padding", "ExifByteOrder", "CurrentIPTCDigest", "Unknown",
        "HandlerDescription", "SampleDescription",
        "SampleGroupDescription",
      ]
      .contains { tag.contains($0) }
  }

  @Test(arguments: formats)
  func `say less of one thing and all else as before`(format: String) throws {
    guard let path = try make(format) else { return }
    let before = try #require(try Independent.tags([path])[path])
    for (options, pattern) in Self.patterns {
      let target = try strip(path, options)
      let after = try #require(try Independent.tags([target])[target])
      let expression = try Regex(pattern)
      for (tag, value) in before where !Self.isStructural(tag) {
        if tag.contains(expression) {
          #expect(after[tag] == nil, "\(format) \(pattern) \(tag) = \(after[tag] ?? "")")
        } else {
          #expect(after[tag] == value, "\(format) \(pattern) \(tag)")
        }
      }
      let new = after.keys.filter { before[$0] == nil && !Self.isStructural($0) }
      #expect(new.isEmpty, "\(format) \(new)")
    }
  }

  @Test(arguments: formats)
  func `say nothing but how they are turned by all`(format: String) throws {
    guard let path = try make(format) else { return }
    let target = try strip(path, .all)
    let after = try #require(try Independent.tags([target])[target])
    let left = after.keys.filter { tag in
      let allowed = ["EXIF:", "XMP:", "IPTC:", "MakerNotes:", "Photoshop:", "MPF:"]
      return allowed.contains { tag.hasPrefix($0) } || tag.contains("UserData")
        || tag.contains("Keys:") || tag.contains("ItemList")
    }
    // A TIFF is made of such tags; of them only those without words or numbers of cameras stay.
    let telling = left.filter {
      !$0.hasSuffix(":Orientation")
        && (format != "tif" || !structureTags.contains(String($0.split(separator: ":").last!)))
    }
    #expect(telling.isEmpty, "\(format): \(telling.sorted())")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
    for word in ["SERIAL", "OWNER", "CITY", "CAPTION", "KEY1", "ARTIST", "DOCID", "PERSON"] {
      #expect(bytes.range(of: Data(word.utf8)) == nil, "\(format) still holds \(word)")
    }
    if ["jpg", "webp", "png", "tif"].contains(format) {
      let turned = after.first { $0.key.hasSuffix(":Orientation") }?.value
      #expect(turned == "Rotate 90 CW" || format == "webp", "\(format)")
    }
  }

  @Test(arguments: formats)
  func `show the same`(format: String) throws {
    guard let path = try make(format) else { return }
    for options in [MetadataStripping.location, .captions, .serials, .all] {
      let target = try strip(path, options)
      if ["mp4", "mov"].contains(format) {
        let packets = try Independent.packets(path)
        #expect(packets.contains("MD5=") || packets.contains("md5="))
        #expect(try Independent.packets(target) == packets)
      } else {
        let pixels = try Independent.pixels([path, target])
        #expect(
          pixels[path] != nil && pixels[path] == pixels[target], "\(format) \(options.rawValue)")
      }
    }
  }

  private let structureTags: Set<String> = [
    "SubfileType", "ImageWidth", "ImageHeight", "BitsPerSample", "Compression",
    "PhotometricInterpretation", "StripOffsets", "SamplesPerPixel", "RowsPerStrip",
    "StripByteCounts", "XResolution", "YResolution", "PlanarConfiguration", "ResolutionUnit",
    "PageNumber", "Predictor", "SampleFormat", "ExtraSamples", "FillOrder",
  ]
}
