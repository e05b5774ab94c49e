internal import Glibc
internal import MediaModel

/// Turns the creation times of a movie's boxes into dates.
///
/// - Note: Source: ISO/IEC 14496-12:2022 §8.2.2: seconds since 1904-01-01, UTC.
struct MovieClock {
  /// Seconds since 1970-01-01 UTC beyond which a time is refused.
  let latest: Int64

  /// Seconds from 1904-01-01 to 1970-01-01.
  static let epochShift: Int64 = 2_082_844_800

  /// Refuses times more than a day after `now`, in seconds since 1970-01-01 UTC.
  init(now: Int64 = Int64(time(nil))) { self.latest = now + 86_400 }

  /// The wall time of a box's creation time; `nil` when it is unset or impossible.
  ///
  /// Some writers count from 1970; a value that is possible only so is taken so. The first day
  /// after 1970 is what a zero becomes under a zone's offset, and is no date.
  func wallTime(_ value: UInt64) -> WallTime? {
    guard value > 0, let value = Int64(exactly: value) else { return nil }
    for seconds in [value - Self.epochShift, value] where seconds > 86_400 && seconds <= latest {
      return WallTime(nanoseconds: seconds * 1_000_000_000)
    }
    return nil
  }

  /// The first possible creation time of `mvhd`, then of any `mdhd`, then of any `tkhd`.
  func creationTime(of movie: Movie) -> WallTime? {
    if let time = wallTime(movie.creationTime) { return time }
    for track in movie.tracks {
      if let time = wallTime(track.mediaCreationTime) { return time }
    }
    for track in movie.tracks {
      if let time = wallTime(track.creationTime) { return time }
    }
    return nil
  }

  /// True when a wall time is not further in the future than zones allow.
  func allows(_ time: WallTime) -> Bool { time.nanoseconds / 1_000_000_000 <= latest }
}
