/// The items of a HEIF file: what they are, where they lie, and how they belong together.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §8.11; ISO/IEC 23008-12:2022.
struct ItemCollection {
  /// One item.
  struct Item {
    let id: UInt32
    let type: FourCC
    /// Media type of a `mime` item.
    let contentType: String?
  }

  /// One arrow from an item to others.
  struct Reference {
    let type: FourCC
    let from: UInt32
    let to: [UInt32]
  }

  /// The item that is the picture.
  var primary: UInt32?
  /// In file order.
  private(set) var items: [Item] = []
  private var indexByID: [UInt32: Int] = [:]
  /// In file order.
  private(set) var references: [Reference] = []
  /// Where `idat` holds items inside the `meta` box.
  private var dataBox: Box?
  private var locationBox: Box?
  /// Properties of all items.
  private(set) var properties = ItemProperties()

  /// True when two pictures are grouped as the views of two eyes.
  private(set) var isStereo = false

  /// Bytes of one table that are read.
  private static let maximumTable = 4 << 20
  /// Arrow heads that are kept.
  private static let maximumTargets = 65_536
  /// Items that are kept; a 200-megapixel picture has about 800 tiles.
  private static let maximumItems = 16_384

  /// Reads the tables of a `meta` box, not the items themselves.
  init(_ meta: Box, in file: BoxFile) throws(ByteError) {
    var boxes = try file.metaChildren(of: meta)
    while let box = try boxes.next() {
      switch box.type {
      case "pitm":
        try file.read(box, upTo: 8) { reader throws(ByteError) in
          primary = try Self.readID(&reader, isLong: reader.read(UInt32.self) >> 24 != 0)
        }
      case "iinf": try readItems(box, in: file)
      case "iref": try readReferences(box, in: file)
      case "iprp": try properties.read(box, in: file)
      case "iloc": locationBox = box
      case "idat": dataBox = box
      case "grpl": try readGroups(box, in: file)
      default: break
      }
    }
  }

  /// The item with this number.
  func item(_ id: UInt32) -> Item? { indexByID[id].map { items[$0] } }

  /// What `from` points at by arrows of `type`.
  func targets(of from: UInt32, by type: FourCC) -> [UInt32] {
    references.first { $0.from == from && $0.type == type }?.to ?? []
  }

  private mutating func readItems(_ box: Box, in file: BoxFile) throws(ByteError) {
    var isLong = false
    try file.read(box, upTo: 4) { reader throws(ByteError) in
      isLong = try reader.read(UInt32.self) >> 24 != 0
    }
    var entries = file.children(of: box, skipping: isLong ? 8 : 6)
    while items.count < Self.maximumItems, let entry = try entries.next() {
      guard entry.type == "infe" else { continue }
      try file.read(entry, upTo: 512) { reader throws(ByteError) in
        let version = try reader.read(UInt32.self) >> 24
        guard version >= 2 else { return }
        let id = try Self.readID(&reader, isLong: version >= 3)
        try reader.skip(2)  // protection
        let type = FourCC(try reader.read(UInt32.self))
        var contentType: String?
        if type == "mime" {
          try reader.skipString()
          contentType = MovieText.decode(try reader.bytes(min(reader.remaining, 64)))
        }
        if indexByID[id] == nil { indexByID[id] = items.count }
        items.append(Item(id: id, type: type, contentType: contentType))
      }
    }
  }

  private mutating func readGroups(_ box: Box, in file: BoxFile) throws(ByteError) {
    var groups = file.children(of: box)
    while let group = try groups.next() {
      if group.type == "ster" { isStereo = true }
    }
  }

  private mutating func readReferences(_ box: Box, in file: BoxFile) throws(ByteError) {
    var isLong = false
    try file.read(box, upTo: 4) { reader throws(ByteError) in
      isLong = try reader.read(UInt32.self) >> 24 != 0
    }
    var entries = file.children(of: box, skipping: 4)
    var remaining = Self.maximumTargets
    while references.count < Self.maximumItems, remaining > 0, let entry = try entries.next() {
      try file.read(entry, upTo: Self.maximumTable) { reader throws(ByteError) in
        let from = try Self.readID(&reader, isLong: isLong)
        let count = Int(try reader.read(UInt16.self))
        guard count * (isLong ? 4 : 2) <= reader.remaining else { throw .outOfBounds }
        remaining -= count
        guard remaining >= 0 else { return }
        var to: [UInt32] = []
        to.reserveCapacity(count)
        for _ in 0..<count { to.append(try Self.readID(&reader, isLong: isLong)) }
        references.append(Reference(type: entry.type, from: from, to: to))
      }
    }
  }

  /// The bytes of an item; `nil` when the file does not say where they are.
  ///
  /// - Throws: `outOfBounds` for a location outside the file, `budgetExhausted` above `limit`.
  func content(of id: UInt32, in file: BoxFile, limit: Int) throws(ByteError) -> ByteReader? {
    let ranges = try location(of: id, in: file)
    guard let first = ranges.first else { return nil }
    guard first.count <= Int64(limit) else { throw .budgetExhausted }
    if ranges.count == 1 {
      return try file.source.reader(at: first.offset, count: Int(first.count))
    }
    var bytes: [UInt8] = []
    for range in ranges {
      guard range.count <= Int64(limit - bytes.count) else { throw .budgetExhausted }
      var part = try file.source.reader(at: range.offset, count: Int(range.count))
      bytes += try part.bytes(part.remaining)
    }
    return ByteReader(bytes)
  }

  /// Where the bytes of an item lie in the file, in order.
  func location(of id: UInt32, in file: BoxFile) throws(ByteError) -> [FileRange] {
    guard let locationBox else { return [] }
    var ranges: [FileRange] = []
    var table = try file.content(of: locationBox, upTo: Self.maximumTable)
    let version = try table.read(UInt32.self) >> 24
    let sizes = try table.read(UInt16.self)
    let offsetSize = Int(sizes >> 12)
    let lengthSize = Int(sizes >> 8 & 15)
    let baseSize = Int(sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : Int(sizes & 15)
    let count = try Self.readID(&table, isLong: version >= 2)
    for _ in 0..<count {
      let itemID = try Self.readID(&table, isLong: version >= 2)
      let method = version == 0 ? 0 : try table.read(UInt16.self) & 15
      let reference = try table.read(UInt16.self)
      let base = try table.readNumber(bytes: baseSize)
      let extents = Int(try table.read(UInt16.self))
      if itemID != id {
        try table.skip(extents * (indexSize + offsetSize + lengthSize))
        continue
      }
      // Data in other files, and data inside other items, are out of reach.
      guard reference == 0, method < 2 else { return [] }
      guard extents * (indexSize + offsetSize + lengthSize) <= table.remaining else {
        throw .outOfBounds
      }
      for _ in 0..<extents {
        try table.skip(indexSize)
        let offset = try table.readNumber(bytes: offsetSize)
        let length = try table.readNumber(bytes: lengthSize)
        ranges.append(
          try range(base: base, offset: offset, length: length, isInData: method == 1, in: file))
      }
      return ranges
    }
    return []
  }

  private func range(
    base: UInt64, offset: UInt64, length: UInt64, isInData: Bool, in file: BoxFile
  ) throws(ByteError) -> FileRange {
    let space =
      isInData
      ? (dataBox?.contentStart ?? 0, dataBox?.end ?? 0) : (Int64(0), file.source.count)
    let (sum, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, sum <= UInt64(space.1 - space.0) else { throw .outOfBounds }
    let start = space.0 + Int64(sum)
    // No length means all the rest.
    let count = length == 0 ? UInt64(space.1 - start) : length
    guard count <= UInt64(space.1 - start) else { throw .outOfBounds }
    return FileRange(offset: start, count: Int64(count))
  }

  static func readID(
    _ reader: inout ByteReader, isLong: Bool
  ) throws(ByteError) -> UInt32 {
    try isLong ? reader.read(UInt32.self) : UInt32(reader.read(UInt16.self))
  }
}

extension ByteReader {
  /// Reads a number of 0, 4 or 8 bytes, as `iloc` sizes them.
  fileprivate mutating func readNumber(bytes: Int) throws(ByteError) -> UInt64 {
    switch bytes {
    case 0: 0
    case 4: UInt64(try read(UInt32.self))
    case 8: try read(UInt64.self)
    default: throw .outOfBounds
    }
  }

  /// Passes over a text and its NUL.
  fileprivate mutating func skipString() throws(ByteError) {
    while try read(UInt8.self) != 0 {}
  }
}
