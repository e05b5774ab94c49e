import Foundation
import MediaModel
import Testing

@testable import MediaMetadata

@Suite("XMP and IPTC of real media", .enabled(if: Corpus.root != nil)) struct XMPCorpusTests {
  /// All packets that stand in the corpus as plain text, whole and once.
  static let packets: [(name: String, text: [UInt8])] = {
    let start = Data("<x:xmpmeta".utf8)
    let end = Data("</x:xmpmeta>".utf8)
    return ((try? Corpus.entries()) ?? []).compactMap { entry in
      guard let data = FileManager.default.contents(atPath: entry.path), data.count < 40 << 20,
        let head = data.range(of: start),
        let tail = data.range(of: end, in: head.upperBound..<data.endIndex)
      else { return nil }
      return (entry.name, Array(data[head.lowerBound..<tail.upperBound]))
    }
  }()

  @Test func `plain packets mean what the toolkit says they mean`() {
    var plain = 0
    for (name, text) in Self.packets {
      text.withUnsafeBytes { bytes in
        let borrowed = BorrowedBytes(bytes)
        let packet = XMPPacket(borrowed)
        guard XMPPlainValues(packet, in: borrowed) != nil else { return }
        plain += 1
        var (own, toolkit) = (XMPFields(), XMPFields())
        own.read(ByteReader(text))
        if !packet.pieces.isEmpty { toolkit.readByToolkit(packet, borrowed) }
        #expect(own == toolkit, "\(name)")
      }
    }
    print("XMP: \(plain) of \(Self.packets.count) packets are plain")
    #expect(Self.packets.count > 100 && plain > 60)
  }

  @Test func `words agree with ExifTool`() throws {
    var counts: [String: (all: Int, agreed: Int)] = [:]
    func note(_ field: String, _ name: String, _ expected: [String], _ found: [String]) {
      let isEqual = Set(expected.map(squeezed)) == Set(found.map(squeezed))
      counts[field, default: (0, 0)].all += 1
      if isEqual { counts[field, default: (0, 0)].agreed += 1 }
      if !isEqual { print("  \(field): \(name): expected \(expected), found \(found)") }
    }
    let reader = MetadataReader()
    for (source, entries) in Dictionary(grouping: try Corpus.entries(), by: \.source) {
      let golden = try Corpus.golden(source)
      for entry in entries where entry.kind == "valid" || entry.kind == "metadata" {
        guard CorpusTests.readTypes[entry.type] != nil,
          let tags = golden[String(entry.name.dropFirst(source.count + 1))],
          case .media(let metadata, _) = reader.outcome(for: FilePath(entry.path))
        else { continue }
        let words = metadata.annotations
        for (field, names, found) in [
          ("title", ["XMP-dc:Title", "IPTC:ObjectName"], words.title.map { [$0] } ?? []),
          ("keywords", ["XMP-dc:Subject", "IPTC:Keywords"], words.keywords),
          ("label", ["XMP-xmp:Label"], words.label.map { [$0] } ?? []),
          (
            "caption", ["XMP-dc:Description", "IPTC:Caption-Abstract"],
            words.caption.map { [$0] } ?? []
          ),
        ] {
          let expected = names.lazy.compactMap { texts(tags[$0]) }.first
          if let expected { note(field, entry.name, expected, found) }
        }
      }
    }
    for (field, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(field): \(count.agreed) of \(count.all) agree")
      #expect(Double(count.agreed) >= 0.97 * Double(count.all), "\(field)")
    }
    #expect(counts["keywords"]?.all ?? 0 > 25)
  }

  /// A golden value as texts, `nil` when it is absent or blank.
  private func texts(_ value: Any?) -> [String]? {
    guard let value else { return nil }
    let all = (value as? [Any])?.map { "\($0)" } ?? ["\(value)"]
    let texts = all.filter { !squeezed($0).isEmpty }
    return texts.isEmpty ? nil : texts
  }

  private func squeezed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
