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
    var boxes = JXLBoxes(source)
    defer { metadata.warnings += boxes.file.warnings }
    do throws(ByteError) {
      try boxes.read()
    } catch {
      // What was found before stands.
      try boxes.file.note(error, in: "file")
    }
    if !boxes.codestream.isEmpty {
      try apply(JXLHeader(ByteReader(boxes.codestream)), to: &metadata)
    }
    boxes.blocks.read(into: &metadata)
  }
  if metadata.pixelSize == nil { throw ContainerError.malformed("Its codestream has no size.") }
}

private func apply(_ header: JXLHeader, to metadata: inout EmbeddedMetadata) {
  metadata.pixelSize = header.size
  metadata.displaySize = header.size.map(header.orientation.displaySize(of:))
  metadata.isAnimated = header.isAnimated
  var colour = ColourInformation()
  colour.complete(
    primaries: header.primaries.map { UInt16(clamping: $0) },
    transfer: header.transfer.map { UInt16(clamping: $0) })
  metadata.colorProfile = colour.name
  metadata.hdr = colour.hdr
  if colour.hdr != nil { metadata.subtypes.insert(.hdr) }
}

/// The boxes of a JPEG XL file.
private struct JXLBoxes {
  let file: BoxFile
  private(set) var blocks = MetadataBlocks()
  /// The start of the codestream, joined of its parts.
  private(set) var codestream: [UInt8] = []
  private var remainingBlocks = JXLBoxes.maximumBlocks

  /// Blocks of metadata above this are passed over, packed or not.
  private static let maximumBlock = 4 << 20
  /// Blocks that are looked at.
  private static let maximumBlocks = 8

  init(_ source: ByteSource) { file = BoxFile(source) }

  mutating func read() throws(ByteError) {
    var boxes = file.boxes()
    while let box = try boxes.next() {
      switch box.type {
      case "jxlc": collect(try file.content(of: box, upTo: JXLHeader.count))
      case "jxlp":
        // The number of the part stands first.
        let part = try file.content(of: box, upTo: JXLHeader.count + 4)
        if part.count >= 4 { collect(try part.slice(4..<part.count)) }
      case "Exif", "xml ", "brob": try readBlock(box)
      default: break
      }
    }
  }

  /// Adds the start of a part, until enough of the codestream is there.
  private mutating func collect(_ part: ByteReader) {
    guard codestream.count < JXLHeader.count else { return }
    codestream += part.withRemaining { $0.copy() }
  }

  /// Keeps an EXIF block or an XMP packet; Brotli may have packed it.
  private mutating func readBlock(_ box: Box) throws(ByteError) {
    guard box.contentCount <= Self.maximumBlock, remainingBlocks > 0 else { return }
    var content = try file.content(of: box, upTo: Self.maximumBlock)
    var type = box.type
    if type == "brob" {
      guard content.count > 4 else { return }
      type = FourCC(try content.read(UInt32.self))
      guard ["Exif", "xml "].contains(type) else { return }
      remainingBlocks -= 1
      guard let unpacked = Brotli.unpack(content, limit: Self.maximumBlock) else {
        return file.warn(type, "cannot be unpacked")
      }
      content = unpacked
    } else {
      remainingBlocks -= 1
    }
    if type == "xml " {
      blocks.xmp.append(content)
    } else if let block = HEIFReader.tiffBlock(content) {
      blocks.exif.append(block)
    } else {
      file.warn(type, "no TIFF header")
    }
  }
}
