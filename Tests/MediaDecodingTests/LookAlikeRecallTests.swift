import Foundation
import MediaModel
import TestSupport
import Testing

@testable import MediaDecoding

/// Copies that people and programs make of pictures, and how near their hashes are.
///
/// The distance is the default of `mediacat duplicates --similar`.
@Suite("Look-alikes are found, others are not (G-06)", .enabled(if: Tools.convert != nil))
struct LookAlikeRecallTests {
  private static let distance = 6
  private let folder = TemporaryDirectory()

  /// What ImageMagick does to a picture, by the name of the copy.
  private static let copies: [(name: String, arguments: [String])] = [
    ("q30.jpg", ["-quality", "30"]), ("q60.jpg", ["-quality", "60"]),
    ("q95.jpg", ["-quality", "95"]), ("half.jpg", ["-resize", "50%", "-quality", "85"]),
    ("third.jpg", ["-resize", "33.3%", "-quality", "85"]), ("same.png", []),
    ("lossy.webp", ["-quality", "75"]), ("same.tiff", ["-compress", "lzw"]),
    ("crop.jpg", ["-gravity", "center", "-crop", "98%x98%+0+0", "+repage", "-quality", "85"]),
    ("lighter.jpg", ["-modulate", "110", "-quality", "85"]),
    ("darker.jpg", ["-modulate", "90", "-quality", "85"]),
    ("gray.jpg", ["-colorspace", "Gray", "-quality", "85"]),
    ("turned90.jpg", ["-rotate", "90", "-quality", "85"]),
    ("turned180.jpg", ["-rotate", "180", "-quality", "85"]),
    ("turned270.jpg", ["-rotate", "270", "-quality", "85"]),
  ]

  private struct Family: Equatable {
    var original: PerceptualHash
    var copies: [String: PerceptualHash]
  }

  /// Makes the copies of a picture and hashes all.
  private func family(_ name: String, _ source: [String]) throws -> Family? {
    let base = "\(folder.path)/\(name)"
    var arguments =
      source + ["-strip", "-colorspace", "sRGB", "-type", "TrueColor", "-depth", "8"]
      + ["-write", "\(base)-original.png"]
    for copy in Self.copies {
      arguments +=
        ["(", "+clone"] + copy.arguments + ["-write", "\(base)-\(copy.name)", "+delete", ")"]
    }
    try Tools.run(Tools.convert, arguments + ["null:"])
    let original = try hash("\(base)-original.png")
    guard original.isTelling else { return nil }
    var copies: [String: PerceptualHash] = [:]
    for copy in Self.copies { copies[copy.name] = try hash("\(base)-\(copy.name)") }
    return Family(original: original, copies: copies)
  }

  private func hash(_ path: String) throws -> PerceptualHash {
    let thumbnail = try ThumbnailRenderer().render(FilePath(path), specification(256))
    return try #require(thumbnail.look).hash
  }

  private func distance(_ one: PerceptualHash, _ other: PerceptualHash) -> Int {
    (0..<4).map { bits(one.bits(turnedBy: $0), other.bits) }.min() ?? 64
  }

  private func check(_ families: [Family], recall: Double) {
    var missed = 0
    for copy in Self.copies {
      let distances = families.compactMap { family in
        family.copies[copy.name].map { distance(family.original, $0) }
      }.sorted()
      let found = distances.count { $0 <= Self.distance }
      missed += distances.count - found
      #expect(
        Double(found) >= recall * Double(distances.count), "\(copy.name): \(distances.suffix(5))")
    }
    let total = families.count * Self.copies.count
    #expect(Double(missed) <= 0.02 * Double(total), "\(missed) of \(total) copies are missed")
    var nearest = 64
    for (place, one) in families.enumerated() {
      for other in families[(place + 1)...] {
        nearest = min(nearest, distance(one.original, other.original))
      }
    }
    #expect(nearest > Self.distance, "different pictures are \(nearest) bits apart")
    print(
      "\(families.count) pictures, \(total) copies: \(missed) missed; different ones are"
        + " \(nearest) bits apart or more")
  }

  @Test func `among generated pictures`() throws {
    // Fractal clouds with shapes over them, no two alike.
    var generator = SeededGenerator(seed: 17)
    var families: [Family] = []
    for number in 0..<24 {
      let (width, height) = number % 3 == 0 ? (480, 640) : (640, 480)
      var source = [
        "-seed", "\(number)", "-size", "\(width)x\(height)", "plasma:fractal", "-blur", "0x2",
      ]
      for _ in 0..<6 {
        let place = (0..<4).map { $0 % 2 == 0 ? width : height }.map {
          Int.random(in: 0..<$0, using: &generator)
        }
        source += [
          "-fill", ["black", "white", "orange", "navy"][place[0] % 4], "-draw",
          "rectangle \(place[0]),\(place[1]) \(place[2]),\(place[3])",
        ]
      }
      if let family = try family("made\(number)", source) { families.append(family) }
    }
    #expect(families.count >= 23)
    check(families, recall: 0.91)
  }

  @Test(.enabled(if: DecodingCorpus.root != nil)) func `among real photos`() throws {
    // One photo a folder, so that no two show the same.
    var folders: Set<Substring> = []
    var shapes: Set<UInt64> = []
    var families: [Family] = []
    for golden in try DecodingCorpus.golden()
    where !golden.isVideo && min(golden.shown.width, golden.shown.height) >= 240 {
      guard golden.name.hasSuffix(".jpg"),
        folders.insert(golden.name[..<(golden.name.lastIndex(of: "/") ?? golden.name.endIndex)])
          .inserted, shapes.insert(golden.hash).inserted
      else { continue }
      let source = [golden.path, "-auto-orient", "-resize", "800x800>"]
      if let family = try family("photo\(families.count)", source) {
        families.append(family)
      }
    }
    #expect(families.count >= 15)
    check(families, recall: 0.91)
  }

  @Test func `but flat pictures are like none`() throws {
    for (name, source) in [
      ("white", ["-size", "400x300", "xc:white"]), ("red", ["-size", "400x300", "xc:red"]),
      ("sky", ["-size", "400x300", "gradient:skyblue-white"]),
      ("line", ["-size", "400x300", "xc:white", "-draw", "line 0,150 400,150"]),
    ] {
      #expect(try family(name, source) == nil, "\(name)")
    }
  }
}
