/// Makes the chunks of a PNG, with checksums.
package struct PNGBuilder {
  private var chunks: [UInt8] = []

  /// Starts with a header chunk.
  package init(width: Int, height: Int) {
    chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 2, 0, 0, 0])
  }

  /// Adds a chunk.
  package mutating func chunk(_ name: String, _ content: [UInt8]) {
    let body = ascii(name) + content
    chunks += bytes(UInt32(content.count)) + body + bytes(Self.checksum(body))
  }

  /// Adds one frame's delay, as a fraction of a second.
  package mutating func frame(delay: UInt16, over denominator: UInt16) {
    chunk(
      "fcTL", [UInt8](repeating: 0, count: 20) + bytes(delay) + bytes(denominator) + [0, 0])
  }

  /// The file.
  package func build() -> [UInt8] {
    var end = self
    end.chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1])
    end.chunk("IEND", [])
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + end.chunks
  }

  private static func checksum(_ body: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
