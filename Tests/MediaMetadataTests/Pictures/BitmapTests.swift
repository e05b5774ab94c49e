import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Bitmaps and icons") struct BitmapTests {
  typealias Fixtures = PictureFixtures

  @Test(arguments: [16, 40, 52, 56, 64, 108, 124], [Int32(7), -7])
  func `reads every header, with rows from either end`(count: Int, height: Int32) throws {
    let header = Fixtures.bitmapHeader(9, height, count: max(count, 16))
    let read = try metadata(of: Fixtures.bmp(header: header), .bmp)
    #expect(read.pixelSize == PixelSize(width: 9, height: 7))
    #expect(read.codec == "bmp")
  }

  @Test func `reads the header of OS/2 1`() throws {
    let header = [12, 0, 0, 0, 9, 0, 7, 0, 1, 0, 24, 0] as [UInt8]
    #expect(
      try metadata(of: Fixtures.bmp(header: header), .bmp).pixelSize
        == PixelSize(width: 9, height: 7))
  }

  @Test(arguments: [(0, 5), (5, 0), (-5, 5), (5, .min)] as [(Int32, Int32)])
  func `refuses sides that cannot be`(width: Int32, height: Int32) {
    #expect(throws: ContainerError.self) {
      try metadata(of: Fixtures.bmp(header: Fixtures.bitmapHeader(width, height)), .bmp)
    }
  }

  @Test func `names an embedded profile`() throws {
    let header = Fixtures.bitmapHeader(profile: Fixtures.profile(named: "Wide"))
    #expect(try metadata(of: Fixtures.bmp(header: header), .bmp).colorProfile == "Wide")
  }

  @Test(arguments: [UInt16(1), 2])
  func `shows the largest picture of an icon or a cursor`(kind: UInt16) throws {
    let small = Fixtures.bitmapHeader(16, 32)
    let png = PNGBuilder(width: 256, height: 256).build()
    let icon = Fixtures.icon(kind: kind, [(16, 16, small), (0, 0, png), (32, 32, small)])
    let read = try metadata(of: icon, .ico)
    #expect(read.pixelSize == PixelSize(width: 256, height: 256))
    #expect(read.codec == "png")
  }

  @Test func `believes the picture where the directory's eight bits are too few`() throws {
    let icon = Fixtures.icon([(44, 225, Fixtures.bitmapHeader(300, 450))])
    #expect(try metadata(of: icon, .ico).pixelSize == PixelSize(width: 300, height: 225))
  }

  @Test func `does not halve a height that counts no mask`() throws {
    let icon = Fixtures.icon([(32, 32, Fixtures.bitmapHeader(32, 32))])
    #expect(try metadata(of: icon, .ico).pixelSize == PixelSize(width: 32, height: 32))
  }

  @Test func `passes over a picture that lies outside the file`() throws {
    var icon = Fixtures.icon([(0, 0, []), (16, 16, Fixtures.bitmapHeader(16, 32))])
    icon.replaceSubrange(18..<22, with: [0xFF, 0xFF, 0xFF, 0x7F])
    #expect(try metadata(of: icon, .ico).pixelSize == PixelSize(width: 16, height: 16))
  }

  @Test func `reads the window of a PCX`() throws {
    let file = Fixtures.pcx(left: 10, top: 20, right: 49, bottom: 49)
    #expect(try metadata(of: file, .pcx).pixelSize == PixelSize(width: 40, height: 30))
  }

  @Test(arguments: [
    ("P1\n3 2\n0 1 0 1 0 1", 3, 2), ("P2 3\t2 255\n1", 3, 2), ("P4\n# by hand\n3 2\n", 3, 2),
    ("P5\n# a\n# b\n 640 480 # c\n65535\n", 640, 480), ("P6\r\n3\r\n2\r\n255\r\n", 3, 2),
  ])
  func `reads the header of Netpbm`(text: String, width: Int, height: Int) throws {
    let read = try metadata(of: ascii(text), .pnm)
    #expect(read.pixelSize == PixelSize(width: width, height: height))
    #expect(try sniff(ByteSource(bytes: ascii(text))) == .pnm)
  }

  @Test(arguments: [
    "P6\n0 2\n255\n", "P6\n3 2\n0\n", "P6\n3 2\n70000\n", "P7\n3 2\n", "P63 2 255\n", "P6 3 2",
    "P6 3 99999999999 255\n", "Pages 3 to 20 of it\n", "P6 three two 255\n",
  ])
  func `takes no other text for Netpbm`(text: String) throws {
    #expect(try sniff(ByteSource(bytes: ascii(text))) != .pnm)
  }
}
