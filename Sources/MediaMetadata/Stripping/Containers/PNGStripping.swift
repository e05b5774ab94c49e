internal import MediaModel

/// Strips the chunks of a PNG, animated or not.
///
/// - Note: Source: PNG 3rd edition §5, §11; extensions to PNG 1.5.0.
struct PNGStripping {
  /// What has to change.
  private(set) var edits = DeliveryEdits()
  private let source: ByteSource
  private let options: MetadataStripping
  private var orientation: UInt8?
  /// Where a chunk that tells only the orientation may go.
  private var exifPlace: Int64?
  private var remainingTexts = 32

  private static let maximumChunk = 16 << 20
  private static let maximumChunks = 200_000

  /// Prepares to strip a file.
  init(_ source: ByteSource, _ options: MetadataStripping) {
    self.source = source
    self.options = options
  }

  /// Strips the whole file.
  mutating func run() throws {
    var offset: Int64 = 8
    for _ in 0..<Self.maximumChunks {
      let head = try source.reader(at: offset, upTo: 8)
      guard head.count == 8 else { return finish(at: offset) }
      let count = Int64(try head.peek(UInt32.self, at: 0))
      let name = FourCC(try head.peek(UInt32.self, at: 4))
      let end = offset + 12 + count
      source.isSeeking = count > 4_096
      // The picture of a cut file shows as far as it goes.
      if end > source.count {
        if name != "IDAT", name != "fdAT" { edits.remove(offset..<source.count) }
        return finish(at: source.count)
      }
      try strip(name, offset..<end)
      offset = end
      if name == "IEND" { return finish(at: offset) }
    }
    throw DeliveryFailure(code: .tooLarge, reason: "it has more than 200,000 chunks")
  }

  /// Takes out what follows the picture, and puts the orientation back.
  private mutating func finish(at end: Int64) {
    edits.remove(min(end, source.count)..<source.count)
    guard options.isTotal, let orientation, orientation != 1, let exifPlace else { return }
    edits.replace(
      exifPlace..<exifPlace, with: Self.chunk("eXIf", MinimalEXIF.block(orientation)))
  }

  private mutating func strip(_ name: FourCC, _ chunk: Range<Int64>) throws {
    switch name {
    case "eXIf", "zxIf": try stripEXIF(chunk)
    case "tEXt", "zTXt", "iTXt": try stripText(name, chunk)
    case "tIME": if options.isTotal { edits.remove(chunk) }
    default: if !Self.isStructural(name) { edits.remove(chunk) }
    }
  }

  /// True for what shows the picture; chunks that nobody has described go.
  private static func isStructural(_ name: FourCC) -> Bool {
    switch name {
    case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP",
      "mDCV", "mDCv", "cLLI", "cLLi", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT",
      "sTER", "oFFs", "pCAL", "sCAL", "gIFg", "vpAg", "caNv", "CgBI", "JDAT", "JHDR", "JSEP":
      true
    default: false
    }
  }

  private func content(_ chunk: Range<Int64>) throws -> [UInt8]? {
    let count = chunk.byteCount - 12
    guard count <= Self.maximumChunk else { return nil }
    return try source.reader(at: chunk.lowerBound + 8, count: Int(count))
      .withRemaining { $0.copy() }
  }

  private mutating func stripEXIF(_ chunk: Range<Int64>) throws {
    guard let content = try content(chunk) else { return edits.remove(chunk) }
    // Some writers keep the six bytes that JPEG needs.
    let skipped = content.starts(with: Array("Exif\0\0".utf8)) ? 6 : 0
    let block = Array(content[skipped...])
    note(block, at: chunk)
    guard !options.isTotal, let new = TIFFStripping<BlockBytes>.exif(block, options) else {
      return edits.remove(chunk)
    }
    if new != block { edits.replace(chunk, with: Self.chunk("eXIf", new)) }
  }

  private mutating func note(_ block: [UInt8], at chunk: Range<Int64>) {
    guard orientation == nil, options.isTotal,
      var stripping = try? TIFFStripping(BlockBytes(block: ByteReader(block)), options)
    else { return }
    try? stripping.run()
    orientation = stripping.orientation
    exifPlace = chunk.lowerBound
  }

  // MARK: Texts

  private mutating func stripText(_ name: FourCC, _ chunk: Range<Int64>) throws {
    guard let content = try content(chunk), let end = content.firstIndex(of: 0),
      let text = PNGTextChunk(name, content, keywordEnd: end)
    else { return edits.remove(chunk) }
    // ImageMagick keeps profiles it does not know in texts; one of colour shows the picture.
    if text.keyword == "Raw profile type icc" || text.keyword == "Raw profile type icm" { return }
    if options.isTotal {
      if text.keyword == "Raw profile type exif" || text.keyword == "Raw profile type APP1",
        let value = value(text), let block = RawProfile.bytes(of: ByteReader(value))
      {
        note(block.withoutEXIFPrefix.withRemaining { $0.copy() }, at: chunk)
      }
      return edits.remove(chunk)
    }
    if text.keyword == "XML:com.adobe.xmp" {
      guard let value = value(text), let new = XMPStripping.strip(value, options) else {
        return edits.remove(chunk)
      }
      if new != value {
        edits.replace(
          chunk, with: Self.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + new))
      }
    } else if text.keyword.hasPrefix("Raw profile type ") {
      try stripProfile(text, chunk)
    } else if !MetadataNames.concerns(text.keyword).isDisjoint(with: options) {
      edits.remove(chunk)
    }
  }

  /// The value of a text; of texts without end, only the first ones are unpacked.
  private mutating func value(_ text: PNGTextChunk) -> [UInt8]? {
    remainingTexts -= 1
    return remainingTexts >= 0 ? text.value() : nil
  }

  private mutating func stripProfile(_ text: PNGTextChunk, _ chunk: Range<Int64>) throws {
    guard let value = value(text), let bytes = RawProfile.bytes(of: ByteReader(value)) else {
      return edits.remove(chunk)
    }
    let block = bytes.withRemaining { $0.copy() }
    let prefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let exif = Array("Exif\0\0".utf8)
    var new: [UInt8]?
    switch text.keyword {
    case "Raw profile type exif", "Raw profile type APP1":
      if block.starts(with: prefix) {
        new = XMPStripping.strip(Array(block.dropFirst(prefix.count)), options).map { prefix + $0 }
      } else if block.starts(with: exif) {
        new = TIFFStripping<BlockBytes>.exif(Array(block.dropFirst(6)), options).map { exif + $0 }
      } else {
        new = TIFFStripping<BlockBytes>.exif(block, options)
      }
    case "Raw profile type xmp": new = XMPStripping.strip(block, options)
    case "Raw profile type iptc", "Raw profile type 8bim":
      new = PhotoshopStripping.strip(block, options)
    default: new = nil
    }
    guard let new else { return edits.remove(chunk) }
    if new == block { return }
    edits.replace(chunk, with: Self.chunk("tEXt", Self.rawProfile(text.keyword, new)))
  }

  /// A profile as ImageMagick writes it.
  private static func rawProfile(_ keyword: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let name = keyword.dropFirst("Raw profile type ".count)
    var result = Array("\(keyword)\0\n\(name)\n\(bytes.count)\n".utf8)
    for (index, byte) in bytes.enumerated() {
      result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      if index % 36 == 35 { result.append(0x0A) }
    }
    return result + [0x0A]
  }

  /// A chunk with its length and checksum.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    func bigEndian(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
    let body = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
  }

  /// CRC-32 of ISO 3309, as PNG wants it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes { crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 0xFF)] }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}

/// The keyword and the value of a text chunk.
struct PNGTextChunk {
  let keyword: String
  private let content: [UInt8]
  private let isPacked: Bool

  /// Reads `tEXt`, `zTXt` or `iTXt`.
  init?(_ name: FourCC, _ chunk: [UInt8], keywordEnd: Int) {
    keyword = String(decoding: chunk[..<keywordEnd], as: UTF8.self)
    let rest = chunk[(keywordEnd + 1)...]
    switch name {
    case "tEXt":
      content = Array(rest)
      isPacked = false
    case "zTXt":
      content = Array(rest.dropFirst())
      isPacked = true
    default:
      guard rest.count >= 4, let language = rest.dropFirst(2).firstIndex(of: 0),
        let translated = rest[(language + 1)...].firstIndex(of: 0)
      else { return nil }
      content = Array(rest[(translated + 1)...])
      isPacked = rest.first == 1
    }
  }

  /// The value, unpacked; `nil` when that cannot be done.
  func value() -> [UInt8]? { isPacked ? Inflate.zlib(ByteReader(content)) : content }
}
