internal import MediaModel

/// Reads one EXIF block, from its TIFF header on, into what `metadata` does not yet know.
///
/// Orientation is left alone for HEIF, AVIF and JPEG XL, whose containers turn the picture
/// themselves.
///
/// - Note: Source: Exif 2.32 (CIPA DC-008).
func readEXIF(_ block: ByteReader, into metadata: inout EmbeddedMetadata) {
  var fields = EXIFFields()
  fields.read(block)
  fields.apply(to: &metadata)
}
