internal import MediaModel

/// Reads a file with the reader of its container.
///
/// Formats without a reader here are known by their format alone; decoders add the rest.
func readContainer(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  switch metadata.format {
  case .jpeg: try readJPEG(source, into: &metadata)
  case .png: try readPNG(source, into: &metadata)
  case .gif: try readGIF(source, into: &metadata)
  case .webp: try readWebP(source, into: &metadata)
  case .heic, .heif, .avif, .mp4, .m4v, .quickTime, .threeGPP, .threeGPP2:
    try readISOBMFF(source, format: metadata.format, into: &metadata)
  default: break
  }
}
