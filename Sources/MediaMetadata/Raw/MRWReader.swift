internal import MediaModel

/// Reads the blocks of a Minolta MRW: picture dimensions and an EXIF block.
///
/// - Note: Source: ExifTool's tag table `MinoltaRaw`.
func readMRW(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  let end = Int64(try source.reader(at: 4, count: 4).peek(UInt32.self, at: 0)) + 8
  var blocks = MetadataBlocks()
  defer { blocks.read(into: &metadata) }
  var offset: Int64 = 8
  for _ in 0..<maximumBlocks where offset < end {
    let head = try source.reader(at: offset, count: 8)
    let count = Int(try head.peek(UInt32.self, at: 4))
    if head.starts(with: "\0PRD") {
      let dimensions = try source.reader(at: offset + 8, count: 16)
      // The picture's sides stand behind the sensor's.
      let height = Int(try dimensions.peek(UInt16.self, at: 12))
      let width = Int(try dimensions.peek(UInt16.self, at: 14))
      metadata.pixelSize = PixelSize(checking: width, height)
    } else if head.starts(with: "\0TTW"), count <= maximumBlock {
      blocks.exif.append(try source.reader(at: offset + 8, upTo: count))
    }
    offset += 8 + Int64(count)
  }
}

/// Files have four or five blocks.
private let maximumBlocks = 64
private let maximumBlock = 4 << 20
