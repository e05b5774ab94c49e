internal import MediaModel

/// Reads a JPEG 2000 picture: JP2, JPX and JPH in boxes, or a bare codestream.
///
/// - Note: Source: ITU-T T.800 Annex A (codestream), Annex I (boxes); ITU-T T.814 for JPH.
func readJP2(_ source: ByteSource, into metadata: inout EmbeddedMetadata) throws {
  metadata.codec = "jpeg2000"
  let start = try source.reader(at: 0, upTo: JP2Codestream.count)
  if try start.peek(UInt16.self, at: 0) == JP2Codestream.mark {
    metadata.pixelSize = try JP2Codestream.size(start)
  } else {
    var reader = JP2Boxes(source)
    defer { metadata.warnings += reader.file.warnings }
    do throws(ByteError) {
      try reader.read()
    } catch {
      // What was found before stands.
      try reader.file.note(error, in: "file")
    }
    metadata.pixelSize = reader.size ?? reader.codestreamSize
    metadata.colorProfile = reader.colour.name
    reader.blocks.read(into: &metadata)
  }
  if metadata.pixelSize == nil { throw ContainerError.malformed("No picture with a size.") }
}

/// The head of a JPEG 2000 codestream.
enum JP2Codestream {
  /// Start of codestream.
  static let mark: UInt16 = 0xFF4F
  /// The two markers and the sides.
  static let count = 24

  /// The size of the picture: the grid without what lies before the picture's corner.
  static func size(_ codestream: ByteReader) throws(ByteError) -> PixelSize? {
    guard try codestream.peek(UInt32.self, at: 0) == 0xFF4F_FF51 else { return nil }
    func side(_ end: Int, _ start: Int) throws(ByteError) -> Int {
      Int(try codestream.peek(UInt32.self, at: end))
        - Int(try codestream.peek(UInt32.self, at: start))
    }
    return PixelSize(checking: try side(8, 16), try side(12, 20))
  }
}

/// The boxes of a JPEG 2000 file.
private struct JP2Boxes {
  let file: BoxFile
  private(set) var size: PixelSize?
  private(set) var codestreamSize: PixelSize?
  private(set) var colour = ColourInformation()
  private(set) var blocks = MetadataBlocks()

  /// Blocks of metadata above this are passed over.
  private static let maximumBlock = 8 << 20
  /// Blocks that are kept.
  private static let maximumBlocks = 8
  private var kept = 0

  init(_ source: ByteSource) { file = BoxFile(source) }

  mutating func read() throws(ByteError) {
    var boxes = file.boxes()
    while let box = try boxes.next() {
      switch box.type {
      case "jp2h": try readHeader(box)
      case "jp2c" where codestreamSize == nil:
        codestreamSize = try JP2Codestream.size(file.content(of: box, upTo: JP2Codestream.count))
      case "uuid": try readUUID(box)
      case "xml ": try keep(box, skipping: 0) { $0.xmp.append($1) }
      default: break
      }
    }
  }

  private mutating func readHeader(_ header: Box) throws(ByteError) {
    var boxes = file.children(of: header)
    while let box = try boxes.next() {
      switch box.type {
      case "ihdr" where size == nil:
        var found: PixelSize?
        try file.read(box, upTo: 8) { reader throws(ByteError) in
          let height = Int(try reader.read(UInt32.self))
          found = PixelSize(checking: Int(try reader.read(UInt32.self)), height)
        }
        size = found
      case "colr" where colour.profileName == nil: try readColour(box)
      default: break
      }
    }
  }

  /// Reads a colour specification: method 2 or 3 holds a profile behind three bytes.
  private mutating func readColour(_ box: Box) throws(ByteError) {
    let limit = 3 + ColourInformation.maximumProfile
    try file.read(box, upTo: limit) { reader throws(ByteError) in
      let method = try reader.read(UInt8.self)
      try reader.skip(2)
      switch method {
      // 16 is sRGB; the others are greys and makers' own.
      case 1: if try reader.read(UInt32.self) == 16 { colour.complete(primaries: 1, transfer: 13) }
      case 2, 3: colour.take(profile: try reader.slice(reader.remaining))
      default: break
      }
    }
  }

  private mutating func readUUID(_ box: Box) throws(ByteError) {
    switch try BoxUUID(box, in: file) {
    case .xmp?: try keep(box, skipping: 16) { $0.xmp.append($1) }
    case .exif?:
      try keep(box, skipping: 16) { blocks, content in
        if let block = HEIFReader.tiffBlock(content) { blocks.exif.append(block) }
      }
    case .iptc?:
      try keep(box, skipping: 16) { $0.photoshop.append($1) }
    default: break
    }
  }

  /// Hands over what a box holds behind `skipping` bytes, unless it is too large.
  private mutating func keep(
    _ box: Box, skipping: Int, _ body: (inout MetadataBlocks, ByteReader) -> Void
  ) throws(ByteError) {
    guard box.contentCount <= Self.maximumBlock, kept < Self.maximumBlocks else { return }
    kept += 1
    try file.read(box, upTo: Self.maximumBlock) { reader throws(ByteError) in
      try reader.skip(skipping)
      body(&blocks, try reader.slice(reader.remaining))
    }
  }
}

extension BoxUUID {
  /// IPTC records.
  static let iptc = BoxUUID(0x33C7_A4D2_B81D_4723, 0xA0BA_F1A3_E097_AD38)
}
