/// The XMP, IPTC and Photoshop blocks that the first directory of a TIFF holds.
///
/// - Note: Source: XMP specification part 3 §1.1.8; TIFF technical note "TIFF/EP" for 0x83BB.
enum TIFFBlocks {
  /// Blocks above this are passed over.
  static let maximumBlock = 4 << 20

  /// Finds the blocks.
  static func read(_ tiff: TIFFStructure<ByteSource>) -> MetadataBlocks {
    var blocks = MetadataBlocks()
    var tiff = tiff
    guard let first = (try? tiff.directory(at: tiff.firstDirectory)) ?? nil else { return blocks }
    for field in first {
      switch field.tag {
      case 0x02BC where blocks.xmp.isEmpty:
        if let packet = tiff.block(field, upTo: maximumBlock) { blocks.xmp.append(packet) }
      case 0x83BB where blocks.photoshop.isEmpty:
        if let records = tiff.block(field, upTo: maximumBlock) {
          blocks.photoshop.append(records.swappedIfNeeded)
        }
      case 0x8649 where blocks.photoshop.count < 2:
        if let resources = tiff.block(field, upTo: maximumBlock) {
          blocks.photoshop.append(resources)
        }
      default: break
      }
    }
    return blocks
  }
}

extension ByteReader {
  /// IPTC records whose first byte is the tag marker.
  ///
  /// Programs that wrote the records as 32-bit numbers may have exchanged their bytes.
  fileprivate var swappedIfNeeded: ByteReader {
    guard count % 4 == 0, (try? peek(UInt8.self, at: 0)) != 0x1C,
      (try? peek(UInt8.self, at: 3)) == 0x1C
    else { return self }
    var reader = self
    var swapped: [UInt8] = []
    swapped.reserveCapacity(count)
    while let four = try? reader.bytes(4) { swapped += four.reversed() }
    return ByteReader(swapped)
  }
}
