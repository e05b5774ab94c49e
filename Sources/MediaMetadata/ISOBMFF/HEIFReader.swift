internal import MediaModel

/// Reads the `meta` box of a HEIF or AVIF file into metadata.
///
/// - Note: Source: ISO/IEC 23008-12:2022; AV1 Image File Format 1.1; ISO 21496-1 (gain maps).
struct HEIFReader {
  private let file: BoxFile
  private let items: ItemCollection

  /// Items of one kind that are looked at: each costs a search through the tables.
  private static let maximumCandidates = 8
  /// Bytes of one EXIF item.
  private static let maximumEXIF = 8 << 20

  /// Reads the tables.
  init(_ meta: Box, in file: BoxFile) throws(ByteError) {
    self.file = file
    self.items = try ItemCollection(meta, in: file)
  }

  /// True when the file has items at all.
  var hasItems: Bool { !items.items.isEmpty }

  /// Reads the main picture and what belongs to it.
  func read(into metadata: inout EmbeddedMetadata) throws(ByteError) {
    try readEXIFItem(into: &metadata)
    // The container's transform is the only one: EXIF's orientation is never applied on top.
    metadata.orientation = .up
    try readPicture(into: &metadata)
    try readCompanions(into: &metadata)
  }

  /// Where the XMP packets lie, the main picture's first.
  func xmpPackets() throws(ByteError) -> [FileRange] {
    var packets: [FileRange] = []
    let candidates = items.items.lazy.filter { $0.contentType == "application/rdf+xml" }
    for item in candidates.prefix(Self.maximumCandidates) {
      do throws(ByteError) {
        let ranges = try items.location(of: item.id, in: file)
        guard ranges.count == 1 else { continue }
        let isOfPrimary = items.targets(of: item.id, by: "cdsc").contains { $0 == items.primary }
        packets.insert(ranges[0], at: isOfPrimary ? 0 : packets.count)
      } catch {
        try file.note(error, in: "iloc")
      }
    }
    return packets
  }

  // MARK: The picture

  private func readPicture(into metadata: inout EmbeddedMetadata) throws(ByteError) {
    guard let primary = items.primary ?? items.items.first?.id else { return }
    var colour = ColourInformation()
    var stored: PixelSize?
    var shown: PixelSize?
    for box in try items.properties.boxes(of: primary, in: file) {
      switch box.type {
      case "ispe":
        stored = try ItemProperties.size(box, in: file)
        shown = stored
      case "irot":
        if try isQuarterTurn(box) { shown = shown?.transposed }
      case "clap":
        if let cropped = try cropped(shown, by: box) { shown = cropped }
      case "colr": try colour.read(box, in: file)
      default: break
      }
    }
    if stored == nil {
      stored = try derivedSize(primary)
      if stored == nil { stored = try items.properties.largestSize(in: file) }
      shown = stored
    }
    metadata.pixelSize = stored ?? metadata.pixelSize
    metadata.displaySize = shown ?? metadata.displaySize
    metadata.codec = codec(of: primary) ?? metadata.codec
    metadata.colorProfile = colour.name ?? metadata.colorProfile
    if let hdr = colour.hdr {
      metadata.hdr = hdr
      metadata.subtypes.insert(.hdr)
    }
  }

  private func isQuarterTurn(_ box: Box) throws(ByteError) -> Bool {
    var isOdd = false
    try file.read(box, upTo: 1) { reader throws(ByteError) in
      isOdd = try reader.read(UInt8.self) & 1 != 0
    }
    return isOdd
  }

  private func cropped(_ size: PixelSize?, by box: Box) throws(ByteError) -> PixelSize? {
    var result: PixelSize?
    try file.read(box, upTo: 32) { reader throws(ByteError) in
      guard let aperture = try CleanAperture(&reader), let size else { return }
      result = aperture.crop(size)
      if result == nil { file.warn("clap", "does not lie inside the picture") }
    }
    return result
  }

  /// The canvas of a grid or an overlay whose item names no size.
  private func derivedSize(_ id: UInt32) throws(ByteError) -> PixelSize? {
    guard let type = items.item(id)?.type else { return nil }
    if type == "iden", let source = items.targets(of: id, by: "dimg").first {
      for box in try items.properties.boxes(of: source, in: file) where box.type == "ispe" {
        return try ItemProperties.size(box, in: file)
      }
    }
    guard type == "grid" else { return nil }
    do throws(ByteError) {
      guard var grid = try items.content(of: id, in: file, limit: 64) else { return nil }
      let flags = try grid.read(UInt16.self)
      try grid.skip(2)
      let width = try ItemCollection.readID(&grid, isLong: flags & 1 != 0)
      let height = try ItemCollection.readID(&grid, isLong: flags & 1 != 0)
      guard width > 0, height > 0 else { return nil }
      return PixelSize(width: Int(width), height: Int(height))
    } catch {
      try file.note(error, in: type)
      return nil
    }
  }

  /// The codec of an item, or of the items it is put together from.
  private func codec(of id: UInt32) -> String? {
    var id = id
    for _ in 0..<4 {
      guard let type = items.item(id)?.type else { return nil }
      if let codec = VideoCodec.name(itemType: type) { return codec }
      guard let source = items.targets(of: id, by: "dimg").first else { return nil }
      id = source
    }
    return nil
  }

  // MARK: What belongs to the picture

  private func readEXIFItem(into metadata: inout EmbeddedMetadata) throws(ByteError) {
    let blocks = items.items.lazy.filter { $0.type == "Exif" }.prefix(Self.maximumCandidates)
    let ofPrimary = blocks.first {
      items.targets(of: $0.id, by: "cdsc").contains { $0 == items.primary }
    }
    guard let item = ofPrimary ?? blocks.first else { return }
    do throws(ByteError) {
      guard let content = try items.content(of: item.id, in: file, limit: Self.maximumEXIF) else {
        return
      }
      guard let block = Self.tiffBlock(content) else {
        return file.warn("Exif", "no TIFF header")
      }
      readEXIF(block, into: &metadata)
    } catch {
      try file.note(error, in: "Exif")
    }
  }

  /// The TIFF header inside an EXIF item, which begins with the header's offset.
  ///
  /// Writers disagree on whether `Exif\0\0` counts, so the header is looked for when it is not
  /// where the offset says.
  static func tiffBlock(_ content: ByteReader) -> ByteReader? {
    func block(at offset: Int) -> ByteReader? {
      guard let mark = try? content.peek(UInt32.self, at: offset),
        mark == 0x4D4D_002A || mark == 0x4949_2A00
      else { return nil }
      return try? content.slice(offset..<content.count)
    }
    if let offset = try? content.peek(UInt32.self, at: 0), let found = block(at: 4 + Int(offset)) {
      return found
    }
    for offset in 0...16 {
      if let found = block(at: offset) { return found }
    }
    return nil
  }

  /// Depth maps and gain maps stand beside the picture as items of their own.
  private func readCompanions(into metadata: inout EmbeddedMetadata) throws(ByteError) {
    if items.items.contains(where: { $0.type == "tmap" }) { markGainMap(&metadata) }
    if items.isStereo { metadata.subtypes.insert(.spatial) }
    // A file may have thousands of auxiliary items; the first ones tell.
    let auxiliary = items.references.lazy.filter { $0.type == "auxl" }.map(\.from)
    for id in auxiliary.prefix(Self.maximumCandidates) {
      for box in try items.properties.boxes(of: id, in: file) where box.type == "auxC" {
        try file.read(box, upTo: 256) { reader throws(ByteError) in
          try reader.skip(4)
          let kind = MovieText.decode(try reader.bytes(reader.remaining)) ?? ""
          if kind.hasSuffix("hdrgainmap") { markGainMap(&metadata) }
          if kind.hasSuffix(":depth") || kind == "urn:mpeg:hevc:2015:auxid:2" {
            metadata.subtypes.insert(.depth)
          }
        }
      }
    }
  }

  private func markGainMap(_ metadata: inout EmbeddedMetadata) {
    metadata.hdr = metadata.hdr ?? "gain-map"
    metadata.subtypes.insert(.hdr)
  }
}
