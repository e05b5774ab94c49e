internal import MediaModel

/// Reads the header of a Windows or OS/2 bitmap.
///
/// - Note: Source: Microsoft's documentation of BITMAPFILEHEADER, BITMAPCOREHEADER,
///   BITMAPINFOHEADER, BITMAPV4HEADER and BITMAPV5HEADER.
func readBMP(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "bmp"
  let header = try BitmapHeader(source, at: 14)
  metadata.pixelSize = header.size
  metadata.colorProfile = header.profileName
  if header.size == nil { throw ContainerError.malformed("The header has no size.") }
}

/// The header before a bitmap's pixels, in a file of its own or in an icon.
struct BitmapHeader {
  /// The size; `nil` when a side is zero.
  let size: PixelSize?
  /// The name of the colour profile.
  let profileName: String?

  /// The header of OS/2 1.x, which has sides of 16 bits.
  private static let coreCount = 12
  private static let version5Count = 124
  private static let profileHead = 16 * 1_024

  /// Reads the header at `offset`.
  init(_ source: ByteSource, at offset: Int64) throws(ByteError) {
    var header = try source.reader(at: offset, upTo: Self.version5Count)
    header.isBigEndian = false
    let count = Int(try header.peek(UInt32.self, at: 0))
    if count == Self.coreCount {
      size = PixelSize(
        checking: Int(try header.peek(UInt16.self, at: 4)),
        Int(try header.peek(UInt16.self, at: 6)))
      profileName = nil
      return
    }
    // A negative height says that the rows begin at the top.
    let height = Int(try header.peek(Int32.self, at: 8))
    size = PixelSize(checking: Int(try header.peek(Int32.self, at: 4)), abs(height))
    profileName = count >= Self.version5Count ? Self.profile(header, source, at: offset) : nil
  }

  /// The name inside an embedded profile, whose offset counts from the header.
  private static func profile(
    _ header: ByteReader, _ source: ByteSource, at start: Int64
  ) -> String? {
    guard let kind = try? header.peek(UInt32.self, at: 56), kind == 0x4D42_4544,  // MBED
      let offset = try? header.peek(UInt32.self, at: 112),
      let count = try? header.peek(UInt32.self, at: 116),
      let profile = try? source.reader(
        at: start + Int64(offset), upTo: min(Int(count), profileHead))
    else { return nil }
    return ICCProfile.description(of: profile)
  }
}
