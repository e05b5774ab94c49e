import TestSupport

/// Small files that promise, or unpack to, far more than they hold.
enum Bombs {
  static var all: [(name: String, bytes: [UInt8])] {
    [
      ("promise.png", png(30_000, 30_000, [])),
      ("largest.png", png(0x7FFF_FFFF, 0x7FFF_FFFF, [])), ("none.png", png(0, 0, [])),
      ("unpacks.png", png(9_000, 9_000, zeros(9_000 * 27_001))),
      ("too-much.png", png(60, 40, zeros(1 << 28))), ("promise.gif", gif), ("promise.bmp", bmp),
      ("promise.jpg", jpeg(65_500, 65_500)), ("none.jpg", jpeg(0, 0)),
      ("loop.tif", loop), ("deep.heic", deep), ("text.jpg", ascii("not a picture")),
      ("empty.mp4", []), ("head.webp", ascii("RIFF") + bytes(UInt32.max) + ascii("WEBPVP8 ")),
    ]
  }

  private static func png(_ width: UInt32, _ height: UInt32, _ packed: [UInt8]) -> [UInt8] {
    var file = PNGBuilder(width: Int(width), height: Int(height))
    if !packed.isEmpty { file.chunk("IDAT", packed) }
    return file.build()
  }

  /// A zlib stream of so many zeros, in a 158th of their number: matches of 258 bytes, 13 bits each.
  ///
  /// - Note: Source: RFC 1951 §3.2.6: fixed codes; 285 is 11000101, distance 1 is 00000.
  private static func zeros(_ count: Int) -> [UInt8] {
    let pattern: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    // A last block of type 1, then the literal 0; the pattern follows from bit 11 on.
    var head = LowBitWriter()
    for bit in [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0] + pattern.prefix(5).map(Int.init) {
      head.add(bit, 1)
    }
    // Eight patterns are thirteen bytes.
    var period = LowBitWriter()
    for bit in 0..<104 { period.add(Int(pattern[(bit + 5) % 13]), 1) }
    let bytes = period.bytes
    return [0x78, 0x9C] + head.bytes
      + (0..<count / (258 * 8) + 1).flatMap { _ in bytes }
  }

  private static var gif: [UInt8] {
    ascii("GIF89a") + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  private static var bmp: [UInt8] {
    ascii("BM") + bytes(UInt32(54), bigEndian: false) + bytes(UInt32(0))
      + bytes(UInt32(54), bigEndian: false) + bytes(UInt32(40), bigEndian: false)
      + bytes(Int32.max, bigEndian: false) + bytes(Int32.max, bigEndian: false)
      + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
  }

  private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
    var picture = JPEGBuilder()
    picture.frame(width: width, height: height)
    return picture.build()
  }

  /// A directory whose next one is itself.
  private static var loop: [UInt8] {
    ascii("II*\0") + bytes(UInt32(8), bigEndian: false) + [
      1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 16, 0, 0, 0,
    ]
      + bytes(UInt32(8), bigEndian: false)
  }

  /// Boxes in boxes, twenty thousand deep.
  private static var deep: [UInt8] {
    let depth = 20_000
    var file = bytes(UInt32(24)) + ascii("ftypheic") + bytes(UInt32(0)) + ascii("mif1heic")
    for level in 0..<depth { file += bytes(UInt32((depth - level) * 8)) + ascii("meta") }
    return file
  }
}
