internal import MediaModel

/// Strips the chunks of a WebP.
///
/// - Note: Source: RFC 9649 §2.7.
struct WebPStripping {
  /// What has to change.
  private(set) var edits = DeliveryEdits()
  private let source: ByteSource
  private let options: MetadataStripping
  private var extended: (place: Int64, flags: UInt8)?
  private var orientation: UInt8?
  private var hasEXIF = false
  private var hasXMP = false

  private static let maximumChunk = 16 << 20
  private static let maximumChunks = 200_000
  private static let exifFlag: UInt8 = 0x08
  private static let xmpFlag: UInt8 = 0x04

  /// Prepares to strip a file.
  init(_ source: ByteSource, _ options: MetadataStripping) {
    self.source = source
    self.options = options
  }

  /// Strips the whole file.
  mutating func run() throws {
    let size = try little(at: 4)
    // What stands behind the container is no part of it.
    let end = min(source.count, 8 + Int64(size) + Int64(size & 1))
    var offset: Int64 = 12
    for _ in 0..<Self.maximumChunks {
      guard end - offset >= 8 else { return try finish(at: offset, end) }
      let name = FourCC(try source.reader(at: offset, count: 4).peek(UInt32.self, at: 0))
      let count = Int64(try little(at: offset + 4))
      source.isSeeking = count > 4_096
      let next = min(end, offset + 8 + count + (count & 1))
      try strip(name, offset..<next, isCut: offset + 8 + count > end)
      offset = next
    }
    throw DeliveryFailure(code: .tooLarge, reason: "it has more than 200,000 chunks")
  }

  private func little(at offset: Int64) throws -> UInt32 {
    try source.reader(at: offset, count: 4).peek(UInt32.self, at: 0).byteSwapped
  }

  private mutating func strip(_ name: FourCC, _ chunk: Range<Int64>, isCut: Bool) throws {
    switch name {
    case "VP8X":
      if chunk.byteCount > 8 {
        extended = (
          chunk.lowerBound + 8, try source.reader(at: chunk.lowerBound + 8, count: 1).peek(at: 0)
        )
      }
    case "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP": break
    case "EXIF" where !isCut: try stripEXIF(chunk)
    case "XMP " where !isCut: try stripXMP(chunk)
    default: edits.remove(chunk)
    }
  }

  private func content(_ chunk: Range<Int64>) throws -> [UInt8]? {
    let count = Int64(try little(at: chunk.lowerBound + 4))
    guard count <= Self.maximumChunk else { return nil }
    return try source.reader(at: chunk.lowerBound + 8, count: Int(count))
      .withRemaining { $0.copy() }
  }

  private mutating func stripEXIF(_ chunk: Range<Int64>) throws {
    edits.remove(chunk)
    guard let content = try content(chunk) else { return }
    let prefix = content.starts(with: Array("Exif\0\0".utf8)) ? Array(content.prefix(6)) : []
    let block = Array(content.dropFirst(prefix.count))
    if options.isTotal {
      var stripping = try? TIFFStripping(BlockBytes(block: ByteReader(block)), options)
      try? stripping?.run()
      orientation = orientation ?? stripping?.orientation
    } else if let new = TIFFStripping<BlockBytes>.exif(block, options) {
      hasEXIF = true
      edits.replace(
        chunk.lowerBound..<chunk.lowerBound, with: Self.chunk("EXIF", prefix + new))
    }
  }

  private mutating func stripXMP(_ chunk: Range<Int64>) throws {
    edits.remove(chunk)
    guard !options.isTotal, let content = try content(chunk),
      let new = XMPStripping.strip(content, options)
    else { return }
    hasXMP = true
    edits.replace(chunk.lowerBound..<chunk.lowerBound, with: Self.chunk("XMP ", new))
  }

  /// Sets flags and size to what is left.
  private mutating func finish(at offset: Int64, _ end: Int64) throws {
    edits.remove(min(offset, source.count)..<source.count)
    if let extended {
      if let orientation, orientation != 1 {
        hasEXIF = true
        edits.replace(
          offset..<offset, with: Self.chunk("EXIF", MinimalEXIF.block(orientation)))
      }
      var flags = extended.flags & ~(Self.exifFlag | Self.xmpFlag)
      if hasEXIF { flags |= Self.exifFlag }
      if hasXMP { flags |= Self.xmpFlag }
      if flags != extended.flags { edits.overwrite(at: extended.place, with: [flags]) }
    }
    let size = source.count + edits.growth() - 8
    if size != Int64(try little(at: 4)), let size = UInt32(exactly: size) {
      edits.overwrite(at: 4, with: Self.little(size))
    }
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(content.count)) + content
      + (content.count & 1 == 1 ? [0] : [])
  }
}
