/// Finds the length and the end of a fragmented movie without visiting every fragment.
enum FragmentIndex {
  /// Entries of one `sidx` box that are added up.
  private static let maximumReferences = 65_535

  /// The length by one `sidx` box, when it covers the file to its end; `nil` otherwise.
  static func duration(_ sidx: Box, in file: BoxFile) throws(ByteError) -> Duration? {
    var result: Duration?
    try file.read(sidx, upTo: 40 + 12 * maximumReferences) { reader throws(ByteError) in
      let isLong = try reader.read(UInt32.self) >> 24 == 1
      try reader.skip(4)
      let timescale = try reader.read(UInt32.self)
      try reader.skip(isLong ? 8 : 4)
      let first = try isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
      try reader.skip(2)
      var end = sidx.end
      var units: UInt64 = 0
      let (offset, overflow) = end.addingReportingOverflow(Int64(clamping: first))
      if overflow { return }
      end = offset
      for _ in 0..<(try reader.read(UInt16.self)) {
        end = end &+ Int64(try reader.read(UInt32.self) & 0x7FFF_FFFF)
        units += UInt64(try reader.read(UInt32.self))
        try reader.skip(4)
      }
      // Random access boxes may follow what is indexed, media may not.
      var isWhole = end == file.source.count
      if !isWhole { isWhole = try Self.isRandomAccess(at: end, in: file) }
      if isWhole {
        result = Duration(units: units, timescale: timescale)
      }
    }
    return result
  }

  /// Where the last fragments begin that hold the end of every track, by the `mfra` box at the end
  /// of the file.
  static func lastFragments(in file: BoxFile) throws(ByteError) -> Int64? {
    let count = file.source.count
    guard count >= 32 else { return nil }
    var tail = try file.source.reader(at: count - 16, count: 16)
    try tail.skip(4)
    guard FourCC(try tail.read(UInt32.self)) == "mfro" else { return nil }
    try tail.skip(4)
    let start = count - Int64(try tail.read(UInt32.self))
    guard start >= 0, try isRandomAccess(at: start, in: file) else { return nil }
    var cursor = file.boxes(from: start)
    guard let mfra = try cursor.next() else { return nil }
    var last: Int64?
    var boxes = file.children(of: mfra)
    while let box = try boxes.next() {
      if box.type == "tfra", let offset = try lastOffset(box, in: file) {
        last = min(last ?? offset, offset)
      }
    }
    return last
  }

  private static func isRandomAccess(at offset: Int64, in file: BoxFile) throws(ByteError) -> Bool {
    guard offset >= 0, offset <= file.source.count - 8 else { return false }
    return FourCC(try file.source.reader(at: offset, count: 8).peek(UInt32.self, at: 4)) == "mfra"
  }

  /// The `moof` offset in the last entry of a `tfra` box.
  private static func lastOffset(_ box: Box, in file: BoxFile) throws(ByteError) -> Int64? {
    var entrySize = 0
    var isLong = false
    var count: Int64 = 0
    try file.read(box, upTo: 16) { reader throws(ByteError) in
      isLong = try reader.read(UInt32.self) >> 24 == 1
      try reader.skip(4)
      let lengths = Int(try reader.read(UInt32.self))
      let numbers = (lengths >> 4 & 3) + (lengths >> 2 & 3) + (lengths & 3) + 3
      entrySize = (isLong ? 16 : 8) + numbers
      count = Int64(try reader.read(UInt32.self))
    }
    guard count > 0, entrySize > 0 else { return nil }
    let entry = box.contentStart + 16 + (count - 1) * Int64(entrySize)
    guard entry + Int64(entrySize) <= box.end else { return nil }
    var reader = try file.source.reader(at: entry, count: entrySize)
    try reader.skip(isLong ? 8 : 4)
    return try isLong
      ? Int64(clamping: reader.read(UInt64.self)) : Int64(reader.read(UInt32.self))
  }
}
