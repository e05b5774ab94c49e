internal import MediaModel

/// Reads a TIFF, a BigTIFF, a DNG, or a raw file that is built like a TIFF.
///
/// - Note: Source: TIFF 6.0; Adobe DNG 1.7.1; ExifTool's documentation of the makers' raw files.
func readTIFF(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  let tiff = try TIFFStructure(source)
  let subfiles = TIFFSubfiles(tiff)
  guard let first = subfiles.first else {
    throw ContainerError.malformed("Its first directory cannot be read.")
  }
  var fields = EXIFFields()
  var copy = tiff
  try fields.read(&copy)
  fields.apply(to: &metadata)
  let main = metadata.format.isRaw ? subfiles.largest : subfiles.firstPage
  if fields.orientation == nil, let turned = main?.orientation { metadata.orientation = turned }
  metadata.codec = (main ?? first).compression.flatMap(TIFFCompression.name)
  metadata.pixelSize = main?.size
  var shown = main?.shownSize ?? main?.size
  switch metadata.format {
  case .cr2: (metadata.pixelSize, shown) = (subfiles.exifSize, subfiles.exifSize)
  case .raw3fr where tiff.isOfPhaseOne:
    (metadata.pixelSize, shown) = (subfiles.exifSize, subfiles.exifSize)
  default: break
  }
  metadata.displaySize = shown.map(metadata.orientation.displaySize(of:))
  var blocks = TIFFBlocks.read(tiff)
  blocks.icc = main?.icc ?? first.icc
  blocks.read(into: &metadata)
  if metadata.pixelSize == nil, !metadata.format.isRaw {
    throw ContainerError.malformed("No picture with a size.")
  }
}

extension TIFFStructure<ByteSource> {
  /// True for IIQ, whose own directory begins behind the header and whose TIFF part is a preview.
  fileprivate var isOfPhaseOne: Bool {
    guard let mark = try? bytes.reader(at: 8, count: 4) else { return false }
    return mark.starts(with: "IIII") || mark.starts(with: "MMMM")
  }
}
