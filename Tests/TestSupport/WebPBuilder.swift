/// Makes the chunks of a WebP.
package struct WebPBuilder {
  private var chunks: [UInt8] = []

  package init() {}

  /// Adds a chunk, padded to an even count.
  package mutating func chunk(_ name: String, _ content: [UInt8]) {
    chunks += ascii(name) + bytes(UInt32(content.count), bigEndian: false) + content
    if content.count % 2 == 1 { chunks.append(0) }
  }

  /// Adds the extended header.
  package mutating func canvas(width: Int, height: Int) {
    chunk(
      "VP8X", [0, 0, 0, 0] + Self.threeBytes(width - 1) + Self.threeBytes(height - 1))
  }

  /// Adds a lossy picture's header.
  package mutating func lossy(width: UInt16, height: UInt16) {
    chunk("VP8 ", Self.lossyHead(width: width, height: height))
  }

  /// Adds a lossless picture's header.
  package mutating func lossless(width: UInt32, height: UInt32) {
    chunk("VP8L", [0x2F] + bytes((width - 1) | (height - 1) << 14, bigEndian: false))
  }

  /// Adds a frame with its delay in milliseconds.
  package mutating func frame(delay: Int) {
    let picture = Self.lossyHead(width: 1, height: 1)
    chunk(
      "ANMF",
      [UInt8](repeating: 0, count: 12) + Self.threeBytes(delay) + [0] + ascii("VP8 ")
        + bytes(UInt32(picture.count), bigEndian: false) + picture)
  }

  /// The file.
  package func build() -> [UInt8] {
    ascii("RIFF") + bytes(UInt32(chunks.count + 4), bigEndian: false) + ascii("WEBP") + chunks
  }

  private static func threeBytes(_ value: Int) -> [UInt8] {
    Array(bytes(UInt32(value), bigEndian: false).prefix(3))
  }

  private static func lossyHead(width: UInt16, height: UInt16) -> [UInt8] {
    [0x30, 1, 0, 0x9D, 1, 0x2A] + bytes(width, bigEndian: false) + bytes(height, bigEndian: false)
  }
}
