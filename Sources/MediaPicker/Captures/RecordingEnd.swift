internal import MediaModel

/// Tells recordings that were cut off from whole ones by the lengths that their containers promise.
///
/// Readers of metadata look only for what a file says of itself, which may all stand at its start.
/// Only the heads of the outermost parts are read here.
struct RecordingEnd {
  /// Reads so many bytes at an offset; fewer at the end of the file.
  typealias Reading = (_ count: Int, _ offset: Int64) throws -> [UInt8]

  /// A file of more parts than these is given up and counts as whole.
  private static let maximumParts = 1 << 20

  /// True when a file ends before its structure does.
  ///
  /// - Parameters:
  ///   - format: Its format; only ISO base media, Matroska and AVI can tell.
  ///   - byteCount: Its bytes.
  ///   - read: Reads it.
  /// - Returns: Whether it is cut off; false for other formats.
  /// - Throws: What `read` throws.
  /// - Note: Source: ISO/IEC 14496-12 §4.2; RFC 8794 §4 and §5; Microsoft's RIFF.
  static func isCutOff(
    _ format: MediaFormat, byteCount: Int64, read: Reading
  ) rethrows -> Bool {
    switch format {
    case .mp4, .quickTime, .m4v, .threeGPP, .threeGPP2:
      try isMovieCutOff(byteCount: byteCount, read: read)
    case .matroska, .webm: try isMatroskaCutOff(byteCount: byteCount, read: read)
    case .avi:
      try littleEndian(read(8, 0).dropFirst(4)).map { $0 + 8 > byteCount } ?? true
    default: false
    }
  }

  private static func isMovieCutOff(byteCount: Int64, read: Reading) rethrows -> Bool {
    var position: Int64 = 0
    var hasSamples = false
    for _ in 0..<maximumParts {
      // What is shorter than a head is padding.
      guard byteCount - position >= 8 else { return !hasSamples }
      let head = try read(16, position)
      guard head.count >= 8 else { return true }
      var size = bigEndian(head[0..<4])
      if head[4..<8].elementsEqual("mdat".utf8) { hasSamples = true }
      if size == 0 { return !hasSamples }
      if size == 1 {
        guard head.count == 16 else { return true }
        size = bigEndian(head[8..<16])
      }
      guard size >= 8 else { return !hasSamples }
      guard size <= byteCount - position else { return true }
      position += size
    }
    return false
  }

  private static func isMatroskaCutOff(byteCount: Int64, read: Reading) rethrows -> Bool {
    // The head of EBML, then the segment, which holds all the rest.
    guard let header = element(try read(12, 0)), let length = header.length else { return true }
    let start = Int64(header.headCount) + length
    guard start < byteCount, let segment = element(try read(12, start)) else { return true }
    // A live recording does not know its length.
    guard let length = segment.length else { return false }
    return length > byteCount - start - Int64(segment.headCount)
  }

  /// The head of an EBML element; a length of only ones is unknown.
  private static func element(_ bytes: [UInt8]) -> (headCount: Int, length: Int64?)? {
    guard let first = bytes.first else { return nil }
    let idCount = first.leadingZeroBitCount + 1
    guard idCount <= 4, idCount < bytes.count else { return nil }
    let lengthCount = bytes[idCount].leadingZeroBitCount + 1
    guard lengthCount <= 8, idCount + lengthCount <= bytes.count else { return nil }
    let value =
      bigEndian(bytes[idCount..<idCount + lengthCount]) & ((1 << (7 * Int64(lengthCount))) - 1)
    let isUnknown = value == (1 << (7 * Int64(lengthCount))) - 1
    return (idCount + lengthCount, isUnknown ? nil : value)
  }

  /// A length above 2^63 is none that a file can have.
  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int64? {
    bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } : nil
  }
}
