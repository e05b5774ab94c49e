internal import Glibc
public import MediaModel

/// What time it is where a person is, for queries such as `taken:today` and `added:2024-07`.
public struct PersonClock: Sendable {
  /// The person's wall time.
  public var now: WallTime
  /// How far wall times there are ahead of UTC.
  private let offset: @Sendable (WallTime) -> UTCOffset

  /// A clock that stands, with one offset all year.
  public init(now: WallTime, offset: UTCOffset = .utc) {
    self.now = now
    self.offset = { _ in offset }
  }

  private init(now: WallTime, offset: @escaping @Sendable (WallTime) -> UTCOffset) {
    self.now = now
    self.offset = offset
  }

  /// The clock of this computer in the zone of `TZ`, with its summer time.
  public static var system: PersonClock {
    PersonClock(now: systemTime(of: time(nil)), offset: systemOffset)
  }

  /// Nanoseconds since 1970-01-01 UTC at a wall time; an hour that a clock passes twice counts once.
  func instant(of time: WallTime) -> Int64 {
    time.nanoseconds.clampedAdding(Int64(-offset(time).seconds) * 1_000_000_000)
  }

  /// The wall time of an instant, in nanoseconds since 1970-01-01 UTC.
  static func systemTime(ofInstant instant: Int64) -> WallTime {
    systemTime(of: time_t(instant / 1_000_000_000))
  }

  /// localtime_r(3); a leap second is shown as the one before.
  private static func systemTime(of instant: time_t) -> WallTime {
    var seconds = instant
    var fields = tm()
    localtime_r(&seconds, &fields)
    return WallTime(
      year: Int(fields.tm_year) + 1_900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: min(59, Int(fields.tm_sec)))
      ?? WallTime(nanoseconds: Int64(instant) * 1_000_000_000)
  }

  /// mktime(3), which knows when summer time was.
  private static func systemOffset(_ time: WallTime) -> UTCOffset {
    let parts = time.fields
    var fields = tm()
    fields.tm_year = Int32(clamping: parts.year - 1_900)
    fields.tm_mon = Int32(clamping: parts.month - 1)
    fields.tm_mday = Int32(clamping: parts.day)
    fields.tm_hour = Int32(clamping: parts.hour)
    fields.tm_min = Int32(clamping: parts.minute)
    fields.tm_sec = Int32(clamping: parts.second)
    fields.tm_isdst = -1
    _ = mktime(&fields)
    return UTCOffset(seconds: fields.tm_gmtoff) ?? .utc
  }
}
