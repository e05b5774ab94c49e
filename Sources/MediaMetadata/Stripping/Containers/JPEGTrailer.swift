internal import MediaModel

/// What follows the picture of a JPEG: further pictures, gain maps, the clip of a Motion Photo.
///
/// Each part is stripped like a file and keeps its length, because XMP counts such parts from the
/// end of the file. What is neither picture nor movie goes.
struct JPEGTrailer {
  /// What has to change.
  private(set) var edits = DeliveryEdits()
  private let source: ByteSource
  private let options: MetadataStripping
  private let pictures: [Int64]

  /// Parts that are looked at.
  private static let maximumParts = 64

  /// Prepares to strip; `pictures` are the places that the file itself names.
  init(_ source: ByteSource, _ options: MetadataStripping, pictures: [Int64]) {
    self.source = source
    self.options = options
    self.pictures = pictures.sorted()
  }

  /// Strips everything from `start` on.
  mutating func strip(from start: Int64) throws {
    var position = start
    for _ in 0..<Self.maximumParts where position < source.count {
      position = try skipFilling(from: position)
      let head = try source.reader(at: position, upTo: 12)
      if head.isAtEnd { return }
      if let mark = try? head.peek(UInt32.self, at: 0), mark >> 8 == 0xFFD8FF {
        position = try stripPicture(at: position)
      } else if head.holds("ftyp", at: 4) {
        return try stripMovie(at: position)
      } else if let next = pictures.first(where: { $0 > position }), next < source.count {
        edits.zero(position..<next)
        position = next
      } else {
        break
      }
    }
    edits.remove(position..<source.count)
  }

  /// Zeros between parts say nothing, and may be needed to keep a distance.
  private func skipFilling(from start: Int64) throws(ByteError) -> Int64 {
    var position = start
    while position < source.count {
      let window = try source.reader(at: position, upTo: 16 * 1_024)
      let filling = window.withRemaining { bytes in
        var index = 0
        while bytes[index] == 0 { index += 1 }
        return index
      }
      // A movie begins with three or more zeros of its length.
      if filling < window.count {
        let next = position + Int64(filling)
        for back in 1...4 where next - Int64(back) >= start {
          if try source.reader(at: next - Int64(back), upTo: 8).holds("ftyp", at: 4) {
            return next - Int64(back)
          }
        }
        return next
      }
      position += Int64(window.count)
    }
    return position
  }

  private mutating func stripPicture(at start: Int64) throws -> Int64 {
    let part = try ByteSource(part: start..<source.count, of: source)
    var picture = JPEGStripping(part, options)
    let count = try picture.stripPicture()
    edits.add(picture.edits, at: start)
    edits.pad(at: start + count, count: -picture.edits.growth())
    return start + count
  }

  private mutating func stripMovie(at start: Int64) throws {
    let part = try ByteSource(part: start..<source.count, of: source)
    var movie = BoxStripping(part, options, format: .mp4, keepsLength: true)
    try movie.run()
    edits.add(movie.edits, at: start)
  }
}

/// The index of a multi-picture file, whose offsets must follow what moves.
enum MultiPicture {
  private static let entries: UInt16 = 0xB002
  private static let maximumPictures = 64

  /// Places of the further pictures in the file.
  static func offsets(
    _ segment: JPEGSegmentCursor.Segment?, _ source: ByteSource
  ) throws -> [Int64] {
    guard let segment, let table = try table(segment, source) else { return [] }
    return table.entries.dropFirst().compactMap { entry in
      entry.offset > 0 ? table.base + Int64(entry.offset) : nil
    }
  }

  /// Strips the index and writes sizes and offsets as they are in the copy.
  static func rewrite(
    _ segment: JPEGSegmentCursor.Segment?, _ source: ByteSource, _ options: MetadataStripping,
    end: Int64, _ edits: inout DeliveryEdits
  ) throws {
    guard let segment else { return }
    guard let table = try table(segment, source),
      var block = TIFFStripping<BlockBytes>.exif(table.block, options)
    else { return edits.remove(segment.range) }
    let shift = edits.growth(before: table.base)
    for (index, entry) in table.entries.enumerated() {
      var (size, offset) = (Int64(entry.size), Int64(entry.offset))
      if index == 0 {
        size += edits.growth(before: end)
      } else if offset > 0 {
        offset += edits.growth(before: table.base + offset) - shift
      }
      let bytes = [size, offset].flatMap { (number: Int64) -> [UInt8] in
        let big = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
        return table.isBigEndian ? big : big.reversed()
      }
      block.replaceSubrange(entry.place..<entry.place + 8, with: bytes)
    }
    if block != table.block { edits.overwrite(at: table.base, with: block) }
  }

  private struct Table {
    /// Where offsets count from.
    let base: Int64
    let isBigEndian: Bool
    let block: [UInt8]
    /// The place of size and offset in the block, and both.
    var entries: [(place: Int, size: UInt32, offset: UInt32)] = []
  }

  private static func table(
    _ segment: JPEGSegmentCursor.Segment, _ source: ByteSource
  ) throws -> Table? {
    let base = segment.content.lowerBound + 4
    let block = try source.reader(at: base, count: Int(segment.content.upperBound - base))
    guard let tiff = try? TIFFStructure(BlockBytes(block: block)),
      let directory = try? RawDirectory(tiff, at: tiff.firstDirectory),
      let field = directory.fields.first(where: { $0.tag == entries }),
      let range = field.valueRange(in: tiff), range.byteCount <= Int64(16 * maximumPictures),
      var list = try? block.slice(Int(range.lowerBound)..<Int(range.upperBound))
    else { return nil }
    list.isBigEndian = tiff.isBigEndian
    var table = Table(
      base: base, isBigEndian: tiff.isBigEndian, block: block.withRemaining { $0.copy() })
    while list.remaining >= 16 {
      let place = Int(range.lowerBound) + list.position + 4
      try list.skip(4)
      let size = try list.read(UInt32.self)
      table.entries.append((place, size, try list.read(UInt32.self)))
      try list.skip(4)
    }
    return table
  }
}
