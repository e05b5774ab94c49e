import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Stripping XMP") struct XMPStrippingTests {
  private func strip(_ text: String, _ options: MetadataStripping) -> String? {
    XMPStripping.strip(Array(text.utf8), options).map { String(decoding: $0, as: UTF8.self) }
  }

  private func packet(_ attributes: String, _ elements: String = "") -> String {
    """
    <?xpacket begin=''?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="uuid:1" \
    \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
  }

  @Test(
    arguments: [
      ("exif:GPSLatitude='48,8N'", MetadataStripping.location, true),
      ("drone-dji:GpsLongtitude='11'", .location, true), ("photoshop:City='Rome'", .location, true),
      ("dc:format='Rome'", .location, false), ("dc:title='x'", .location, false),
      ("dc:title='x'", .captions, true), ("digiKam:TagsList='x'", .captions, true),
      ("photoshop:Headline='x'", .captions, true), ("xmp:Rating='5'", .captions, false),
      ("aux:SerialNumber='5'", .serials, true), ("exifEX:LensSerialNumber='5'", .serials, true),
      ("xmpMM:DocumentID='5'", .serials, true), ("tiff:Model='5'", .serials, false),
      ("aux:OwnerName='5'", .serials, true), ("dc:creator='5'", [.serials, .captions], false),
    ] as [(String, MetadataStripping, Bool)])
  func `takes attributes by name`(text: String, options: MetadataStripping, goes: Bool) throws {
    let old = packet(text)
    let new = try #require(strip(old, options))
    #expect(new.contains(text) == !goes)
    #expect(new.utf8.count == old.utf8.count)
  }

  @Test func `takes elements with all that is in them, at any depth`() throws {
    let old = XMPBuilder.packet(
      "xmp:Rating='3'",
      """
      <Iptc4xmpCore:Location><rdf:Bag><rdf:li>Rome</rdf:li></rdf:Bag></Iptc4xmpCore:Location>\
      <exif:x rdf:parseType='Resource'><photoshop:City>Rome</photoshop:City>\
      <exif:y>stays</exif:y></exif:x><!-- Rome --><dc:rights>me</dc:rights>
      """)
    let new = try #require(strip(old, .location))
    #expect(!new.contains("Rome"))
    #expect(new.contains("<exif:y>stays</exif:y>") && new.contains("<dc:rights>me</dc:rights>"))
    #expect(new.contains("xmp:Rating='3'") && new.utf8.count == old.utf8.count)
    // The toolkit still reads it.
    let document = XMPDocument(Array(new.utf8))
    #expect(document?.text(.rating) == "3")
  }

  @Test func `empties the subject's identifier, which must stay`() throws {
    let new = try #require(strip(packet(""), .serials))
    #expect(new.contains("rdf:about=\"\"") && !new.contains("uuid:1"))
  }

  @Test(
    arguments: [
      "", "no tags", "<x:xmpmeta", "<a><exif:GPSLatitude>1</a>", "<!DOCTYPE x><a/>",
      "<a b='1' exif:GPSLatitude=48/>", "<a b=\"1/>", "\0<a/>",
    ])
  func `drops what it cannot understand`(text: String) { #expect(strip(text, .location) == nil) }

  @Test func `leaves only the gain map by all`() throws {
    let old = packet(
      "hdrgm:Version='1.0' dc:title='x' tiff:Make='y'", "<hdrgm:GainMapMax>2</hdrgm:GainMapMax>")
    let new = try #require(strip(old, .all))
    #expect(new.contains("hdrgm:Version='1.0'") && new.contains("GainMapMax>2<"))
    #expect(!new.contains("title") && !new.contains("Make") && !new.contains("uuid:1"))
    #expect(strip(packet("dc:title='x'"), .all) == nil)
  }

  @Test func `takes a bomb of nesting in linear time`() {
    let bomb = packet("", String(repeating: "<a:b>", count: 200_000) + "<exif:GPSLatitude>")
    #expect(milliseconds { _ = strip(bomb, .location) } < 5_000)
  }
}
