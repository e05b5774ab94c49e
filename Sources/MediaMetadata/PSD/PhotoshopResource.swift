/// One block of Photoshop's image resources, as PSD, JPEG and TIFF hold them.
///
/// - Note: Source: Adobe Photoshop File Formats Specification, "Image Resources Section".
struct PhotoshopResource {
  /// What the block holds.
  let id: UInt16
  /// What it holds, without its head.
  let content: ByteReader
  /// The block with its head, as other containers hold it.
  let whole: ByteReader

  /// IPTC records.
  static let iptc: UInt16 = 1028
  /// An ICC profile.
  static let profile: UInt16 = 1039
  /// An EXIF block.
  static let exif: UInt16 = 1058
  /// An XMP packet.
  static let xmp: UInt16 = 1060

  /// Takes the next block; `nil` at the end, and where no block can be made out.
  static func next(in resources: inout ByteReader) throws(ByteError) -> PhotoshopResource? {
    guard resources.remaining >= 12 else { return nil }
    let start = resources.position
    resources.isBigEndian = true
    guard isBlock(resources) else { return nil }
    try resources.skip(4)
    let id = try resources.read(UInt16.self)
    let nameCount = Int(try resources.read(UInt8.self))
    // The name, its length included, is padded to an even count; so is the content.
    try resources.skip(nameCount | 1)
    let count = Int(try resources.read(UInt32.self))
    let content = try resources.slice(count)
    if count & 1 == 1, !resources.isAtEnd { try resources.skip(1) }
    return PhotoshopResource(
      id: id, content: content, whole: try resources.slice(start..<resources.position))
  }

  /// True at the head of a block: Photoshop's own signature or one of the programs that add theirs.
  static func isBlock(_ bytes: ByteReader) -> Bool {
    ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"].contains { bytes.starts(with: $0) }
  }

  /// Wraps IPTC records as the one resource block that holds them; `nil` when they are none.
  static func iptc(_ records: ByteReader) -> ByteReader? {
    var records = records
    guard let count = UInt32(exactly: records.remaining),
      let bytes = try? records.bytes(records.remaining), bytes.first == 0x1C
    else { return nil }
    let head = Array("8BIM\u{4}\u{4}\0\0".utf8)
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    return ByteReader(head + size + bytes + (bytes.count & 1 == 1 ? [0] : []))
  }
}
