import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("JPEG XL") struct JXLTests {
  typealias Fixtures = PictureFixtures

  @Test(arguments: 1...8)
  func `counts the codestream's turn into the size and tells no other`(turn: Int) throws {
    let read = try metadata(of: Fixtures.jxlCodestream(orientation: turn), .jxl)
    #expect(read.pixelSize == PixelSize(width: 120, height: 80))
    #expect(
      read.displaySize
        == (turn < 5 ? PixelSize(width: 120, height: 80) : PixelSize(width: 80, height: 120)))
    #expect(read.orientation == .up)
    #expect(!read.isAnimated)
    #expect(read.codec == "jpegxl")
  }

  /// Ratios of ISO/IEC 18181-1 table D.2 on a height of 8 × 30.
  @Test(arguments: [(1, 240), (2, 288), (3, 320), (4, 360), (5, 426), (6, 300), (7, 480)])
  func `reads small sides and ratios`(ratio: Int, width: Int) throws {
    var bits = LowBitWriter()
    bits.add(1, 1)
    bits.add(30 - 1, 5)
    bits.add(ratio, 3)
    bits.add(1, 1)
    let read = try metadata(of: [0xFF, 0x0A] + bits.bytes + [0], .jxl)
    #expect(read.pixelSize == PixelSize(width: width, height: 240))
  }

  @Test(arguments: [(1, 13, 5_000), (2, 18, 200_000), (3, 30, 1_000_000)])
  func `reads large sides`(choice: Int, count: Int, side: Int) throws {
    var bits = LowBitWriter()
    bits.add(0, 1)
    bits.add(choice, 2)
    bits.add(side - 1, count)
    bits.add(1, 3)
    bits.add(1, 1)
    let read = try metadata(of: [0xFF, 0x0A] + bits.bytes + [0], .jxl)
    #expect(read.pixelSize == PixelSize(width: side, height: side))
  }

  @Test func `tells animation and the curve of the colours behind extra channels`() throws {
    for (transfer, name, color) in [
      (16, "pq", "Rec. 2100 PQ"), (18, "hlg", "Rec. 2100 HLG"), (1, nil, "Rec. 2020"),
      (nil, nil, "sRGB"),
    ] as [(Int?, String?, String)] {
      let stream = Fixtures.jxlCodestream(
        isAnimated: true, transfer: transfer, extraChannels: 3)
      let read = try metadata(of: stream, .jxl)
      #expect(read.isAnimated)
      #expect(read.hdr == name)
      #expect(read.colorProfile == color)
      #expect(read.subtypes.contains(.hdr) == (name != nil))
    }
  }

  @Test func `reads boxes, and leaves EXIF's orientation alone`() throws {
    let block = phoneBlock(bigEndian: true)
    let file = Fixtures.jxl(
      BoxBuilder.box("Exif", bytes(UInt32(0)), block),
      BoxBuilder.box("jxlc", Fixtures.jxlCodestream(orientation: 8)))
    let read = try metadata(of: file, .jxl)
    #expect(read.displaySize == PixelSize(width: 80, height: 120))
    #expect(read.orientation == .up)
    #expect(read.camera.make == "Maker")
    #expect(read.time(.exifOriginal) != nil)
    #expect(read.location != nil)
  }

  /// Made with Brotli's own encoder: the offset, then a TIFF block of make "Maker".
  static let packedEXIF: [UInt8] = [
    0x1B, 0x23, 0x00, 0xF8, 0x87, 0x60, 0x79, 0x5F, 0xD0, 0x65, 0x79, 0x80, 0x23, 0xCB, 0x74, 0x25,
    0x89, 0x46, 0x91, 0x50, 0xC2, 0xDD, 0xD3, 0x08, 0x13, 0xA9, 0xB0, 0x80, 0x40, 0x3E,
  ]

  @Test func `reads EXIF that Brotli packed`() throws {
    let file = Fixtures.jxl(
      BoxBuilder.box("brob", ascii("Exif"), Self.packedEXIF),
      BoxBuilder.box("jxlc", Fixtures.jxlCodestream()))
    #expect(try metadata(of: file, .jxl).camera.make == "Maker")
  }

  /// Made with Brotli's own encoder: 64 MiB of zeros.
  static let bomb: [UInt8] = [
    0xCB, 0xFF, 0xFF, 0x3F, 0x00, 0x24, 0x00, 0xE2, 0xB1, 0x40, 0x72, 0xEF, 0xFF, 0xF8, 0xFF, 0xFF,
    0x07, 0x80, 0x04, 0x40, 0x1C, 0x16, 0x80, 0xEE, 0xFD, 0x1F, 0xFF, 0xFF, 0xFF, 0x00, 0x90, 0x00,
    0x88, 0xC3, 0x02, 0xD0, 0xBD, 0xFF, 0xE3, 0xFF, 0xFF, 0x1F, 0x00, 0x12, 0x00, 0x71, 0x58, 0x00,
    0xBA, 0xF7, 0x7F, 0xFC, 0xFF, 0xFF, 0x03, 0x40, 0x02, 0x20, 0x0E, 0x0B, 0x40, 0xF7, 0xFE, 0x8F,
    0xFF, 0xFF, 0x7F, 0x00, 0x48, 0x00, 0xC4, 0x61, 0x01, 0xE8, 0xDE, 0xFF, 0xF1, 0xFF, 0xFF, 0x0F,
    0x00, 0x09, 0x80, 0x38, 0x2C, 0x00, 0xDD, 0xFB, 0xBF, 0xFC, 0xFF, 0xFF, 0x03, 0x20, 0x01, 0x10,
    0x87, 0x05, 0xA0, 0x7B, 0xFF, 0x07,
  ]

  @Test func `unpacks no bomb, and few of many blocks`() throws {
    let bombs = (0..<1_000).flatMap { _ in BoxBuilder.box("brob", ascii("Exif"), Self.bomb) }
    let file = Fixtures.jxl(bombs, BoxBuilder.box("jxlc", Fixtures.jxlCodestream()))
    var read: EmbeddedMetadata?
    #expect(milliseconds { read = try? metadata(of: file, .jxl) } < 2_500)
    #expect(read?.pixelSize == PixelSize(width: 120, height: 80))
    #expect(read?.warnings.map(\.tag) == ["isobmff:Exif"])
    for count in Self.packedEXIF.indices {
      let cut = Fixtures.jxl(
        BoxBuilder.box("brob", ascii("Exif"), Array(Self.packedEXIF[..<count])),
        BoxBuilder.box("jxlc", Fixtures.jxlCodestream()))
      #expect(try metadata(of: cut, .jxl).camera.make == nil)
    }
  }

  @Test func `joins a codestream cut within its head`() throws {
    let stream = Fixtures.jxlCodestream(orientation: 6)
    let file = Fixtures.jxl(
      BoxBuilder.box("jxlp", bytes(UInt32(0)), Array(stream[..<4])),
      BoxBuilder.box("jxlp", bytes(UInt32(0x8000_0001)), Array(stream[4...])))
    let read = try metadata(of: file, .jxl)
    #expect(read.displaySize == PixelSize(width: 80, height: 120))
  }

  @Test func `refuses a container without a codestream`() {
    #expect(throws: (any Error).self) { try metadata(of: Fixtures.jxl(), .jxl) }
  }
}

@Suite("JPEG 2000") struct JP2Tests {
  typealias Fixtures = PictureFixtures

  @Test func `reads a bare codestream, without what lies before its corner`() throws {
    let read = try metadata(of: Fixtures.codestream(30, 20, left: 5, top: 7), .jp2)
    #expect(read.pixelSize == PixelSize(width: 30, height: 20))
    #expect(read.codec == "jpeg2000")
  }

  @Test(arguments: ["jp2 ", "jpx ", "jph "])
  func `reads the header, the profile and the blocks of a file`(brand: String) throws {
    let exif: [UInt8] = ascii("JpgTiffExif->JP2")
    let profile = Fixtures.profile(named: "Wide")
    let file = Fixtures.jp2(
      BoxBuilder.box(
        "jp2h", Fixtures.imageHeader(320, 211), BoxBuilder.box("colr", [2, 0, 0], profile))
        + BoxBuilder.box("uuid", exif, phoneBlock(bigEndian: false))
        + BoxBuilder.box("jp2c", Fixtures.codestream(320, 211)), brand: brand)
    #expect(try sniff(ByteSource(bytes: file)) == .jp2)
    let read = try metadata(of: file, .jp2)
    #expect(read.pixelSize == PixelSize(width: 320, height: 211))
    #expect(read.colorProfile == "Wide")
    #expect(read.camera.make == "Maker")
    #expect(read.location != nil)
  }

  @Test func `falls back on the codestream, and names sRGB by its number`() throws {
    let file = Fixtures.jp2(
      BoxBuilder.box("jp2h", BoxBuilder.box("colr", [1, 0, 0], bytes(UInt32(16))))
        + BoxBuilder.box("jp2c", Fixtures.codestream(7, 5)))
    let read = try metadata(of: file, .jp2)
    #expect(read.pixelSize == PixelSize(width: 7, height: 5))
    #expect(read.colorProfile == "sRGB")
  }
}
