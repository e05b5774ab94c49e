import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("XMP in containers") struct XMPContainerTests {
  static let packet = Array(XMPBuilder.packet("xmp:Rating='4' xmp:Label='Blue'").utf8)
  static let identifier = ascii("http://ns.adobe.com/xap/1.0/\0")

  static func jpeg(_ identifier: [UInt8]) -> [UInt8] {
    var jpeg = JPEGBuilder()
    jpeg.segment(0xE1, identifier + packet)
    jpeg.frame(width: 4, height: 3)
    return jpeg.build()
  }

  static func png(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var png = PNGBuilder(width: 4, height: 3)
    png.chunk(name, content)
    return png.build()
  }

  static var gif: [UInt8] {
    var gif = GIFBuilder(width: 4, height: 3)
    // XMP Specification Part 3, §1.1.2: the packet, then a trailer that block readers fall into.
    let trailer = [UInt8(1)] + (0...255).reversed().map { UInt8($0) } + [0]
    gif.application("XMP DataXMP", packet + trailer)
    gif.frame(delay: 10)
    return gif.build()
  }

  static var webP: [UInt8] {
    var webP = WebPBuilder()
    webP.canvas(width: 4, height: 3)
    webP.chunk("XMP ", packet)
    return webP.build()
  }

  static var heif: [UInt8] {
    var picture = PictureFixture(properties: PictureFixture.size(4, 3))
    picture.items.append(
      .init(7, "mime", content: packet, contentType: "application/rdf+xml"))
    picture.references = [("cdsc", 7, [1])]
    return picture.bytes
  }

  static func movie(inUserData: Bool) -> [UInt8] {
    let uuid: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ]
    var movie = MovieFixture()
    if inUserData {
      movie.extra = BoxBuilder.box("udta", BoxBuilder.box("XMP_", packet))
    } else {
      movie.trailer = BoxBuilder.box("uuid", uuid, packet)
    }
    return movie.bytes
  }

  static var files: [(MediaFormat, [UInt8])] {
    let digits = packet.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    return [
      (.jpeg, jpeg(identifier)), (.jpeg, jpeg(ascii("XMP\0://ns.adobe.com/xap/1.0/\0"))),
      (.png, png("iTXt", ascii("XML:com.adobe.xmp\0\0\0\0\0") + packet)),
      (.png, png("tEXt", ascii("Raw profile type xmp\0\nxmp\n \(packet.count)\n\(digits)\n"))),
      (.gif, gif), (.webp, webP), (.heic, heif), (.mp4, movie(inUserData: false)),
      (.quickTime, movie(inUserData: true)),
    ]
  }

  @Test(arguments: files)
  func `R03: is found`(format: MediaFormat, file: [UInt8]) throws {
    let read = try metadata(of: file, format)
    #expect(read.annotations.rating == 4)
    #expect(read.annotations.label == "Blue")
  }

  /// XMP Specification Part 3, §1.1.3.1.
  @Test func `an extended packet of JPEG is put together by name and offset`() throws {
    let name = "0123456789ABCDEF0123456789ABCDEF"
    let extra = Array(
      XMPBuilder.packet("", XMPBuilder.list("dc:subject", "Bag", ["one", "two"])).utf8)
    let middle = extra.count / 2
    func part(_ range: Range<Int>, of name: String) -> [UInt8] {
      ascii("http://ns.adobe.com/xmp/extension/\0\(name)") + bytes(UInt32(extra.count))
        + bytes(UInt32(range.lowerBound)) + extra[range]
    }
    func read(_ parts: [[UInt8]]) throws -> [String] {
      var jpeg = JPEGBuilder()
      let main = XMPBuilder.packet("xmpNote:HasExtendedXMP='\(name)'")
      jpeg.segment(0xE1, Self.identifier + Array(main.utf8))
      for part in parts { jpeg.segment(0xE1, part) }
      jpeg.frame(width: 4, height: 3)
      return try metadata(of: jpeg.build()).annotations.keywords
    }
    let (first, second) = (part(0..<middle, of: name), part(middle..<extra.count, of: name))
    let other = "FFFF456789ABCDEF0123456789ABCDEF"
    #expect(try read([first, second]) == ["one", "two"])
    #expect(try read([second, first, first]) == ["one", "two"])
    #expect(try read([part(0..<middle, of: other), second]) == [])
    #expect(try read([second]) == [])
  }
}
