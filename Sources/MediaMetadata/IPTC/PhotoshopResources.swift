/// The resources that Photoshop keeps in JPEG, TIFF and PNG; one of them is the IPTC record.
///
/// - Note: Source: Adobe Photoshop File Formats Specification, "Image Resource Blocks".
enum PhotoshopResources {
  /// IPTC-NAA record.
  private static let iptcRecord: UInt16 = 0x0404
  /// Resources that are looked at; real files have about 30.
  private static let maximumResources = 1_024
  /// Bytes of the parts of one file together.
  private static let maximumCount = 4 << 20

  /// Finds the IPTC record among resources.
  ///
  /// A segment of a JPEG holds 64 KiB, so a resource may go on in the next part. What begins with a
  /// data set instead of a resource is such a record itself.
  ///
  /// - Parameter parts: Blocks of resources in file order.
  /// - Returns: The record, `nil` when there is none.
  static func iptc(in parts: [ByteReader]) -> ByteReader? {
    guard let first = parts.first else { return nil }
    if first.starts(with: "\u{1C}") { return first }
    return record(in: parts.count == 1 ? first : joined(parts))
      ?? parts.first { $0.starts(with: "\u{1C}") }
  }

  private static func joined(_ parts: [ByteReader]) -> ByteReader {
    var bytes: [UInt8] = []
    for part in parts where part.count <= maximumCount - bytes.count {
      part.withRemaining { bytes += $0.copy() }
    }
    return ByteReader(bytes)
  }

  private static func record(in block: ByteReader) -> ByteReader? {
    var block = block
    for _ in 0..<maximumResources {
      guard let resource = try? next(in: &block) else { return nil }
      if resource.id == iptcRecord { return resource.content }
    }
    return nil
  }

  /// Reads one resource; a cut one gives what is there.
  private static func next(
    in block: inout ByteReader
  ) throws(ByteError) -> (id: UInt16, content: ByteReader) {
    guard isSignature(try block.read(UInt32.self)) else { throw .outOfBounds }
    let id = try block.read(UInt16.self)
    let nameCount = Int(try block.read(UInt8.self))
    // Name with its length, and content, are padded to even counts.
    try block.skip(nameCount | 1)
    let count = Int(try block.read(UInt32.self))
    let content = try block.slice(min(count, block.remaining))
    if count & 1 == 1, !block.isAtEnd { try block.skip(1) }
    return (id, content)
  }

  /// `8BIM`, and what other programs of Adobe and their ancestors write.
  static func isSignature(_ value: UInt32) -> Bool {
    switch value {
    case 0x3842_494D, 0x4147_4847, 0x5048_5554, 0x4443_5352, 0x4D65_5361: true
    default: false
    }
  }
}
