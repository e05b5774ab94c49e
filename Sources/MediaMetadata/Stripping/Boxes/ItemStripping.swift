internal import MediaModel

/// Strips the items of a HEIF or AVIF file: EXIF, XMP, JPEG pictures, descriptions.
///
/// An item keeps its place and length. EXIF that goes becomes a block that says only how the
/// picture is turned, XMP a packet that says nothing, so that readers find what they expect.
struct ItemStripping: BoxEditing {
  /// What has to change; every change keeps its length.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping

  private static let maximumItem = 16 << 20
  /// Each costs a search through the table of places.
  private static let maximumCandidates = 64
  /// No more are read, so some would be overlooked.
  private static let maximumItems = 16_384

  /// Prepares to strip.
  init(_ file: BoxFile, _ options: MetadataStripping) {
    self.file = file
    self.options = options
  }

  /// Strips a `meta` box; false when it is none with items.
  mutating func strip(_ meta: Box) throws -> Bool {
    let items = try ItemCollection(meta, in: file)
    if items.items.isEmpty { return false }
    try stripBoxes(meta)
    let candidates = items.items.filter { item in
      switch item.type {
      case "Exif", "uri ", "jpeg": true
      case "mime": item.contentType?.hasPrefix("image/") != true
      default: false
      }
    }
    guard candidates.count <= Self.maximumCandidates, items.items.count < Self.maximumItems else {
      throw DeliveryFailure(
        code: .tooLarge, reason: "it has more items than one picture is worth")
    }
    for item in candidates { try strip(item, items) }
    return true
  }

  /// Frees what may stand beside the tables, and descriptions among the properties.
  private mutating func stripBoxes(_ meta: Box) throws {
    var boxes: [Box] = []
    try each(try file.metaChildren(of: meta)) { boxes.append($0) }
    for box in boxes {
      switch box.type {
      case "hdlr", "pitm", "iinf", "iloc", "iref", "idat", "grpl", "dinf", "ipro": break
      case "iprp": try stripProperties(box)
      case "free", "skip": edits.zero(box.contentStart..<box.end)
      default: free(box)
      }
    }
  }

  /// Properties are counted, so a description becomes a free box in its place.
  private mutating func stripProperties(_ iprp: Box) throws {
    var doomed: [Box] = []
    let options = options
    try each(file.children(of: iprp)) { container in
      guard container.type == "ipco" else { return }
      try each(file.children(of: container)) { property in
        let concerns: MetadataStripping =
          switch property.type {
          case "udes", "altt": .captions
          case "crtt", "mdft", "wbxx": .all.subtracting([.location, .captions, .serials])
          case "uuid": [.location, .captions, .serials]
          default: []
          }
        if !concerns.isDisjoint(with: options) { doomed.append(property) }
      }
    }
    for property in doomed { free(property) }
  }

  private mutating func strip(_ item: ItemCollection.Item, _ items: ItemCollection) throws {
    let places: [FileRange]
    do {
      places = try items.location(of: item.id, in: file)
    } catch ByteError.outOfBounds {
      // Nobody can read an item that lies outside the file.
      return
    }
    let count = places.reduce(Int64(0)) { $0 + $1.count }
    if places.isEmpty {
      throw DeliveryFailure(
        code: .unsupported, reason: "its metadata items lie in other files or items")
    }
    guard count <= Int64(Self.maximumItem) else {
      for place in places { edits.zero(place.offset..<place.offset + place.count) }
      return
    }
    var old: [UInt8] = []
    for place in places {
      old += try file.source.reader(at: place.offset, count: Int(place.count))
        .withRemaining { $0.copy() }
    }
    let new = stripped(item, old)
    guard new != old else { return }
    var start = 0
    for place in places {
      let end = start + Int(place.count)
      edits.overwrite(at: place.offset, with: Array(new[start..<end]))
      start = end
    }
  }

  /// The new content of an item, of equal length.
  private func stripped(_ item: ItemCollection.Item, _ old: [UInt8]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: old.count)
    switch item.type {
    case "Exif": return stripEXIF(old)
    case "jpeg":
      guard let new = JPEGStripping.preview(old), new.count <= old.count else {
        return old
      }
      return new + zeros.dropFirst(new.count)
    case "mime" where item.contentType == "application/rdf+xml":
      let text = Array(old[..<(old.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
      let new = XMPStripping.strip(text, options) ?? XMPStripping.empty(text.count)
      return new + zeros.dropFirst(new.count)
    default: return zeros
    }
  }

  private func stripEXIF(_ old: [UInt8]) -> [UInt8] {
    var new = [UInt8](repeating: 0, count: old.count)
    var orientation: UInt8 = 1
    if let block = HEIFReader.tiffBlock(ByteReader(old)) {
      let start = old.count - block.count
      let bytes = block.withRemaining { $0.copy() }
      if !options.isTotal, let kept = TIFFStripping<BlockBytes>.exif(bytes, options) {
        return Array(old[..<start]) + kept
      }
      var stripping = try? TIFFStripping(BlockBytes(block: block), options)
      try? stripping?.run()
      orientation = stripping?.orientation ?? 1
    }
    let minimal = MinimalEXIF.block(orientation)
    // The offset of the header stands first.
    if new.count >= minimal.count + 4 { new.replaceSubrange(4..<4 + minimal.count, with: minimal) }
    return new
  }
}
