import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Containers of still pictures") struct ContainerTests {
  @Test(arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC9, 0xCD, 0xCF] as [UInt8])
  func `reads a JPEG's size from any frame header`(marker: UInt8) throws {
    var jpeg = JPEGBuilder()
    jpeg.segment(0xC4, [UInt8](repeating: 0, count: 30))
    jpeg.raw([0xFF, 0xFF, 0xFF])
    jpeg.frame(width: 4_000, height: 3_000, marker: marker)
    #expect(try metadata(of: jpeg.build()).pixelSize == PixelSize(width: 4_000, height: 3_000))
  }

  @Test func `finds a JPEG's frame behind a megabyte of other segments`() throws {
    var jpeg = JPEGBuilder()
    for _ in 0..<17 { jpeg.segment(0xE4, [UInt8](repeating: 0xFF, count: 65_000)) }
    jpeg.exif(phoneBlock(bigEndian: true))
    jpeg.frame(width: 40, height: 30)
    let read = try metadata(of: jpeg.build())
    #expect(read.pixelSize == PixelSize(width: 40, height: 30))
    #expect(read.camera.make == "Maker")
  }

  @Test func `takes a cut JPEG with its frame header as a picture`() throws {
    var jpeg = JPEGBuilder()
    jpeg.frame(width: 40, height: 30)
    #expect(try metadata(of: jpeg.build().dropLast(9)).pixelSize != nil)
  }

  @Test func `R37 calls a JPEG without a frame malformed`() {
    var jpeg = JPEGBuilder()
    jpeg.exif(phoneBlock(bigEndian: false))
    #expect(throws: ContainerError.self) { try metadata(of: jpeg.build()) }
  }

  @Test func `names the profile of a JPEG, a PNG and a WebP`() throws {
    var jpeg = JPEGBuilder()
    jpeg.segment(0xE2, ascii("ICC_PROFILE\0") + [1, 1] + profile)
    jpeg.frame(width: 1, height: 1)
    #expect(try metadata(of: jpeg.build()).colorProfile == "Wide")
    var webP = WebPBuilder()
    webP.canvas(width: 1, height: 1)
    webP.chunk("ICCP", profile)
    #expect(try metadata(of: webP.build(), .webp).colorProfile == "Wide")
    var png = PNGBuilder(width: 1, height: 1)
    png.chunk("iCCP", ascii("a name\0\0") + stored(profile))
    #expect(try metadata(of: png.build(), .png).colorProfile == "Wide")
  }

  /// A profile with nothing but a description of version 2.
  private var profile: [UInt8] {
    [UInt8](repeating: 0, count: 128) + bytes(UInt32(1)) + ascii("desc") + bytes(UInt32(144))
      + bytes(UInt32(17)) + ascii("desc") + bytes(UInt32(0)) + bytes(UInt32(5)) + ascii("Wide\0")
  }

  /// A zlib stream of one stored block, RFC 1951 §3.2.4.
  private func stored(_ content: [UInt8]) -> [UInt8] {
    let count = UInt16(content.count)
    return [0x78, 0x01, 1] + bytes(count, bigEndian: false) + bytes(~count, bigEndian: false)
      + content + [0, 0, 0, 0]
  }

  @Test func `reads a PNG's size, block and frames`() throws {
    var png = PNGBuilder(width: 20, height: 10)
    png.chunk("acTL", bytes(UInt32(3)) + bytes(UInt32(0)))
    png.frame(delay: 1, over: 4)
    png.frame(delay: 50, over: 0)
    png.frame(delay: 250, over: 1_000)
    png.chunk("eXIf", phoneBlock(bigEndian: true))
    let read = try metadata(of: png.build(), .png)
    #expect(read.pixelSize == PixelSize(width: 20, height: 10))
    #expect(read.camera.make == "Maker")
    #expect(read.isAnimated)
    #expect(read.duration == .seconds(1))
  }

  @Test func `leaves a PNG's change time alone and takes its creation time`() throws {
    var png = PNGBuilder(width: 1, height: 1)
    png.chunk("tIME", [0x07, 0xE7, 1, 2, 3, 4, 5])
    #expect(try metadata(of: png.build(), .png).captureTimes.isEmpty)
    png.chunk("tEXt", ascii("Creation Time\0Tue, 17 Jun 2025 10:11:12 +0200"))
    let time = try metadata(of: png.build(), .png).time(.container)
    #expect(time?.wallTime.description == "2025-06-17T10:11:12")
    #expect(time?.offset?.seconds == 7_200)
  }

  @Test(arguments: ["exif", "APP1"])
  func `reads the hexadecimal block of ImageMagick`(name: String) throws {
    let block = ascii("Exif\0\0") + phoneBlock(bigEndian: false)
    let digits = block.flatMap { byte in
      ascii(String(byte >> 4, radix: 16) + String(byte & 15, radix: 16))
    }
    var png = PNGBuilder(width: 1, height: 1)
    png.chunk(
      "tEXt", ascii("Raw profile type \(name)\0\n\(name)\n    \(block.count)\n") + digits + [0x0A])
    #expect(try metadata(of: png.build(), .png).camera.make == "Maker")
  }

  @Test func `R51 adds up the delays of a GIF as written`() throws {
    var gif = GIFBuilder(width: 320, height: 240)
    for delay: UInt16 in [10, 10, 10] { gif.frame(delay: delay) }
    let read = try metadata(of: gif.build(), .gif)
    #expect(read.pixelSize == PixelSize(width: 320, height: 240))
    #expect(read.duration == .milliseconds(300))
    #expect(read.isAnimated)
    gif.frame(delay: 1)
    gif.frame(delay: 0)
    #expect(try metadata(of: gif.build(), .gif).duration == .milliseconds(310))
  }

  @Test func `takes a GIF of one frame as a still`() throws {
    var gif = GIFBuilder(width: 1, height: 1)
    gif.frame(delay: 100)
    let read = try metadata(of: gif.build(), .gif)
    #expect(!read.isAnimated)
    #expect(read.duration == nil)
  }

  @Test func `reads a WebP's size from each of its three headers`() throws {
    var lossy = WebPBuilder()
    lossy.lossy(width: 300, height: 200)
    #expect(try metadata(of: lossy.build(), .webp).pixelSize == PixelSize(width: 300, height: 200))
    var lossless = WebPBuilder()
    lossless.lossless(width: 16_384, height: 7)
    #expect(
      try metadata(of: lossless.build(), .webp).pixelSize == PixelSize(width: 16_384, height: 7))
    var extended = WebPBuilder()
    extended.canvas(width: 70_000, height: 66_000)
    #expect(
      try metadata(of: extended.build(), .webp).pixelSize
        == PixelSize(width: 70_000, height: 66_000))
  }

  @Test(arguments: ["", "Exif\0\0"])
  func `reads a WebP's block with or without JPEG's prefix, and its frames`(prefix: String) throws {
    var webP = WebPBuilder()
    webP.canvas(width: 4, height: 3)
    webP.frame(delay: 40)
    webP.frame(delay: 66_000)
    webP.chunk("EXIF", ascii(prefix) + phoneBlock(bigEndian: false))
    let read = try metadata(of: webP.build(), .webp)
    #expect(read.camera.make == "Maker")
    #expect(read.orientation == .right)
    #expect(read.isAnimated)
    #expect(read.duration == .milliseconds(66_040))
  }
}
