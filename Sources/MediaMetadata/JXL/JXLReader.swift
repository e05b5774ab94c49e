internal import MediaModel

/// Reads a JPEG XL picture, bare or in boxes.
///
/// The codestream's orientation is counted into the size and is then no more: decoders turn the
/// picture themselves, and EXIF's orientation is never applied on top.
///
/// - Note: Source: ISO/IEC 18181-1:2024 Annex D, ISO/IEC 18181-2:2024 §9.
func readJXL(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "jpegxl"
  let start = try source.reader(at: 0, upTo: JXLHeader.count)
  if try start.peek(UInt16.self, at: 0) == 0xFF0A {
    try apply(JXLHeader(start), to: &metadata)
  } else {
    try readBoxes(BoxFile(source), into: &metadata)
  }
  if metadata.pixelSize == nil { throw ContainerError.malformed("Its codestream has no size.") }
}

/// Blocks of metadata above this are passed over.
private let maximumBlock = 8 << 20
/// Blocks of one kind that are kept.
private let maximumBlocks = 8

private func readBoxes(_ file: BoxFile, into metadata: inout EmbeddedMetadata) throws {
  defer { metadata.warnings += file.warnings }
  var blocks = MetadataBlocks()
  var codestream: [UInt8] = []
  var boxes = file.boxes()
  while let box = try boxes.next() {
    switch box.type {
    case "jxlc": collect(try file.content(of: box, upTo: JXLHeader.count), into: &codestream)
    case "jxlp":
      // The number of the part stands first.
      var part = try file.content(of: box, upTo: JXLHeader.count + 4)
      if part.count >= 4 {
        try part.skip(4)
        collect(try part.slice(part.remaining), into: &codestream)
      }
    case "Exif" where box.contentCount <= maximumBlock && blocks.exif.count < maximumBlocks:
      if let block = HEIFReader.tiffBlock(try file.content(of: box, upTo: maximumBlock)) {
        blocks.exif.append(block)
      } else {
        file.warn(box.type, "no TIFF header")
      }
    case "xml " where box.contentCount <= maximumBlock && blocks.xmp.count < maximumBlocks:
      blocks.xmp.append(try file.content(of: box, upTo: maximumBlock))
    default: break
    }
  }
  if !codestream.isEmpty { try apply(JXLHeader(ByteReader(codestream)), to: &metadata) }
  blocks.read(into: &metadata)
}

/// Adds the start of a codestream's part, until enough of it is there.
private func collect(_ part: ByteReader, into codestream: inout [UInt8]) {
  guard codestream.count < JXLHeader.count else { return }
  codestream += part.withRemaining { $0.copy() }
}

private func apply(_ header: JXLHeader, to metadata: inout EmbeddedMetadata) {
  metadata.pixelSize = header.size
  metadata.displaySize = header.size.map(header.orientation.displaySize(of:))
  metadata.isAnimated = header.isAnimated
  switch header.transfer {
  case 16: metadata.hdr = "pq"
  case 18: metadata.hdr = "hlg"
  default: return
  }
  metadata.subtypes.insert(.hdr)
}
