internal import MediaModel

/// Strips a `udta` box: QuickTime's texts, 3GPP's assets, an item list, makers' own boxes.
///
/// - Note: Source: QuickTime File Format, "User data atoms"; 3GPP TS 26.244 §8; ExifTool's tables of
///   user data for makers.
struct UserDataStripping: BoxEditing {
  /// What has to change; every change keeps its length.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping

  /// Prepares to strip.
  init(_ file: BoxFile, _ options: MetadataStripping) {
    self.file = file
    self.options = options
  }

  /// Strips all entries; what no standard knows goes, for makers put whole blocks there.
  mutating func strip(_ udta: Box) throws {
    var boxes: [Box] = []
    let end = try each(file.children(of: udta)) { boxes.append($0) }
    edits.zero(end..<udta.end)
    for box in boxes {
      switch box.type {
      case "meta":
        var list = ItemListStripping(file, options)
        try list.strip(box)
        edits.add(list.edits, at: 0)
      case "XMP_":
        if try !stripPacket(box.contentStart..<box.end) { free(box) }
      default:
        if Self.concerns(box.type).isDisjoint(with: options) { continue }
        free(box)
      }
    }
  }

  /// What an entry concerns; one that is not known, everything.
  static func concerns(_ type: FourCC) -> MetadataStripping {
    switch type {
    case "©xyz", "loci", "©gps", "©loc", "©xsp", "©ysp", "©zsp": .location
    case "©nam", "©cmt", "©des", "©inf", "©key", "©st3", "©alb", "©grp", "©lyr", "©dsa", "©snm",
      "titl", "dscp", "kywd", "albm", "coll", "name", "chpl", "tnam":
      .captions
    // Maker, model, software, times, format, credit, rating, genre.
    case "©mak", "©mod", "©swr", "©day", "©too", "©enc", "©fmt", "©ART", "©aut", "©art", "©cpy",
      "©dir", "©prd", "©src", "©prf", "©wrt", "©req", "©hst", "©isr", "manu", "modl", "date",
      "auth", "perf", "cprt", "yrrc", "rtng", "gnre", "clsf", "thum":
      []
    // How players show a movie.
    case "LOOP", "SelO", "AllF", "WLOC", "ptv ", "hnti", "hinf", "hinv", "kind", "strk", "tsel",
      "tagc", "cvru", "labl", "ludt", "free", "skip":
      []
    default: [.location, .captions, .serials]
    }
  }
}

/// Strips a movie's `meta` box: QuickTime's keys with their values, and iTunes' item list.
///
/// - Note: Source: QuickTime File Format, "QuickTime metadata"; ISO/IEC 14496-12:2022 §8.11.
struct ItemListStripping: BoxEditing {
  /// What has to change; every change keeps its length.
  var edits = DeliveryEdits()
  let file: BoxFile
  let options: MetadataStripping

  private static let maximumKeys = 4_096
  private static let maximumCover = 8 << 20

  /// Prepares to strip.
  init(_ file: BoxFile, _ options: MetadataStripping) {
    self.file = file
    self.options = options
  }

  /// Strips all items; other boxes than lists go, as Sony's XML does.
  mutating func strip(_ meta: Box) throws {
    var boxes: [Box] = []
    let end = try each(try file.metaChildren(of: meta)) { boxes.append($0) }
    edits.zero(end..<meta.end)
    var keys: [String] = []
    for box in boxes {
      switch box.type {
      case "hdlr", "ilst": break
      case "keys": keys = try names(box)
      case "free", "skip": edits.zero(box.contentStart..<box.end)
      default: free(box)
      }
    }
    for list in boxes where list.type == "ilst" { try strip(list, keys) }
  }

  private func names(_ box: Box) throws -> [String] {
    guard let content = try content(box, upTo: 1 << 20) else { return [] }
    var reader = ByteReader(content)
    var names: [String] = []
    guard (try? reader.skip(4)) != nil, let count = try? reader.read(UInt32.self) else { return [] }
    for _ in 0..<min(Int(count), Self.maximumKeys) {
      guard let size = try? reader.read(UInt32.self), (try? reader.skip(4)) != nil,
        let name = try? reader.bytes(Int(size) - 8)
      else { break }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private mutating func strip(_ list: Box, _ keys: [String]) throws {
    var items: [Box] = []
    let end = try each(file.children(of: list)) { items.append($0) }
    edits.zero(end..<list.end)
    for item in items {
      let index = Int(item.type.rawValue)
      let concerns: MetadataStripping
      if index >= 1, index <= keys.count {
        concerns = MetadataNames.concerns(keys[index - 1])
      } else if item.type == "----" {
        concerns = try freeForm(item)
      } else if item.type == "covr" {
        concerns = try hasMetadata(item) ? [.location, .captions, .serials] : []
      } else {
        concerns = Self.concerns(item.type)
      }
      if !concerns.isDisjoint(with: options) { free(item) }
    }
  }

  /// What an item of iTunes' concerns; one that is not known, everything.
  private static func concerns(_ type: FourCC) -> MetadataStripping {
    switch type {
    case "desc", "ldes", "keyw", "catg", "tvsh", "tven", "sonm", "soal", "purl", "egid", "sdes":
      .captions
    // Accounts and identifiers of shops.
    case "apID", "ownr", "xid ", "cnID", "atID", "plID", "geID", "sfID", "akID", "purd": .serials
    case "aART", "cpil", "disk", "trkn", "tmpo", "pgap", "stik", "hdvd", "tvsn", "tves", "tvnn",
      "soar", "soaa", "sowm", "pcst", "shwm", "rate":
      []
    default: UserDataStripping.concerns(type)
    }
  }

  /// What iTunes' item with a name of its own concerns.
  private func freeForm(_ item: Box) throws -> MetadataStripping {
    var name: String?
    try each(file.children(of: item)) { box in
      guard box.type == "name", let text = try content(box, upTo: 1_024) else { return }
      name = String(decoding: text.dropFirst(4), as: UTF8.self)
    }
    return name.map(MetadataNames.concerns) ?? [.location, .captions, .serials]
  }

  /// True for a cover that brings metadata of its own.
  private func hasMetadata(_ item: Box) throws -> Bool {
    guard let content = try content(item, upTo: Self.maximumCover) else { return true }
    let text = ByteReader(content)
    return text.withRemaining { bytes in
      var index = 0
      while let found = bytes.firstIndex(of: UInt8(ascii: "x"), from: index) {
        let near = bytes.slice(max(0, found - 1)..<min(bytes.count, found + 8))
        // `Exif`, `eXIf`'s block and `http://ns.adobe.com/xap/1.0/`.
        if near.starts(with: "Exif") || near.starts(with: "/xap/") { return true }
        index = found + 1
      }
      return false
    }
  }
}
