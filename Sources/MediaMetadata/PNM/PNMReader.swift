internal import MediaModel

/// Reads the header of a Netpbm picture: PBM, PGM and PPM, plain or raw.
///
/// - Note: Source: Netpbm's manual pages pbm(5), pgm(5), ppm(5).
func readPNM(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "pnm"
  metadata.pixelSize = try PNMHeader(source.reader(at: 0, upTo: PNMHeader.maximumCount)).size
  if metadata.pixelSize == nil { throw ContainerError.malformed("The header has no size.") }
}

/// The text at the start of a Netpbm picture: a kind, two sides, and the highest value.
struct PNMHeader {
  /// The size; `nil` when a side is zero or the highest value is none that exists.
  private(set) var size: PixelSize?

  /// Comments make headers long; the sniffer has no more bytes than this.
  static let maximumCount = 4_096

  /// Reads a header.
  ///
  /// - Throws: `outOfBounds` when the bytes are no such header, or end within it.
  init(_ head: ByteReader) throws(ByteError) {
    var head = head
    guard try head.read(UInt8.self) == UInt8(ascii: "P") else { throw .outOfBounds }
    let kind = try head.read(UInt8.self)
    guard (0x31...0x36).contains(kind) else { throw .outOfBounds }
    let width = try Self.number(&head)
    let height = try Self.number(&head)
    // Bitmaps have no highest value.
    if kind != 0x31, kind != 0x34 {
      guard (1...65_535).contains(try Self.number(&head)) else { return }
    }
    size = PixelSize(checking: width, height)
  }

  /// Reads blanks and comments, at least one blank, then digits and the blank behind them.
  private static func number(_ head: inout ByteReader) throws(ByteError) -> Int {
    var isApart = head.position > 2
    var value: Int?
    while true {
      let byte = try head.read(UInt8.self)
      switch byte {
      case 0x30...0x39 where isApart:
        value = (value ?? 0) * 10 + Int(byte - 0x30)
        guard value ?? 0 <= Int(Int32.max) else { throw .outOfBounds }
      case 0x23 where value == nil:
        while try head.read(UInt8.self) != 0x0A {}
        isApart = true
      case 0x09...0x0D, 0x20:
        if let value { return value }
        isApart = true
      default: throw .outOfBounds
      }
    }
  }
}
