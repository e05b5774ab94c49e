import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Hostile XMP") struct HostileXMPTests {
  static let depth = 200_000

  @Test func `200,000 levels cost nothing, wherever they are`() {
    let open = String(repeating: "<a>", count: Self.depth)
    let close = String(repeating: "</a>", count: Self.depth)
    let nested = String(repeating: "<rdf:Description><dc:title>", count: Self.depth)
    let packets = [
      XMPBuilder.packet("xmp:Rating='2'", "<x>\(open)\(close)</x>"),
      XMPBuilder.packet("xmp:Rating='2'", "<dc:title>\(open)\(close)</dc:title>"),
      XMPBuilder.packet("xmp:Rating='2'", "<dc:title>\(open)"),
      XMPBuilder.packet("xmp:Rating='2'", "<dc:title>\(nested)"),
    ]
    for packet in packets {
      var read = EmbeddedMetadata(format: .jpeg)
      #expect(milliseconds { read = xmp(packet) } < 2_500)
      #expect(read.annotations.rating == 2)
    }
    #expect(milliseconds { _ = xmp(open + XMPBuilder.packet("xmp:Rating='2'")) } < 2_500)
  }

  @Test func `256 levels of one property are the limit`() {
    func read(_ depth: Int) -> EmbeddedMetadata {
      let open = String(repeating: "<x:a rdf:parseType='Resource'>", count: depth)
      let close = String(repeating: "</x:a>", count: depth)
      return xmp(XMPBuilder.packet("xmp:Rating='2'", "<dc:title>\(open)\(close)</dc:title>"))
    }
    #expect(read(300).warnings.map(\.reason) == ["a property is too long or nests too deep"])
    #expect(read(300).annotations.rating == 2)
    #expect(read(200).annotations.rating == 2)
  }

  @Test func `entities are never made`() {
    let bomb = """
      <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c SYSTEM "file:///etc/passwd">]>
      """
    #expect(xmp(bomb + XMPBuilder.packet("xmp:Label='&b;'")).annotations.label == nil)
    let read = xmp(XMPBuilder.packet("xmp:Label='&c;' xmp:Rating='2'"))
    #expect(read.annotations.label == nil)
    #expect(read.annotations.rating == 2)
    #expect(read.warnings.map(\.reason) == ["1 of 2 properties are malformed"])
  }

  @Test func `one malformed property costs only itself`() {
    let read = xmp(
      XMPBuilder.packet(
        "xmp:Rating='4'",
        "<dc:title><rdf:Alt></dc:title><dc:title>second</dc:title>"
          + XMPBuilder.list("dc:subject", "Bag", ["word"])))
    #expect(read.annotations.rating == 4)
    #expect(read.annotations.keywords == ["word"])
  }

  @Test func `a property that stands twice counts once`() {
    let twice = "<exif:Make>a</exif:Make><exif:Make>b</exif:Make>"
    let read = xmp(XMPBuilder.packet("xmp:Rating='4'", twice + "<xmp:Label>c</xmp:Label>" + twice))
    #expect(read.annotations.rating == 4)
    #expect(read.annotations.label == "c")
  }

  @Test func `a cut packet gives what stands before the cut`() {
    let packet = XMPBuilder.packet(
      "xmp:Rating='4'", XMPBuilder.localized("dc:title", "Title") + "<xmp:Label>Red</xmp:Label>")
    let end = packet.range(of: "Red")
    #expect(xmp(String(packet[..<end])).annotations.title == "Title")
    #expect(xmp(String(packet[..<end])).annotations.label == nil)
    let bytes = Array(packet.utf8)
    for count in bytes.indices {
      var fields = XMPFields()
      fields.read(ByteReader(Array(bytes[..<count])))
    }
  }

  @Test func `floods are bounded in time`() {
    let floods = [
      String(repeating: "<", count: 4 << 20), String(repeating: "<a ", count: 1 << 20),
      String(repeating: "<!--", count: 1 << 20), String(repeating: "<a b='", count: 700_000),
      XMPBuilder.packet("", String(repeating: "<dc:title>a</dc:title>", count: 180_000)),
      XMPBuilder.packet(
        "", (0..<90_000).map { "<p\($0):title>a</p\($0):title>" }.joined()),
      XMPBuilder.packet((0..<90_000).map { "xmlns:p\($0)='u\($0)'" }.joined(separator: " ")),
      XMPBuilder.packet("", XMPBuilder.list("dc:subject", "Bag", (0..<9_000).map { "w\($0)" })),
      XMPBuilder.packet("", "</rdf:Description>")
        + String(repeating: "<rdf:Description xmp:Rating='1'/>", count: 100_000),
      XMPBuilder.packet("xmp:Label='\(String(repeating: "&amp;", count: 1 << 20))'"),
      // Structures of many fields, in as many properties as a packet may have.
      XMPBuilder.packet(
        "",
        ["title", "rights", "subject", "creator", "description"].map { name in
          "<dc:\(name) rdf:parseType='Resource'>"
            + (0..<6_000).map { "<tiff:a\($0)/>" }.joined() + "</dc:\(name)>"
        }.joined()),
      XMPBuilder.packet(
        "",
        "<dc:title><rdf:Alt>"
          + (0..<1_500).map { "<rdf:li xml:lang='a-\($0)'><![CDATA[a]]></rdf:li>" }.joined()
          + "</rdf:Alt></dc:title>"),
    ]
    for (index, flood) in floods.enumerated() {
      let bytes = ByteReader(Array(flood.utf8))
      let length = milliseconds {
        var fields = XMPFields()
        fields.read(bytes)
      }
      #expect(length < 3_000, "flood \(index)")
    }
  }

  @Test func `damaged packets end`() {
    var generator = SeededGenerator(seed: 7)
    let packet = Array(
      XMPBuilder.packet(
        "xmp:Rating='4' exif:GPSLatitude='1,2N'",
        XMPBuilder.localized("dc:title", "T&amp;") + XMPBuilder.list("dc:subject", "Bag", ["a"])
      )
      .utf8)
    for _ in 0..<3_000 {
      var damaged = packet
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        damaged[.random(in: damaged.indices, using: &generator)] =
          Array("<>/='\"&;: x!?-[]\0\u{80}".utf8).randomElement(using: &generator) ?? 0
      }
      var fields = XMPFields()
      fields.read(ByteReader(damaged))
    }
  }

  @Test func `many threads may read at once`() async {
    let packet = XMPBuilder.packet("", "<xmp:Rating xml:lang='en'>4</xmp:Rating>")
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<64 { group.addTask { xmp(packet).annotations.rating } }
      for await rating in group { #expect(rating == 4) }
    }
  }
}

extension String {
  /// Where `text` begins.
  fileprivate func range(of text: String) -> String.Index {
    indices.first { self[$0...].hasPrefix(text) } ?? endIndex
  }
}
