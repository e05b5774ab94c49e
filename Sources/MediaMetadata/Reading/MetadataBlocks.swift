internal import MediaModel

/// The blocks of metadata that a container holds, before any is read.
///
/// Containers only find them; what they mean is decided here, in one place for all containers.
struct MetadataBlocks {
  /// EXIF blocks in file order, each from its TIFF header on.
  var exif: [ByteReader] = []
  /// XMP packets in file order.
  var xmp: [ByteReader] = []
  /// Parts of an extended XMP packet of JPEG, each with its 40-byte head.
  var extendedXMP: [ByteReader] = []
  /// Photoshop resource blocks, which hold IPTC.
  var photoshop: [ByteReader] = []
  /// The ICC profile, or its first part.
  var icc: ByteReader?

  /// Reads all blocks into `metadata`; earlier blocks win, and none overwrites what is there.
  func read(into metadata: inout EmbeddedMetadata) {
    if let icc, metadata.colorProfile == nil {
      metadata.colorProfile = ICCProfile.description(of: icc)
    }
    guard !exif.isEmpty else { return }
    var fields = EXIFFields()
    for block in exif { fields.read(block) }
    fields.apply(to: &metadata)
  }
}
