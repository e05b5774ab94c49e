/// The identifiers in an Apple maker note.
///
/// - Note: Source: ExifTool's tag table `Apple`; Apple documents none of it. The note is a text, a
///   version, a byte order and a directory whose offsets count from the note's start.
struct AppleMakerNote {
  /// 0x000B, shared by the frames of a burst.
  var burstID: String?
  /// 0x0011, shared by the still and the movie of a Live Photo.
  var contentID: String?

  private static let prefix: StaticString = "Apple iOS\0"
  private static let directoryOffset: Int64 = 14
  /// Notes are of 1 to 3 KiB.
  private static let maximumCount = 32 * 1_024

  /// Reads a maker note; `nil` when it is another maker's or cannot be read.
  init?(_ note: BorrowedBytes) {
    guard note.count <= Self.maximumCount, note.starts(with: Self.prefix),
      let second = note[13], let first = note[12], first == second
    else { return nil }
    let isBigEndian = first == UInt8(ascii: "M")
    let block = BlockBytes(block: ByteReader(note.copy()))
    guard
      let directory = try? TIFFDirectory(
        in: block, at: Self.directoryOffset, bigEndian: isBigEndian, isBig: false)
    else { return nil }
    for field in directory where field.tag == 0x000B || field.tag == 0x0011 {
      guard field.type == .ascii, let count = field.byteCount,
        let text = try? field.inline ?? block.reader(at: field.offset, count: count)
      else { continue }
      let identifier = text.withRemaining(MetadataText.clean)
      if field.tag == 0x000B { burstID = identifier } else { contentID = identifier }
    }
  }
}
