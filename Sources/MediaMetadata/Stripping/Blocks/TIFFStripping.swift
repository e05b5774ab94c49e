internal import MediaModel

/// Takes metadata out of a TIFF structure without moving anything.
///
/// Fields go from their directory and their values become zeros; all other values stay where they
/// are, so every offset holds, also those inside a maker note, of which nobody knows all.
struct TIFFStripping<Bytes: RandomAccessBytes> {
  /// What has to change; every change keeps its length.
  private(set) var edits = DeliveryEdits()
  /// The first directory's orientation as written, 1…8.
  private(set) var orientation: UInt8?
  private let tiff: TIFFStructure<Bytes>
  private let options: MetadataStripping
  /// True for a picture file, whose strips are part of it; false for an EXIF block.
  private let isFile: Bool
  private var kept = ByteRanges()
  private var removed = ByteRanges()
  private var visited: Set<Int64> = []
  private var maker: String?
  private var keepsNote = false
  private var fieldCount = 0
  private var remainingBlocks = 16

  /// Blocks of metadata in a field above this are not rewritten but go.
  private static var maximumBlock: Int { 4 << 20 }

  /// Prepares to strip; `bytes` begins with the TIFF header.
  ///
  /// - Throws: `outOfBounds` when there is no header.
  init(_ bytes: Bytes, _ options: MetadataStripping, isFile: Bool = false) throws(ByteError) {
    tiff = try TIFFStructure(bytes)
    self.options = options
    self.isFile = isFile
  }

  /// Strips an EXIF block from its TIFF header on.
  ///
  /// - Returns: A block of equal length; `nil` when it cannot be understood and must go.
  static func exif(_ block: [UInt8], _ options: MetadataStripping) -> [UInt8]?
  where Bytes == BlockBytes {
    guard var stripping = try? Self(BlockBytes(block: ByteReader(block)), options) else {
      return nil
    }
    do {
      try stripping.run()
      return try stripping.edits.applied(to: block)
    } catch { return nil }
  }

  /// Finds all changes.
  ///
  /// - Throws: ``ByteError`` when the first directory cannot be read.
  mutating func run() throws {
    kept.add(0..<(tiff.isBig ? 16 : 8))
    var next = tiff.firstDirectory
    var isFirst = true
    while next > 0 {
      do {
        next = try strip(next, isFirst: isFirst)
      } catch is ByteError where !isFirst {
        // No reader finds anything there.
        break
      }
      isFirst = false
    }
    // A note's own offsets lead anywhere; without one, what nothing points to is left from before.
    var gone = removed
    if !isFile, !keepsNote { gone.add(0..<tiff.bytes.count) }
    for range in gone.subtracting(kept) { edits.zero(range) }
  }

  // MARK: Directories

  /// Strips one directory and those it points to; returns where the next of the chain begins.
  private mutating func strip(_ offset: Int64, isFirst: Bool = false) throws -> Int64 {
    guard visited.insert(offset).inserted else { return 0 }
    let table = try directory(at: offset)
    kept.add(offset..<offset + table.byteCount)
    if isFirst { readFirst(table) }
    var left: [RawDirectory.Field] = []
    var thumbnail: (offset: Int64?, count: Int64?) = (nil, nil)
    for field in table.fields {
      var field = field
      guard try keep(&field) else { continue }
      if field.tag == TIFFTags.thumbnailOffset { thumbnail.offset = table.integer(field, tiff) }
      if field.tag == TIFFTags.thumbnailCount { thumbnail.count = table.integer(field, tiff) }
      left.append(field)
    }
    if let start = thumbnail.offset, let count = thumbnail.count {
      stripThumbnail(start, count, &left)
    }
    keepStrips(table)
    let next = table.next > 0 && table.next <= tiff.bytes.count ? table.next : 0
    if let bytes = table.rewritten(left, next: next) { edits.overwrite(at: offset, with: bytes) }
    return next
  }

  private mutating func readFirst(_ table: RawDirectory) {
    for field in table.fields {
      if field.tag == TIFFTags.orientation, let value = table.integer(field, tiff),
        (1...8).contains(value)
      {
        orientation = UInt8(value)
      }
      if field.tag == TIFFTags.make, let range = field.valueRange(in: tiff), range.byteCount < 256,
        let value = try? tiff.bytes.reader(at: range.lowerBound, count: Int(range.byteCount))
      {
        maker = value.withRemaining(MetadataText.clean)
      }
    }
  }

  /// Decides on a field, and follows or rewrites what it points to.
  private mutating func keep(_ field: inout RawDirectory.Field) throws -> Bool {
    // Of a type that nobody knows, no reader can show the value.
    guard field.size != nil else { return false }
    let range = field.valueRange(in: tiff)
    if !isConcerned(field) {
      switch field.tag {
      case TIFFTags.xmp, TIFFTags.iptc, TIFFTags.photoshop:
        if !rewriteBlock(&field, range) {
          if let range { removed.add(range) }
          return false
        }
      case TIFFTags.exifDirectory, TIFFTags.gpsDirectory, TIFFTags.interoperability,
        TIFFTags.subdirectories:
        try follow(field, range)
      case TIFFTags.makerNote: keepsNote = true
      default: if field.type == 13 { try follow(field, range) }
      }
      if let range { kept.add(range) }
      return true
    }
    if let range { removed.add(range) }
    if field.tag == TIFFTags.gpsDirectory || field.tag == TIFFTags.exifDirectory {
      try remove(field, range)
    }
    return false
  }

  private func isConcerned(_ field: RawDirectory.Field) -> Bool {
    if options.isTotal { return !TIFFTags.isStructural(field.tag) }
    if field.tag == TIFFTags.makerNote {
      return !options.isDisjoint(with: TIFFTags.concernsOfNote(by: maker))
    }
    return !options.isDisjoint(with: TIFFTags.concerns(field.tag))
  }

  private func offsets(_ field: RawDirectory.Field, _ range: Range<Int64>?) -> [Int64] {
    guard let range, let size = field.size, size == 4 || size == 8, range.byteCount < 4_096,
      var values = try? tiff.bytes.reader(at: range.lowerBound, count: Int(range.byteCount))
    else { return [] }
    values.isBigEndian = tiff.isBigEndian
    var result: [Int64] = []
    while values.remaining >= size {
      let value =
        size == 4
        ? (try? values.read(UInt32.self)).map { Int64($0) }
        : (try? values.read(UInt64.self)).map { Int64(clamping: $0) }
      if let value { result.append(value) }
    }
    return result
  }

  private mutating func follow(_ field: RawDirectory.Field, _ range: Range<Int64>?) throws {
    for var offset in offsets(field, range) {
      do {
        while offset >= 8 { offset = try strip(offset) }
      } catch is ByteError {
        // No reader finds anything there.
        continue
      }
    }
  }

  /// Reads a directory; there is an end to how many, and to how many fields they have together.
  private mutating func directory(at offset: Int64) throws -> RawDirectory {
    let table = try RawDirectory(tiff, at: offset)
    fieldCount += table.fields.count
    guard visited.count <= TIFFStructure<Bytes>.maximumDirectories, fieldCount <= 65_536 else {
      throw DeliveryFailure(
        code: .tooLarge, reason: "it has more directories or fields than one file is worth")
    }
    return table
  }

  /// Marks a directory and its values as going.
  private mutating func remove(_ field: RawDirectory.Field, _ range: Range<Int64>?) throws {
    for offset in offsets(field, range) {
      guard visited.insert(offset).inserted else { continue }
      let table: RawDirectory
      do { table = try directory(at: offset) } catch is ByteError { continue }
      removed.add(offset..<offset + table.byteCount)
      for child in table.fields {
        let range = child.valueRange(in: tiff)
        if let range { removed.add(range) }
        if child.tag == TIFFTags.interoperability { try remove(child, range) }
      }
    }
  }

  // MARK: Blocks inside

  /// Strips an XMP packet or IPTC records in their place; false when they must go.
  private mutating func rewriteBlock(
    _ field: inout RawDirectory.Field, _ range: Range<Int64>?
  ) -> Bool {
    remainingBlocks -= 1
    guard let range, range.byteCount <= Self.maximumBlock, remainingBlocks >= 0,
      let reader = try? tiff.bytes.reader(at: range.lowerBound, count: Int(range.byteCount))
    else { return false }
    let block = reader.withRemaining { $0.copy() }
    var new: [UInt8]?
    switch field.tag {
    case TIFFTags.xmp: new = XMPStripping.strip(block, options)
    case TIFFTags.photoshop: new = PhotoshopStripping.strip(block, options)
    default:
      // Numbers of 32 bits may hide the records' order; those go.
      new = block.first == 0x1C ? IPTCStripping.strip(block, options) : nil
    }
    guard var new, let size = field.size else { return false }
    if new == block { return true }
    while new.count % size != 0 { new.append(0) }
    // Small values would have to move into the field.
    guard new.count <= block.count, new.count > 8 else { return false }
    field.setCount(UInt64(new.count / size), tiff)
    new += [UInt8](repeating: 0, count: block.count - new.count)
    edits.overwrite(at: range.lowerBound, with: new)
    return true
  }

  /// Strips the JPEG of a thumbnail; one that cannot be understood goes.
  private mutating func stripThumbnail(
    _ start: Int64, _ count: Int64, _ fields: inout [RawDirectory.Field]
  ) {
    guard start >= 8, count > 0, start < tiff.bytes.count else { return }
    let range = start..<start + min(count, tiff.bytes.count - start)
    var new: [UInt8]?
    remainingBlocks -= 1
    if range.byteCount <= Self.maximumBlock, remainingBlocks >= 0,
      let reader = try? tiff.bytes.reader(at: start, count: Int(range.byteCount))
    {
      let old = reader.withRemaining { $0.copy() }
      new = JPEGStripping.preview(old)
      if new == old {
        kept.add(range)
        return
      }
    }
    guard let new, new.count <= Int(range.byteCount) else {
      // Old TIFFs keep the tables of their strips there.
      if isFile {
        kept.add(range)
        return
      }
      removed.add(range)
      fields.removeAll { [TIFFTags.thumbnailOffset, TIFFTags.thumbnailCount].contains($0.tag) }
      return
    }
    kept.add(range)
    edits.overwrite(
      at: start, with: new + [UInt8](repeating: 0, count: Int(range.byteCount) - new.count))
  }

  /// Marks the strips or tiles of a picture as staying.
  private mutating func keepStrips(_ table: RawDirectory) {
    for (starts, counts) in [(0x0111, 0x0117), (0x0144, 0x0145)] as [(UInt16, UInt16)] {
      guard let start = table.fields.first(where: { $0.tag == starts }),
        let count = table.fields.first(where: { $0.tag == counts })
      else { continue }
      // An EXIF block has a small picture at most.
      guard isFile || start.count <= 4_096 else { continue }
      let places = table.integers(start, tiff)
      for (place, length) in zip(places, table.integers(count, tiff))
      where place >= 0 && place <= tiff.bytes.count {
        kept.add(place..<place + max(0, min(length, tiff.bytes.count - place)))
      }
    }
  }
}

/// A block that says nothing but how the picture is turned.
enum MinimalEXIF {
  /// A TIFF structure of 26 bytes.
  static func block(_ orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
  }
}
