internal import Glibc
internal import MediaModel

/// The person's clock on the wall: local time, for `taken:today` and its kin.
enum Clock {
  /// Now in the zone of `TZ`, localtime_r(3).
  static func localWallTime() -> WallTime {
    var seconds = time(nil)
    var fields = tm()
    localtime_r(&seconds, &fields)
    return WallTime(
      year: Int(fields.tm_year) + 1_900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: min(59, Int(fields.tm_sec)))
      ?? WallTime(nanoseconds: Int64(seconds) * 1_000_000_000)
  }
}
