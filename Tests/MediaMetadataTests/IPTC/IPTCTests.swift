import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("IPTC records") struct IPTCTests {
  /// Reads Photoshop resources, each in a segment of its own, and perhaps a packet of XMP.
  private func read(_ parts: [[UInt8]], xmp packet: String? = nil) throws -> EmbeddedMetadata {
    var jpeg = JPEGBuilder()
    if let packet {
      jpeg.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0") + Array(packet.utf8))
    }
    for part in parts { jpeg.segment(0xED, ascii("Photoshop 3.0\0") + part) }
    jpeg.frame(width: 4, height: 3)
    return try metadata(of: jpeg.build())
  }

  private func read(_ fill: (inout IPTCBuilder) -> Void) throws -> EmbeddedMetadata {
    var builder = IPTCBuilder()
    fill(&builder)
    return try read([IPTCBuilder.resource(0x0404, builder.record)])
  }

  static func words(_ builder: inout IPTCBuilder) {
    builder.add(5, "Title")
    builder.add(25, "one")
    builder.add(25, "two")
    builder.add(80, "Ann")
    builder.add(90, "Paris")
    builder.add(95, "-")
    builder.add(101, "France")
    builder.add(116, "© Ann")
    builder.addExtended(120, "Caption")
  }

  @Test func `words are read by their numbers`() throws {
    let words = try read(Self.words).annotations
    #expect(words.title == "Title")
    #expect(words.keywords == ["one", "two"])
    #expect(words.artist == "Ann")
    #expect(words.place == "Paris, France")
    #expect(words.copyright == "© Ann")
    #expect(words.caption == "Caption")
  }

  @Test(
    arguments: [
      // IIM 4.2, 2:55 and 2:60; unknown months and days are zeros.
      ("20100721", "112020+0200", "2010-07-21T11:20:20", TimePrecision.second, 7_200),
      ("20100721", "112020-0330", "2010-07-21T11:20:20", .second, -12_600),
      ("20100721", "112020", "2010-07-21T11:20:20", .second, nil),
      ("20100721", "", "2010-07-21T00:00:00", .day, nil),
      ("20100721", "250000+0000", "2010-07-21T00:00:00", .day, nil),
      ("20100700", "", "2010-07-01T00:00:00", .month, nil),
      ("20100000", "", "2010-01-01T00:00:00", .year, nil),
      ("2015-01-22", "", "2015-01-22T00:00:00", .day, nil),
    ] as [(String, String, String, TimePrecision, Int?)])
  func `date and time make one moment`(
    date: String, time: String, wall: String, precision: TimePrecision, offset: Int?
  ) throws {
    let read = try read {
      $0.add(55, date)
      if !time.isEmpty { $0.add(60, time) }
    }
    let found = try #require(read.time(.iptc))
    #expect(found.wallTime.description == wall)
    #expect(found.precision == precision)
    #expect(found.offset?.seconds == offset)
  }

  @Test(arguments: ["00000000", "20101301", "", "today"])
  func `no date is no date`(text: String) throws {
    #expect(try read { $0.add(55, text) }.captureTimes.isEmpty)
  }

  @Test func `UTF-8 shows itself, all else is Latin-1`() throws {
    let escape: [UInt8] = [0x1B, 0x25, 0x47]
    let read = try read {
      $0.add(90, escape, record: 1)
      $0.add(5, "Überlingen 日本")
      $0.add(25, [0x46, 0xFC, 0x72])
      $0.add(120, [0x93, 0x41, 0x94])
    }
    #expect(read.annotations.title == "Überlingen 日本")
    #expect(read.annotations.keywords == ["Für"])
    #expect(read.annotations.caption == "“A”")
  }

  @Test func `XMP goes before IPTC, field by field`() throws {
    var builder = IPTCBuilder()
    Self.words(&builder)
    let read = try read(
      [IPTCBuilder.resource(0x0404, builder.record)],
      xmp: XMPBuilder.packet(
        "photoshop:City='Lyon'",
        XMPBuilder.localized("dc:title", "From XMP")
          + XMPBuilder.list("dc:subject", "Bag", ["three"])))
    #expect(read.annotations.title == "From XMP")
    #expect(read.annotations.keywords == ["three"])
    #expect(read.annotations.place == "Lyon")
    #expect(read.annotations.caption == "Caption")
    #expect(read.annotations.artist == "Ann")
  }

  @Test func `resources before the record, odd lengths and several segments are no hindrance`()
    throws
  {
    var builder = IPTCBuilder()
    builder.add(5, "Title")
    let all =
      IPTCBuilder.resource(0x0425, name: "name", [1, 2, 3])
      + IPTCBuilder.resource(0x0404, builder.record)
    for cut in [1, 12, 20, all.count - 3] {
      #expect(
        try read([Array(all[..<cut]), Array(all[cut...])]).annotations.title == "Title", "\(cut)")
    }
  }

  @Test func `a bare record, as TIFF has it, is read too`() {
    var builder = IPTCBuilder()
    builder.add(5, "Title")
    for parts in [
      [builder.record], [IPTCBuilder.resource(0x0425, [1]), builder.record],
      [builder.record, IPTCBuilder.resource(0x0425, [1])],
    ] {
      var blocks = MetadataBlocks()
      blocks.photoshop = parts.map { ByteReader($0) }
      var metadata = EmbeddedMetadata(format: .tiff)
      blocks.read(into: &metadata)
      #expect(metadata.annotations.title == "Title")
    }
  }

  @Test func `every cut and every flipped byte ends`() throws {
    var builder = IPTCBuilder()
    Self.words(&builder)
    let whole = IPTCBuilder.resource(0x0404, builder.record)
    for count in whole.indices { _ = try read([Array(whole[..<count])]) }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var damaged = whole
      damaged[.random(in: damaged.indices, using: &generator)] = .random(
        in: 0 ... .max, using: &generator)
      _ = try read([damaged])
    }
  }
}
