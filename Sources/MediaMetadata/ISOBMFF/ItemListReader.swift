/// Reads a movie's `meta` box: QuickTime keys with their values, and iTunes' item list.
///
/// - Note: Source: QuickTime File Format, "QuickTime metadata"; ISO/IEC 14496-12:2022 §8.11.
struct ItemListReader {
  private let file: BoxFile
  private var keys: [String] = []

  /// More keys than this are not read.
  private static let maximumKeys = 1_024

  /// Starts on a file.
  init(_ file: BoxFile) { self.file = file }

  /// Reads `meta` in either layout.
  consuming func read(_ meta: Box, into tags: inout MovieTags) throws(ByteError) {
    try readMeta(meta, into: &tags)
  }

  private mutating func readMeta(_ meta: Box, into tags: inout MovieTags) throws(ByteError) {
    var lists: [Box] = []
    var boxes = try file.metaChildren(of: meta)
    while let box = try boxes.next() {
      switch box.type {
      case "keys": try readKeys(box)
      case "ilst": lists.append(box)
      case "xml ": try NonRealTimeMetaReader(file).read(box, into: &tags)
      default: break
      }
    }
    for list in lists { try readList(list, into: &tags) }
  }

  private mutating func readKeys(_ box: Box) throws(ByteError) {
    try file.read(box, upTo: 256 * 1_024) { reader throws(ByteError) in
      try reader.skip(4)
      let count = try reader.read(UInt32.self)
      for _ in 0..<min(Int(count), Self.maximumKeys) {
        let size = Int(try reader.read(UInt32.self))
        try reader.skip(4)  // namespace, `mdta` or `udta`
        keys.append(MovieText.decode(try reader.bytes(size - 8)) ?? "")
      }
    }
  }

  private func readList(_ list: Box, into tags: inout MovieTags) throws(ByteError) {
    var items = file.children(of: list)
    while let item = try items.next() {
      let index = Int(item.type.rawValue)
      let key = index >= 1 && index <= keys.count ? keys[index - 1] : nil
      if key == nil, !Self.isKnown(item.type) { continue }
      guard let value = try value(of: item) else { continue }
      if let key {
        tags.offer(key: key, value)
      } else {
        offer(item.type, value, to: &tags)
      }
    }
  }

  private func value(of item: Box) throws(ByteError) -> MetadataValue? {
    var boxes = file.children(of: item)
    while let box = try boxes.next() {
      guard box.type == "data" else { continue }
      var value: MetadataValue?
      try file.read(box, upTo: 8 + MovieText.maximumBytes) { reader throws(ByteError) in
        value = try MetadataValue(&reader)
      }
      return value
    }
    return nil
  }

  private static func isKnown(_ type: FourCC) -> Bool {
    field(of: type) != nil || type == "keyw"
  }

  private static func field(of type: FourCC) -> MovieTags.Field? {
    switch type {
    case "©nam": .title
    case "desc", "ldes", "©des", "©cmt": .caption
    case "©ART", "©aut": .artist
    case "cprt", "©cpy": .copyright
    case "©day": .day
    case "©xyz": .location
    case "©mak": .make
    case "©mod": .model
    case "©swr": .software
    default: nil
    }
  }

  private func offer(_ type: FourCC, _ value: MetadataValue, to tags: inout MovieTags) {
    if type == "keyw" {
      for word in MovieText.words(value.text ?? "") { tags.offerKeyword(word) }
    } else if let field = Self.field(of: type) {
      tags.offer(field, value.text, from: .itemList)
    }
  }
}

extension BoxFile {
  /// The boxes of a `meta` box: ISO's has version and flags in front, QuickTime's has not.
  func metaChildren(of meta: Box) throws(ByteError) -> BoxCursor {
    var isFull = true
    if meta.contentCount >= 8 {
      let first = try source.reader(at: meta.contentStart, count: 8)
      isFull = FourCC(try first.peek(UInt32.self, at: 4)) != "hdlr"
    }
    return children(of: meta, skipping: isFull ? 4 : 0)
  }
}
