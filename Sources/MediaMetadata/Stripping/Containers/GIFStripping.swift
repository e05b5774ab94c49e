internal import MediaModel

/// Strips the blocks of a GIF.
///
/// - Note: Source: GIF89a §18…§26; XMP specification part 3 §1.1.2.
struct GIFStripping {
  /// What has to change.
  private(set) var edits = DeliveryEdits()
  private let source: ByteSource
  private let options: MetadataStripping
  private var position: Int64 = 0

  /// The bytes that let a reader skip an XMP packet as if it were blocks.
  private static let trailerCount: Int64 = 258

  /// Prepares to strip a file.
  init(_ source: ByteSource, _ options: MetadataStripping) {
    self.source = source
    self.options = options
  }

  /// Strips the whole file.
  mutating func run() throws {
    do throws(ByteError) {
      position = 13
      skipColors(try byte(at: 10))
      while true {
        let start = position
        switch try byte(at: start) {
        case 0x2C:
          position += 10
          skipColors(try byte(at: start + 9))
          position += 1
          try skipBlocks()
        case 0x21: try stripExtension()
        case 0x3B:
          edits.remove(start + 1..<source.count)
          return
        default:
          // Viewers show what came before.
          edits.remove(start..<source.count)
          return
        }
      }
    } catch {
      guard error == .outOfBounds else { throw error }
    }
  }

  private func byte(at offset: Int64) throws(ByteError) -> UInt8 {
    let window = Int(min(64, source.count - offset))
    return try source.reader(at: offset, count: max(1, window)).peek(at: 0)
  }

  private mutating func skipColors(_ flags: UInt8) {
    if flags & 0x80 != 0 { position += 3 << (Int64(flags & 7) + 1) }
  }

  private mutating func skipBlocks() throws(ByteError) {
    while true {
      let count = try byte(at: position)
      position += 1 + Int64(count)
      if count == 0 { return }
    }
  }

  private mutating func stripExtension() throws(ByteError) {
    let start = position
    let label = try byte(at: start + 1)
    position = start + 2
    do throws(ByteError) {
      try skipBlocks()
    } catch {
      // A block that the end of the file cuts.
      if label == 0xFE || label == 0xFF { edits.remove(start..<source.count) }
      throw error
    }
    switch label {
    // Graphic control and plain text show the picture.
    case 0xF9, 0x01: break
    case 0xFE: if options.contains(.captions) { edits.remove(start..<position) }
    case 0xFF: try stripApplication(start)
    default: edits.remove(start..<position)
    }
  }

  private mutating func stripApplication(_ start: Int64) throws(ByteError) {
    let head = try source.reader(at: start, upTo: 14)
    if head.holds("NETSCAPE2.0", at: 3) || head.holds("ANIMEXTS1.0", at: 3)
      || head.holds("ICCRGBG1012", at: 3)
    {
      return
    }
    let end = position - Self.trailerCount
    guard head.holds("XMP DataXMP", at: 3), !options.isTotal, end > start + 14,
      end - start <= Int64(XMPStripping.maximumCount)
    else { return edits.remove(start..<position) }
    let packet = start + 14..<end
    let old = try source.reader(at: packet.lowerBound, count: Int(packet.byteCount))
      .withRemaining { $0.copy() }
    guard let new = XMPStripping.strip(old, options) else { return edits.remove(start..<position) }
    if new != old { edits.overwrite(at: packet.lowerBound, with: new) }
  }
}
