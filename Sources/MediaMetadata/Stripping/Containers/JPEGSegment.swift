/// Steps through the segments of a JPEG and over its scans, to the end of the picture.
struct JPEGSegmentCursor {
  /// One segment or scan.
  struct Segment {
    let marker: UInt8
    /// From the marker's 0xFF to behind the content, cut at the end of the file.
    let range: Range<Int64>
    /// Bytes before the content: 2 without a length, 4 with one.
    let headCount: Int64
    /// True when the file ends inside.
    let isCut: Bool

    /// The content.
    var content: Range<Int64> { range.lowerBound + headCount..<range.upperBound }
  }

  private let source: ByteSource
  /// Behind the last segment.
  private(set) var position: Int64
  /// Where the marker of the picture's end stands; empty when there is none.
  private(set) var end: Range<Int64> = 0..<0
  /// True once a scan began: bytes before the next marker are picture.
  private var isInScan = false
  private var remaining = 65_536

  /// Bytes that are searched at once: scans are long, gaps between segments short.
  private static let windowCount = (scan: 256 * 1_024, head: 1_024)

  /// Begins behind the marker of the start of the image.
  init(_ source: ByteSource) {
    self.source = source
    position = 2
  }

  /// The next segment; `nil` at the end of the picture or the file, where ``position`` then is.
  ///
  /// Bytes between two segments are passed over, as decoders do; bytes of a scan belong to it.
  mutating func next() throws(ByteError) -> Segment? {
    guard remaining > 0 else { throw .budgetExhausted }
    remaining -= 1
    guard let (start, marker) = try nextMarker() else {
      position = source.count
      end = position..<position
      return nil
    }
    if marker == 0xD9 {
      position = start + 2
      end = start..<position
      return nil
    }
    if marker == 0x01 || (0xD0...0xD8).contains(marker) {
      position = start + 2
      return Segment(marker: marker, range: start..<start + 2, headCount: 2, isCut: false)
    }
    let length = try source.reader(at: start + 2, upTo: 2)
    guard length.count == 2, case let count = Int64(try length.peek(UInt16.self, at: 0)), count >= 2
    else {
      position = min(start + 4, source.count)
      return Segment(
        marker: marker, range: start..<position, headCount: position - start, isCut: true)
    }
    position = min(start + 2 + count, source.count)
    isInScan = isInScan || marker == 0xDA
    return Segment(
      marker: marker, range: start..<position, headCount: 4,
      isCut: start + 2 + count > source.count)
  }

  /// Finds the next marker; stuffed zeros and restart markers are part of a scan.
  private mutating func nextMarker() throws(ByteError) -> (start: Int64, marker: UInt8)? {
    var offset = position
    while offset < source.count {
      let window = try source.reader(
        at: offset, upTo: isInScan ? Self.windowCount.scan : Self.windowCount.head)
      let isInScan = isInScan
      let found: Int?? = window.withRemaining { bytes in
        var index = 0
        while let mark = bytes.firstIndex(of: 0xFF, from: index) {
          guard let byte = bytes[mark + 1] else { return .some(nil) }
          switch byte {
          case 0xFF: index = mark + 1
          case 0x00: index = mark + 2
          case 0xD0...0xD7 where isInScan: index = mark + 2
          default: return mark
          }
        }
        return nil
      }
      switch found {
      case .some(let mark?):
        return (offset + Int64(mark), try window.peek(UInt8.self, at: mark + 1))
      case .some(nil):
        // The window ends between the two bytes of a marker.
        if window.count < 2 { return nil }
        offset += Int64(window.count) - 1
      case nil: offset += Int64(window.count)
      }
    }
    return nil
  }
}
