/// The parts of EXIF that Canon spreads over boxes, each behind a TIFF header of its own.
enum CanonBlocks {
  /// The tag in IFD0 that points at what a box holds; `nil` for a box that holds IFD0 itself.
  static func pointer(to type: FourCC) -> UInt16? {
    switch type {
    case "CMT2": 0x8769  // Exif IFD
    case "CMT4": 0x8825  // GPS IFD
    default: nil
    }
  }

  /// A block whose IFD0 only points, by `tag`, at the directory the block began with.
  ///
  /// So one EXIF reader serves all: it never meets Exif or GPS tags where IFD0 should be.
  ///
  /// - Returns: `nil` when the block is no TIFF.
  static func block(_ block: ByteReader, pointingBy tag: UInt16) throws(ByteError) -> ByteReader? {
    var reader = block
    switch try reader.read(UInt16.self) {
    case 0x4949: reader.isBigEndian = false
    case 0x4D4D: reader.isBigEndian = true
    default: return nil
    }
    let isBigEndian = reader.isBigEndian
    let directory = try reader.peek(UInt32.self, at: 4)
    try reader.seek(to: 0)
    var bytes = try reader.bytes(reader.count)
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = Self.bytes(of: UInt32(clamping: bytes.count), isBigEndian)
    bytes.replaceSubrange(4..<8, with: start)
    // One entry: the tag, LONG, one value, the old directory; then no next directory.
    bytes += Self.bytes(of: UInt16(1), isBigEndian) + Self.bytes(of: tag, isBigEndian)
    bytes += Self.bytes(of: UInt16(4), isBigEndian) + Self.bytes(of: UInt32(1), isBigEndian)
    bytes += Self.bytes(of: directory, isBigEndian) + Self.bytes(of: UInt32(0), isBigEndian)
    return ByteReader(bytes)
  }

  private static func bytes<T: FixedWidthInteger>(of value: T, _ isBigEndian: Bool) -> [UInt8] {
    let bits = MemoryLayout<T>.size * 8
    let shifts = stride(from: 0, to: bits, by: 8)
    return (isBigEndian ? Array(shifts.reversed()) : Array(shifts)).map {
      UInt8(truncatingIfNeeded: value >> T($0))
    }
  }
}
