internal import MediaModel

/// The blocks of metadata that a container holds, before any is read.
///
/// Containers only find them; what they mean is decided here, in one place for all containers.
struct MetadataBlocks {
  /// EXIF blocks in file order, each from its TIFF header on.
  var exif: [ByteReader] = []
  /// XMP packets in file order, the main picture's first.
  var xmp: [ByteReader] = []
  /// Parts of an extended XMP packet of JPEG, each with its 40-byte head.
  var extendedXMP: [ByteReader] = []
  /// Photoshop resource blocks, which hold IPTC; a bare IPTC record (TIFF tag 33723) goes here too.
  var photoshop: [ByteReader] = []
  /// The ICC profile, or its first part.
  var icc: ByteReader?

  /// XMP packets that are read; real files have one or two.
  private static let maximumPackets = 8

  /// Reads all blocks into `metadata`; earlier blocks win.
  ///
  /// What the camera knows (dates, lens, place) comes from EXIF first and XMP fills the gaps. What
  /// people write (title, keywords, rating) comes from XMP first, then IPTC, then all else: the
  /// order of the Metadata Working Group's guidelines, without the digest that few programs keep.
  func read(into metadata: inout EmbeddedMetadata) {
    if let icc, metadata.colorProfile == nil {
      metadata.colorProfile = ICCProfile.description(of: icc)
    }
    readEXIF(into: &metadata)
    let xmp = xmpFields
    xmp?.apply(to: &metadata)
    var words = xmp?.words ?? EmbeddedMetadata.Annotations()
    if let record = PhotoshopResources.iptc(in: photoshop) {
      var iptc = IPTCFields()
      iptc.read(record)
      if let time = iptc.captureTime() { metadata.captureTimes.append(time) }
      metadata.warnings += iptc.warnings
      words.fill(from: iptc.words)
    } else if xmp == nil {
      return
    }
    words.fill(from: metadata.annotations)
    metadata.annotations = words
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    guard !exif.isEmpty else { return }
    var fields = EXIFFields()
    for block in exif { fields.read(block) }
    fields.apply(to: &metadata)
  }

  /// What the XMP packets say, `nil` when there is none.
  private var xmpFields: XMPFields? {
    guard !xmp.isEmpty else { return nil }
    var fields = XMPFields()
    for packet in xmp.prefix(Self.maximumPackets) { fields.read(packet) }
    if let name = fields.extensionGUID,
      let packet = ExtendedXMP.packet(named: name, in: extendedXMP)
    {
      fields.read(packet)
    }
    return fields
  }
}
