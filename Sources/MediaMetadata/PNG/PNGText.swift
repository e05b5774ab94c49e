internal import MediaModel

/// The texts of a PNG that the catalog keeps: keyword, NUL, and a text of three encodings.
struct PNGText {
  private var creationTime: CaptureTimeCandidate?
  private var title: String?
  private var author: String?
  private var caption: String?
  private var copyright: String?
  private var software: String?
  private var warnings: [MetadataWarning] = []

  /// Reads a `tEXt` chunk: Latin-1, though many write UTF-8.
  mutating func readPlain(_ chunk: ByteReader, into blocks: inout MetadataBlocks) {
    guard let (keyword, start) = Self.keyword(of: chunk) else { return }
    take(keyword, try? chunk.slice(start..<chunk.count), into: &blocks)
  }

  /// Reads a `zTXt` chunk.
  mutating func readCompressed(_ chunk: ByteReader, into blocks: inout MetadataBlocks) {
    guard let (keyword, start) = Self.keyword(of: chunk), Self.isKnown(keyword),
      let data = try? chunk.slice(min(start + 1, chunk.count)..<chunk.count)
    else { return }
    take(keyword, Inflate.zlib(data).map { ByteReader($0) }, into: &blocks)
  }

  /// Reads an `iTXt` chunk: UTF-8, perhaps compressed, behind a language and a translated keyword.
  mutating func readInternational(
    _ chunk: ByteReader, into blocks: inout MetadataBlocks
  ) throws(ByteError) {
    guard let (keyword, start) = Self.keyword(of: chunk), Self.isKnown(keyword) else { return }
    let isCompressed = try chunk.peek(UInt8.self, at: start) == 1
    var position = start + 2
    for _ in 0..<2 {
      let rest = try chunk.slice(min(position, chunk.count)..<chunk.count)
      guard let end = rest.withRemaining({ $0.firstIndex(of: 0) }) else { return }
      position += end + 1
    }
    let data = try chunk.slice(position..<chunk.count)
    take(keyword, isCompressed ? Inflate.zlib(data).map { ByteReader($0) } : data, into: &blocks)
  }

  private static func keyword(of chunk: ByteReader) -> (String, Int)? {
    chunk.withRemaining { bytes in
      guard let end = bytes.firstIndex(of: 0), end > 0, end <= 79,
        let keyword = MetadataText.clean(bytes.slice(0..<end))
      else { return nil }
      return (keyword, end + 1)
    }
  }

  private static func isKnown(_ keyword: String) -> Bool {
    switch keyword {
    case "XML:com.adobe.xmp", "Raw profile type exif", "Raw profile type APP1",
      "Raw profile type xmp", "Raw profile type iptc", "Creation Time", "Title", "Author",
      "Description", "Copyright", "Software":
      true
    default: false
    }
  }

  private mutating func take(
    _ keyword: String, _ data: ByteReader?, into blocks: inout MetadataBlocks
  ) {
    guard let data else { return }
    switch keyword {
    case "XML:com.adobe.xmp": blocks.xmp.append(data)
    case "Raw profile type exif", "Raw profile type APP1": RawProfile.read(data, into: &blocks)
    case "Raw profile type xmp":
      if let bytes = RawProfile.bytes(of: data) { blocks.xmp.append(bytes) }
    case "Raw profile type iptc":
      if let bytes = RawProfile.bytes(of: data) { blocks.photoshop.append(bytes) }
    case "Creation Time": takeTime(data)
    default: takeWords(keyword, data.withRemaining(MetadataText.clean))
    }
  }

  private mutating func takeWords(_ keyword: String, _ text: String?) {
    switch keyword {
    case "Title": title = title ?? text
    case "Author": author = author ?? text
    case "Description": caption = caption ?? text
    case "Copyright": copyright = copyright ?? text
    case "Software": software = software ?? text
    default: break
    }
  }

  private mutating func takeTime(_ data: ByteReader) {
    switch data.withRemaining(EXIFDateText.read) {
    case .unknown: break
    case .impossible:
      let text = data.withRemaining { MetadataText.clean($0.slice(0..<40)) } ?? ""
      warnings.append(
        MetadataWarning(tag: "png:CreationTime", reason: "impossible value '\(text)'"))
    case .date(let date):
      creationTime =
        creationTime
        ?? CaptureTimeCandidate(
          source: .container, wallTime: date.wallTime, offset: date.offset,
          precision: date.precision)
    }
  }

  /// Hands the texts to `metadata`, which keeps what EXIF said.
  func apply(to metadata: inout EmbeddedMetadata) {
    if let creationTime { metadata.captureTimes.append(creationTime) }
    metadata.annotations.title = metadata.annotations.title ?? title
    metadata.annotations.caption = metadata.annotations.caption ?? caption
    metadata.annotations.artist = metadata.annotations.artist ?? author
    metadata.annotations.copyright = metadata.annotations.copyright ?? copyright
    metadata.camera.software = metadata.camera.software ?? software
    metadata.warnings.append(contentsOf: warnings)
  }
}
