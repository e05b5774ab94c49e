internal import MediaModel

extension Orientation {
  /// Turns by degrees with the clock, as CRW and X3F write it; other angles turn nothing.
  init(degrees: Int) {
    switch degrees {
    case 90, -270: self = .right
    case 180, -180: self = .down
    case 270, -90: self = .left
    default: self = .up
    }
  }
}

extension CaptureTimeCandidate {
  /// A camera's own clock in seconds since 1970, which counts local time; `nil` for zero.
  static func cameraClock(seconds: Int) -> CaptureTimeCandidate? {
    guard seconds > 0, seconds < Int(Int32.max) else { return nil }
    return CaptureTimeCandidate(
      source: .exifOriginal, wallTime: WallTime(nanoseconds: Int64(seconds) * 1_000_000_000))
  }
}
