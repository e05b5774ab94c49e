/// Takes metadata out of an encoded WebP: libvips 8.14 writes an EXIF chunk even when told not to.
///
/// - Note: Source: RFC 9649 §2.
enum WebPChunks {
  private static let alphaFlag: UInt8 = 0x10

  /// The same picture with nothing but its pixels.
  static func stripped(_ file: [UInt8]) -> [UInt8] {
    var chunks: [UInt8] = []
    var start = 12
    while start + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[start + 4 + $1]) << (8 * $1) }
      let end = start + 8 + size + size % 2
      guard end <= file.count else { return file }
      switch String(decoding: file[start..<start + 4], as: UTF8.self) {
      case "VP8X" where size >= 10 && file[start + 8] & alphaFlag != 0:
        // The header of the extended format is kept only where there is alpha.
        chunks += file[start..<start + 8] + [alphaFlag] + file[start + 9..<end]
      case "VP8 ", "VP8L", "ALPH": chunks += file[start..<end]
      default: break
      }
      start = end
    }
    let count = UInt32(truncatingIfNeeded: chunks.count + 4).littleEndian
    return Array("RIFF".utf8) + withUnsafeBytes(of: count) { Array($0) } + "WEBP".utf8 + chunks
  }
}
