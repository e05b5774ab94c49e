internal import MediaModel

/// Reads a Panasonic RW2: the tags of its own directory, then the EXIF of the JPEG inside.
///
/// - Note: Source: ExifTool's tag table `PanasonicRaw`.
func readRW2(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  var tiff = try TIFFStructure(source)
  let directories = tiff
  var fields = EXIFFields()
  try fields.read(&tiff)
  fields.apply(to: &metadata)
  tiff = directories
  guard let first = try tiff.directory(at: tiff.firstDirectory) else { return }
  var borders: [UInt16: Int] = [:]
  var picture: Int64?
  for field in first {
    switch field.tag {
    case 0x0004...0x0007: borders[field.tag] = tiff.number(field)
    case 0x002E: if field.inline == nil { picture = field.offset }
    case 0x000B: metadata.codec = tiff.number(field).flatMap(TIFFCompression.name)
    default: break
    }
  }
  // Top, left, bottom, right.
  if let top = borders[4], let left = borders[5], let bottom = borders[6], let right = borders[7] {
    metadata.pixelSize = PixelSize(checking: right - left, bottom - top)
  }
  guard let picture else { return }
  var segments = JPEGSegments(source, at: picture)
  // What the JPEG has before it ends too early still counts.
  let failure: ByteError?
  do {
    try segments.scan()
    failure = nil
  } catch { failure = error }
  segments.blocks.read(into: &metadata)
  if let failure { throw failure }
}
