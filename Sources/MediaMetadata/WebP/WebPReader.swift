internal import MediaModel

/// Reads the chunks of a WebP.
///
/// - Note: Source: RFC 9649 §2; RFC 6386 §9.1 for the size inside a lossy picture.
func readWebP(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  var chunks = WebPChunks(source)
  var failure: ByteError?
  do { try chunks.scan() } catch { failure = error }
  metadata.codec = chunks.codec
  metadata.pixelSize = chunks.canvas ?? chunks.size
  chunks.blocks.read(into: &metadata)
  if chunks.frames > 1 {
    metadata.isAnimated = true
    metadata.duration = .milliseconds(chunks.milliseconds)
  }
  if let failure { throw failure }
  if metadata.pixelSize == nil { throw ContainerError.malformed("No picture with a size.") }
}

/// What the chunks of a WebP say.
private struct WebPChunks {
  var canvas: PixelSize?
  var size: PixelSize?
  var codec: String?
  var frames = 0
  var milliseconds = 0
  var blocks = MetadataBlocks()
  private let source: ByteSource

  /// Chunks of metadata above this are passed over.
  private static let maximumChunk = 4 << 20
  /// More chunks than this are an attack on our time.
  private static let maximumChunks = 200_000

  init(_ source: ByteSource) { self.source = source }

  mutating func scan() throws(ByteError) {
    var offset: Int64 = 12
    for _ in 0..<Self.maximumChunks where offset < source.count {
      let head = try source.littleEndian(at: offset, count: 8)
      let count = Int(try head.peek(UInt32.self, at: 4))
      // Picture data is jumped over: only the next head is fetched, not a block.
      source.isSeeking = count > ByteSource.blockCount / 4
      try readChunk(head, at: offset + 8, count: count)
      offset += 8 + Int64(count) + Int64(count & 1)
    }
  }

  private mutating func readChunk(
    _ head: ByteReader, at offset: Int64, count: Int
  ) throws(ByteError) {
    if head.starts(with: "VP8X") {
      let chunk = try source.littleEndian(at: offset, count: 10)
      let width = try chunk.peek(UInt32.self, at: 4) & 0xFF_FFFF
      let height = try chunk.peek(UInt32.self, at: 6) >> 8
      canvas = PixelSize(width: Int(width) + 1, height: Int(height) + 1)
    } else if head.starts(with: "VP8") {
      try readPicture(head, at: offset)
    } else if head.starts(with: "ANMF") {
      let frame = try source.littleEndian(at: offset, count: 24)
      frames += 1
      milliseconds += Int(try frame.peek(UInt32.self, at: 12) & 0xFF_FFFF)
      if codec == nil { try readPicture(try frame.slice(16..<24), at: offset + 24) }
    } else if count <= Self.maximumChunk {
      try readBlock(head, at: offset, count: count)
    }
  }

  private mutating func readBlock(
    _ head: ByteReader, at offset: Int64, count: Int
  ) throws(ByteError) {
    if head.starts(with: "EXIF") {
      blocks.exif.append(try source.reader(at: offset, upTo: count).withoutEXIFPrefix)
    } else if head.starts(with: "XMP ") {
      blocks.xmp.append(try source.reader(at: offset, upTo: count))
    } else if head.starts(with: "ICCP") {
      blocks.icc = try source.reader(at: offset, upTo: count)
    }
  }

  /// Reads the size inside the first picture.
  private mutating func readPicture(_ head: ByteReader, at offset: Int64) throws(ByteError) {
    guard codec == nil else { return }
    if head.starts(with: "VP8L") {
      codec = "vp8l"
      let picture = try source.littleEndian(at: offset, count: 5)
      guard try picture.peek(UInt8.self, at: 0) == 0x2F else { return }
      let bits = try picture.peek(UInt32.self, at: 1)
      size = PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
    } else if head.starts(with: "VP8 ") {
      codec = "vp8"
      let picture = try source.littleEndian(at: offset, count: 10)
      let width = Int(try picture.peek(UInt16.self, at: 6) & 0x3FFF)
      let height = Int(try picture.peek(UInt16.self, at: 8) & 0x3FFF)
      if width > 0, height > 0 { size = PixelSize(width: width, height: height) }
    }
  }
}

extension ByteSource {
  /// Bytes whose integers have the low byte first.
  fileprivate func littleEndian(at offset: Int64, count: Int) throws(ByteError) -> ByteReader {
    var bytes = try reader(at: offset, count: count)
    bytes.isBigEndian = false
    return bytes
  }
}
