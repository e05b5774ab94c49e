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
    for (transfer, name) in [(16, "pq"), (18, "hlg"), (13, nil), (nil, nil)] as [(Int?, String?)] {
      let stream = Fixtures.jxlCodestream(
        isAnimated: true, transfer: transfer, extraChannels: 3)
      let read = try metadata(of: stream, .jxl)
      #expect(read.isAnimated)
      #expect(read.hdr == name)
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
