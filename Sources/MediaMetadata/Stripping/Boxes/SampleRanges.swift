internal import MediaModel

/// Where the samples of a track lie, chunk by chunk.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §8.7.
struct SampleRanges {
  /// The chunks.
  private(set) var ranges = ByteRanges()

  private static let maximumTable = 16 << 20

  /// Reads the sample tables of a track.
  ///
  /// - Throws: `outOfBounds` when they are damaged, `budgetExhausted` when they are too large.
  init(_ track: StrippedTrack, _ file: BoxFile) throws(ByteError) {
    guard let map = track.tables["stsc"], let places = track.tables["stco"] ?? track.tables["co64"]
    else { throw .outOfBounds }
    var runs: [(first: UInt32, samples: UInt32)] = []
    var reader = try Self.table(map, file)
    try reader.skip(4)
    for _ in 0..<(try reader.read(UInt32.self)) {
      runs.append((try reader.read(UInt32.self), try reader.read(UInt32.self)))
      try reader.skip(4)
    }
    var sizes = try SampleSizes(track, file)
    var chunks = try Self.table(places, file)
    try chunks.skip(4)
    let count = try chunks.read(UInt32.self)
    var run = 0
    for chunk in 0..<count {
      let offset =
        places.type == "co64"
        ? Int64(clamping: try chunks.read(UInt64.self)) : Int64(try chunks.read(UInt32.self))
      while run + 1 < runs.count, runs[run + 1].first <= chunk + 1 { run += 1 }
      guard run < runs.count else { return }
      let length = try sizes.next(runs[run].samples)
      let (end, overflow) = offset.addingReportingOverflow(length)
      guard !overflow else { throw .outOfBounds }
      if offset <= file.source.count { ranges.add(offset..<min(end, file.source.count)) }
    }
  }

  private static func table(_ box: Box, _ file: BoxFile) throws(ByteError) -> ByteReader {
    guard box.contentCount <= Int64(maximumTable) else { throw .budgetExhausted }
    return try file.content(of: box, upTo: maximumTable)
  }

  /// The sizes of samples, in turn.
  private struct SampleSizes {
    private var reader: ByteReader
    private let uniform: Int64
    private let width: UInt8
    private var left: Int64
    private var half: UInt8?

    init(_ track: StrippedTrack, _ file: BoxFile) throws(ByteError) {
      guard let box = track.tables["stsz"] ?? track.tables["stz2"] else { throw .outOfBounds }
      reader = try SampleRanges.table(box, file)
      try reader.skip(4)
      let number = try reader.read(UInt32.self)
      uniform = box.type == "stsz" ? Int64(number) : 0
      width = box.type == "stsz" ? 32 : UInt8(number & 0xFF)
      left = Int64(try reader.read(UInt32.self))
    }

    /// Bytes of the next samples together; those that are not there count nothing.
    mutating func next(_ samples: UInt32) throws(ByteError) -> Int64 {
      let count = min(Int64(samples), left)
      left -= count
      if uniform > 0 {
        let (total, overflow) = uniform.multipliedReportingOverflow(by: count)
        if overflow { throw .outOfBounds }
        return total
      }
      var sum: Int64 = 0
      for _ in 0..<count {
        switch width {
        case 32: sum += Int64(try reader.read(UInt32.self))
        case 16: sum += Int64(try reader.read(UInt16.self))
        case 8: sum += Int64(try reader.read(UInt8.self))
        default:
          if let low = half {
            sum += Int64(low)
            half = nil
          } else {
            let byte = try reader.read(UInt8.self)
            sum += Int64(byte >> 4)
            half = byte & 15
          }
        }
      }
      return sum
    }
  }
}
