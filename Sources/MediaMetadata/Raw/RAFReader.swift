internal import MediaModel

/// Reads a Fujifilm RAF: the EXIF of the JPEG inside, and the size of the cropped raw picture.
///
/// - Note: Source: ExifTool's documentation of the RAF header and its tag table `FujiFilm RAF`.
func readRAF(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  let header = try source.reader(at: 0, count: 100)
  let picture = Int64(try header.peek(UInt32.self, at: 84))
  let directory = Int64(try header.peek(UInt32.self, at: 92))
  let directoryCount = Int(try header.peek(UInt32.self, at: 96))
  var segments = JPEGSegments(source, at: picture)
  var failure: ByteError?
  do { try segments.scan() } catch { failure = error }
  segments.blocks.read(into: &metadata)
  do {
    metadata.pixelSize = try rafSize(
      try source.reader(at: directory, upTo: min(directoryCount, maximumDirectory)))
  } catch { failure = failure ?? error }
  if let failure { throw failure }
}

private let maximumDirectory = 64 * 1_024

/// The size in tag 0x0111: height, then width.
private func rafSize(_ directory: ByteReader) throws(ByteError) -> PixelSize? {
  var records = directory
  let count = Int(try records.read(UInt32.self))
  for _ in 0..<count {
    let tag = try records.read(UInt16.self)
    var record = try records.slice(Int(try records.read(UInt16.self)))
    guard tag == 0x0111 else { continue }
    let height = Int(try record.read(UInt16.self))
    return PixelSize(checking: Int(try record.read(UInt16.self)), height)
  }
  return nil
}
