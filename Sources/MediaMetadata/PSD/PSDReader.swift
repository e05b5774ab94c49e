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
    guard let size = try PhotoshopResource.size(head) else { return }
    let whole = size.head + size.content + size.content & 1
    if size.content <= maximumBlock, PhotoshopResource.isWanted(size.id) {
      var bytes = try source.reader(at: offset, upTo: whole)
      if let resource = try PhotoshopResource.next(in: &bytes) { blocks.append(resource) }
    }
    offset += Int64(whole)
  }
}

extension PhotoshopResource {
  /// The counts of bytes in a block's head and its content; `nil` when no block begins there.
  fileprivate static func size(
    _ head: ByteReader
  ) throws(ByteError) -> (id: UInt16, head: Int, content: Int)? {
    guard isBlock(head) else { return nil }
    let id = try head.peek(UInt16.self, at: 4)
    let name = 6 + 1 + (Int(try head.peek(UInt8.self, at: 6)) | 1)
    return (id, name + 4, Int(try head.peek(UInt32.self, at: name)))
  }

  fileprivate static func isWanted(_ id: UInt16) -> Bool {
    [iptc, profile, exif, xmp].contains(id)
  }
}

extension MetadataBlocks {
  /// Takes what a resource holds.
  fileprivate mutating func append(_ resource: PhotoshopResource) {
    switch resource.id {
    case PhotoshopResource.iptc: photoshop.append(resource.whole)
    case PhotoshopResource.profile: icc = icc ?? resource.content
    case PhotoshopResource.exif: exif.append(resource.content.withoutEXIFPrefix)
    case PhotoshopResource.xmp: xmp.append(resource.content)
    default: break
    }
  }
}
