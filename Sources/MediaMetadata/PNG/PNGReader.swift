internal import MediaModel

/// Reads the chunks of a PNG, animated or not.
///
/// - Note: Source: PNG 3rd edition §5, §11; `tIME` is left out, for it is the time of the last
///   change of the file and no time of taking.
func readPNG(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "png"
  var chunks = PNGChunks(source)
  var failure: ByteError?
  do { try chunks.scan() } catch { failure = error }
  metadata.pixelSize = chunks.size
  metadata.colorProfile = chunks.profileName
  chunks.blocks.read(into: &metadata)
  chunks.text.apply(to: &metadata)
  if chunks.frames > 1 {
    metadata.isAnimated = true
    metadata.duration = .nanoseconds(chunks.nanoseconds)
  }
  if let failure { throw failure }
  if chunks.size == nil { throw ContainerError.malformed("No size in the header chunk.") }
}

/// What the chunks of a PNG say.
private struct PNGChunks {
  var size: PixelSize?
  var profileName: String?
  var blocks = MetadataBlocks()
  var text = PNGText()
  var frames: UInt32 = 0
  var nanoseconds: Int64 = 0
  private let source: ByteSource

  /// Chunks of metadata above this are passed over.
  private static let maximumChunk = 4 << 20
  /// Packed bytes of a profile that are looked at: its name stands near its start.
  private static let profileHead = 4 * 1_024
  /// More chunks than this are an attack on our time.
  private static let maximumChunks = 200_000

  init(_ source: ByteSource) { self.source = source }

  mutating func scan() throws(ByteError) {
    var offset: Int64 = 8
    for _ in 0..<Self.maximumChunks {
      var head = try source.reader(at: offset, upTo: 8)
      if head.isAtEnd { return }
      let count = Int(try head.read(UInt32.self))
      if head.starts(with: "IEND") { return }
      // Picture data is jumped over: only the next head is fetched, not a block.
      source.isSeeking = count > ByteSource.blockCount / 4
      try readChunk(head, at: offset + 8, count: count)
      offset += Int64(count) + 12
    }
  }

  private mutating func readChunk(
    _ head: ByteReader, at offset: Int64, count: Int
  ) throws(ByteError) {
    if head.starts(with: "IDAT") { return }
    if head.starts(with: "IHDR") {
      try readHeader(try source.reader(at: offset, count: 8))
    } else if head.starts(with: "acTL") {
      frames = try source.reader(at: offset, count: 8).peek(at: 0)
    } else if head.starts(with: "fcTL") {
      try readFrameControl(try source.reader(at: offset, count: 26))
    } else if head.starts(with: "iCCP") {
      try readProfile(try source.reader(at: offset, upTo: min(count, Self.profileHead)))
    } else if count <= Self.maximumChunk {
      try readText(head, at: offset, count: count)
    }
  }

  /// Takes the name inside the profile, else the name before it, which programs invent.
  private mutating func readProfile(_ chunk: ByteReader) throws(ByteError) {
    guard profileName == nil, let end = chunk.withRemaining({ $0.firstIndex(of: 0) }) else {
      return
    }
    let packed = try chunk.slice(min(end + 2, chunk.count)..<chunk.count)
    let profile = ByteReader(Inflate.zlibHead(packed, count: Self.profileHead))
    profileName =
      ICCProfile.description(of: profile) ?? chunk.withRemaining(MetadataText.clean)
  }

  private mutating func readText(
    _ head: ByteReader, at offset: Int64, count: Int
  ) throws(ByteError) {
    if head.starts(with: "eXIf") {
      blocks.exif.append(try source.reader(at: offset, upTo: count).withoutEXIFPrefix)
    } else if head.starts(with: "tEXt") {
      text.readPlain(try source.reader(at: offset, upTo: count), into: &blocks)
    } else if head.starts(with: "iTXt") {
      try text.readInternational(try source.reader(at: offset, upTo: count), into: &blocks)
    } else if head.starts(with: "zTXt") {
      text.readCompressed(try source.reader(at: offset, upTo: count), into: &blocks)
    }
  }

  private mutating func readHeader(_ header: ByteReader) throws(ByteError) {
    let width = Int(try header.peek(UInt32.self, at: 0))
    let height = Int(try header.peek(UInt32.self, at: 4))
    if size == nil, width > 0, height > 0, max(width, height) <= Int32.max {
      size = PixelSize(width: width, height: height)
    }
  }

  /// Adds a frame's delay; a denominator of zero means hundredths.
  private mutating func readFrameControl(_ frame: ByteReader) throws(ByteError) {
    let numerator = Int64(try frame.peek(UInt16.self, at: 20))
    let denominator = Int64(try frame.peek(UInt16.self, at: 22))
    nanoseconds += numerator * 1_000_000_000 / (denominator == 0 ? 100 : denominator)
  }
}
