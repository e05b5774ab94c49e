internal import MediaModel

/// Reads the creation date of an ASF file, which libavformat keeps to itself.
///
/// - Note: Source: Advanced Systems Format specification 01.20.06 §3.2, file properties object.
enum ASFCreationTime {
  private static let fileProperties: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  /// Header objects stand near the start.
  private static let headCount = 64 * 1_024
  /// From the object's start: its identifier and size, the file's identifier and size.
  private static let dateOffset = 16 + 8 + 16 + 8
  /// Seconds from 1601 to 1970.
  private static let epoch: Int64 = 11_644_473_600

  /// The date in UTC; `nil` when there is none.
  static func read(_ path: FilePath) -> CaptureTimeCandidate? {
    // Absent and unreadable files were noticed before.
    guard let file = try? OpenMedia(path), let head = try? file.read(upTo: headCount),
      let start = head.firstIndex(of: fileProperties), start + dateOffset + 8 <= head.count
    else { return nil }
    // Tenths of a microsecond.
    let ticks = (0..<8).reduce(UInt64(0)) {
      $0 | UInt64(head[start + dateOffset + $1]) << UInt64(8 * $1)
    }
    let seconds = Int64(clamping: ticks / 10_000_000) - epoch
    guard seconds > 0, seconds < Int64(UInt32.max) else { return nil }
    return CaptureTimeCandidate(
      source: .container, wallTime: WallTime(nanoseconds: seconds * 1_000_000_000), offset: .utc)
  }
}

extension Array<UInt8> {
  /// Where `pattern` begins first.
  fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
    guard count >= pattern.count else { return nil }
    return (0...count - pattern.count).first {
      self[$0] == pattern[0] && self[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }
}
