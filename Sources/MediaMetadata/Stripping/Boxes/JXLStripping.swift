internal import MediaModel

/// Strips the boxes of a JPEG XL file; the bare codestream holds no metadata.
///
/// The recipe for giving the JPEG back bit by bit holds that JPEG's metadata, so it goes with any
/// option.
///
/// - Note: Source: ISO/IEC 18181-2:2024 §9.
struct JXLStripping: BoxEditing {
  /// What has to change.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping

  private static let maximumBlock = 16 << 20
  private var remainingBlocks = 8

  /// Prepares to strip a file.
  init(_ source: ByteSource, _ options: MetadataStripping) {
    file = BoxFile(source)
    self.options = options
  }

  /// Strips the whole file.
  mutating func run() throws {
    let head = try file.source.reader(at: 0, count: 2)
    if try head.peek(UInt16.self, at: 0) == 0xFF0A { return }
    var boxes: [Box] = []
    let end = try each(file.boxes()) { boxes.append($0) }
    edits.remove(end..<file.source.count)
    for box in boxes {
      switch box.type {
      case "JXL ", "ftyp", "jxlc", "jxlp", "jxll", "jxli", "jhgm": break
      case "Exif", "xml ": try strip(box, box.type, content(box, upTo: Self.maximumBlock))
      case "brob": try unpack(box)
      default: edits.remove(box.start..<box.end)
      }
    }
  }

  private mutating func unpack(_ box: Box) throws {
    guard remainingBlocks > 0, !options.isTotal,
      var packed = try content(box, upTo: Self.maximumBlock).map({ ByteReader($0) }),
      let type = (try? packed.read(UInt32.self)).map({ FourCC($0) }),
      type == "Exif" || type == "xml "
    else { return edits.remove(box.start..<box.end) }
    let block = Brotli.unpack(packed, limit: Self.maximumBlock)
    try strip(box, type, block.map { $0.withRemaining { $0.copy() } })
  }

  private mutating func strip(_ box: Box, _ type: FourCC, _ old: [UInt8]?) throws {
    remainingBlocks -= 1
    guard let old, !options.isTotal, remainingBlocks >= 0, let new = stripped(type, old) else {
      return edits.remove(box.start..<box.end)
    }
    if new == old { return }
    let count = UInt32(new.count + 8)
    let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) }
    let name = Array((type == "Exif" ? "Exif" : "xml ").utf8)
    edits.replace(box.start..<box.end, with: head + name + new)
  }

  private func stripped(_ type: FourCC, _ old: [UInt8]) -> [UInt8]? {
    if type == "xml " { return XMPStripping.strip(old, options) }
    guard let block = HEIFReader.tiffBlock(ByteReader(old)) else { return nil }
    let start = old.count - block.count
    return TIFFStripping<BlockBytes>.exif(block.withRemaining { $0.copy() }, options)
      .map { Array(old[..<start]) + $0 }
  }
}
