/// Bytes that can be had at any offset: a block in memory or a file.
protocol RandomAccessBytes {
  /// Bytes in all.
  var count: Int64 { get }
  /// Exactly `count` bytes at `offset`.
  func reader(at offset: Int64, count: Int) throws(ByteError) -> ByteReader
}

extension ByteSource: RandomAccessBytes {}

/// A block in memory as bytes at any offset.
struct BlockBytes: RandomAccessBytes {
  let block: ByteReader
  var count: Int64 { Int64(block.count) }

  func reader(at offset: Int64, count: Int) throws(ByteError) -> ByteReader {
    guard offset >= 0, count >= 0, offset <= Int64(block.count) else { throw .outOfBounds }
    return try block.slice(Int(offset)..<Int(offset) + count)
  }
}

/// A TIFF structure: a header and directories that name each other by offset.
///
/// Every directory is entered once, at most ``maximumDirectories`` in all, so loops end.
///
/// - Note: Source: TIFF 6.0 §2; BigTIFF differs by 64-bit offsets and counts.
struct TIFFStructure<Bytes: RandomAccessBytes> {
  let bytes: Bytes
  let isBigEndian: Bool
  /// True for BigTIFF.
  let isBig: Bool
  /// The number after the byte order: 42, 43, or a maker's own.
  let magic: UInt16
  /// Where the first directory begins.
  let firstDirectory: Int64
  private var visited: Set<Int64> = []

  /// Far more than any file needs.
  static var maximumDirectories: Int { 256 }

  /// Reads the header.
  init(_ bytes: Bytes) throws(ByteError) {
    var header = try bytes.reader(at: 0, count: 8)
    guard header.starts(with: "II") || header.starts(with: "MM") else { throw .outOfBounds }
    self.bytes = bytes
    isBigEndian = header.starts(with: "MM")
    header.isBigEndian = isBigEndian
    magic = try header.peek(at: 2)
    isBig = magic == 43
    guard isBig else {
      firstDirectory = Int64(try header.peek(UInt32.self, at: 4))
      return
    }
    var wide = try bytes.reader(at: 8, count: 8)
    wide.isBigEndian = isBigEndian
    firstDirectory = Int64(clamping: try wide.read(UInt64.self))
  }

  /// Reads the directory at `offset`; `nil` when it was read before or there have been too many.
  ///
  /// A directory that does not fit is cut to the fields that do.
  mutating func directory(at offset: Int64) throws(ByteError) -> TIFFDirectory? {
    guard offset >= 8, visited.count < Self.maximumDirectories,
      visited.insert(offset).inserted
    else { return nil }
    return try TIFFDirectory(in: bytes, at: offset, bigEndian: isBigEndian, isBig: isBig)
  }

  /// The bytes of a field's value.
  ///
  /// - Throws: `outOfBounds` when count times size exceeds what there is: nothing is allocated.
  func bytes(of field: TIFFField) throws(ByteError) -> ByteReader {
    if let inline = field.inline { return inline }
    guard let size = field.byteCount else { throw .outOfBounds }
    return try bytes.reader(at: field.offset, count: size)
  }
}
