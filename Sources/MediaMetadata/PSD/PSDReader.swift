internal import MediaModel

/// Reads the header and the image resources of a Photoshop document, PSD or PSB.
///
/// - Note: Source: Adobe Photoshop File Formats Specification, "File Header Section".
func readPSD(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "psd"
  let header = try source.reader(at: 0, count: 26)
  let height = Int(try header.peek(UInt32.self, at: 14))
  let width = Int(try header.peek(UInt32.self, at: 18))
  metadata.pixelSize = PixelSize(checking: width, height)
  var blocks = MetadataBlocks()
  defer { blocks.read(into: &metadata) }
  // Colour mode data stand before the resources.
  let colors = Int64(try source.reader(at: 26, count: 4).peek(UInt32.self, at: 0))
  let start = 30 + colors
  let count = Int64(try source.reader(at: start, count: 4).peek(UInt32.self, at: 0))
  try scanResources(source, from: start + 4, to: start + 4 + count, into: &blocks)
  if metadata.pixelSize == nil { throw ContainerError.malformed("The header has no size.") }
}

/// Blocks of metadata above this are passed over.
private let maximumBlock = 4 << 20
/// More resources than this are an attack on our time; documents have about thirty.
private let maximumResources = 4_096
/// Identifier, the longest name, and the size.
private let headCount = 4 + 2 + 256 + 4

/// Walks from block to block, so that thumbnails and paths are never fetched.
private func scanResources(
  _ source: ByteSource, from start: Int64, to end: Int64, into blocks: inout MetadataBlocks
) throws(ByteError) {
  var offset = start
  let end = min(end, source.count)
  for _ in 0..<maximumResources where end - offset >= 12 {
    let head = try source.reader(at: offset, upTo: headCount)
    guard PhotoshopResources.isSignature(try head.peek(UInt32.self, at: 0)) else { return }
    let id = try head.peek(UInt16.self, at: 4)
    // The name, its length included, is padded to an even count; so is the content.
    let size = 7 + (Int(try head.peek(UInt8.self, at: 6)) | 1)
    let count = Int(try head.peek(UInt32.self, at: size))
    let content = offset + Int64(size + 4)
    if count <= maximumBlock { try blocks.take(id, source, at: content, count) }
    offset = content + Int64(count + count & 1)
  }
}

extension MetadataBlocks {
  /// Takes what a resource holds, if it is one that is wanted.
  fileprivate mutating func take(
    _ id: UInt16, _ source: ByteSource, at offset: Int64, _ count: Int
  ) throws(ByteError) {
    switch id {
    case 1028: photoshop.append(try source.reader(at: offset, upTo: count))
    case 1039 where icc == nil: icc = try source.reader(at: offset, upTo: count)
    case 1058: exif.append(try source.reader(at: offset, upTo: count).withoutEXIFPrefix)
    case 1060: xmp.append(try source.reader(at: offset, upTo: count))
    default: break
    }
  }
}
