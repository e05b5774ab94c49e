import MediaModel
import TestSupport
import Testing

@testable import MediaMetadata

@Suite("Hostile files") struct HostileTests {
  static let fixtures: [(MediaFormat, [UInt8])] = {
    var jpeg = JPEGBuilder()
    jpeg.exif(phoneBlock(bigEndian: true))
    jpeg.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0<x/>"))
    jpeg.frame(width: 40, height: 30)
    var png = PNGBuilder(width: 20, height: 10)
    png.chunk("eXIf", phoneBlock(bigEndian: false))
    png.chunk("acTL", bytes(UInt32(2)) + bytes(UInt32(0)))
    png.frame(delay: 1, over: 4)
    png.chunk("iCCP", ascii("name\0\0") + [0x78, 0x9C, 0x05, 0xC1, 0x01, 0x0D, 0, 0, 8, 3])
    png.chunk("zTXt", ascii("Title\0\0") + [0x78, 0x9C, 0x4B, 0x4C, 0x4A, 6, 0, 2, 0x4D, 1, 0x27])
    png.chunk("iTXt", ascii("Description\0\0\0en\0\0text"))
    var gif = GIFBuilder(width: 9, height: 8)
    gif.application("XMP DataXMP", [3, 1, 2, 3, 0])
    gif.application("ICCRGBG1012", [4, 1, 2, 3, 4, 0])
    gif.frame(delay: 10)
    gif.frame(delay: 10)
    var webP = WebPBuilder()
    webP.canvas(width: 4, height: 3)
    webP.frame(delay: 40)
    webP.chunk("EXIF", phoneBlock(bigEndian: false))
    return [
      (.jpeg, jpeg.build()), (.png, png.build()), (.gif, gif.build()), (.webp, webP.build()),
    ]
  }()

  /// Reads as a file of its own kind and by what it looks like; a throw is a fine answer.
  private func read(_ bytes: [UInt8], _ format: MediaFormat) {
    _ = try? metadata(of: bytes, format)
    _ = try? sniff(ByteSource(bytes: bytes))
  }

  @Test(arguments: fixtures)
  func `R26 and R27 stand every cut`(format: MediaFormat, file: [UInt8]) {
    for count in file.indices { read(Array(file[..<count]), format) }
  }

  @Test(arguments: fixtures)
  func `stand flipped bytes`(format: MediaFormat, file: [UInt8]) {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<4_000 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: file.indices, using: &generator)
        damaged[index] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0 ... .max, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      read(damaged, format)
    }
  }

  @Test(arguments: [true, false])
  func `R24 ends on directories that point to themselves`(bigEndian: Bool) {
    let block = phoneBlock(bigEndian: bigEndian)
    let needle = bytes(UInt16(0x8769), bigEndian: bigEndian)
    let pointer = (8..<block.count - 12).first { Array(block[$0..<$0 + 2]) == needle } ?? 0
    let itself = bytes(UInt32(8), bigEndian: bigEndian)
    var looped = block
    looped.replaceSubrange(pointer + 8..<pointer + 12, with: itself)
    let next = 10 + 12 * Int(block[bigEndian ? 9 : 8])
    looped.replaceSubrange(next..<next + 4, with: itself)
    var metadata = EmbeddedMetadata(format: .jpeg)
    #expect(milliseconds { readEXIF(ByteReader(looped), into: &metadata) } < 1_000)
    #expect(metadata.camera.make == "Maker")
  }

  @Test(
    arguments: [1_006_641_184, UInt32.max, 0x2000_0000] as [UInt32], [0x927C, 0x9003] as [UInt16])
  func `R25 allocates nothing for a count beyond the block`(count: UInt32, tag: UInt16) {
    for type: UInt16 in [1, 2, 5, 7, 12] {
      var tiff = TIFFBuilder()
      tiff.text(0x010F, "Apple", to: .ifd0)
      tiff.add(tag, type: type, count: Int(count), [8, 0, 0, 0], to: .exif)
      var metadata = EmbeddedMetadata(format: .jpeg)
      #expect(milliseconds { readEXIF(ByteReader(tiff.build()), into: &metadata) } < 1_000)
      #expect(metadata.camera.make == "Apple")
    }
  }

  @Test func `bounds the time of a block full of large overlapping values`() {
    var tiff = TIFFBuilder()
    for index in 0..<5_000 { tiff.long(UInt16(index) &+ 0xC800, 8, to: .exif) }
    var block = tiff.build()
    // Each value now is of 40,000 bytes and begins at the header.
    for index in 0..<5_000 {
      let field = block.count - 4 - 12 * (index + 1)
      block.replaceSubrange(field + 2..<field + 12, with: [7, 0, 0x40, 0x9C, 0, 0, 0, 0, 0, 0])
    }
    var metadata = EmbeddedMetadata(format: .jpeg)
    #expect(milliseconds { readEXIF(ByteReader(block), into: &metadata) } < 2_500)
  }

  @Test func `bounds the time of a text that unpacks to gigabytes`() {
    // Stored blocks of zeros cost their own size; a run of matches is the cheap bomb.
    let match: [UInt8] = [
      0x78, 0x9C, 0xED, 0xC1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE,
    ]
    var png = PNGBuilder(width: 1, height: 1)
    png.chunk("zTXt", ascii("Title\0\0") + match + [UInt8](repeating: 0x24, count: 200_000))
    let file = png.build()
    #expect(milliseconds { read(file, .png) } < 2_000)
  }
}
