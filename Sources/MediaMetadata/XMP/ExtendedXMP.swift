/// An XMP packet that was too large for one segment of a JPEG.
///
/// Each part has a head: the packet's name (its MD5 in 32 hexadecimal digits), the packet's length
/// and the part's offset. Parts of other packets may lie between.
///
/// - Note: Source: XMP Specification Part 3, §1.1.3.1. The digest is not computed: the names must
///   be equal, and a wrong packet is no worse than any other wrong value.
enum ExtendedXMP {
  private static let headCount = 40
  private static let nameCount = 32
  /// Bytes that are put together; what is wanted stands before the depth maps.
  private static let maximumCount = 1 << 20
  /// Parts that are kept; each is of 64 KiB.
  static let maximumParts = 16

  /// Puts the parts of one packet together; a part that is missing ends it.
  static func packet(named name: String, in parts: [ByteReader]) -> ByteReader? {
    var bytes: [UInt8] = []
    let own = parts.compactMap { Part($0, of: name) }.sorted { $0.offset < $1.offset }
    for part in own {
      // Parts may come twice, never with a gap.
      guard part.offset <= bytes.count else { break }
      let known = bytes.count - part.offset
      guard known < part.content.count else { continue }
      guard part.offset + part.content.count <= maximumCount else { break }
      part.content.withRemaining { content in
        content.append(known..<content.count, to: &bytes)
      }
    }
    return bytes.isEmpty ? nil : ByteReader(bytes)
  }

  private struct Part {
    let offset: Int
    let content: ByteReader

    /// Reads the head; `nil` for the part of another packet.
    init?(_ segment: ByteReader, of name: String) {
      guard let offset = try? segment.peek(UInt32.self, at: ExtendedXMP.nameCount + 4),
        let content = try? segment.slice(ExtendedXMP.headCount..<segment.count),
        segment.withRemaining({ bytes in
          bytes.slice(0..<ExtendedXMP.nameCount).withCodeUnits { $0.elementsEqual(name.utf8) }
        })
      else { return nil }
      self.offset = Int(offset)
      self.content = content
    }
  }
}
