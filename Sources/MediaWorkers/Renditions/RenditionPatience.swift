internal import MediaModel

/// How long a rendition is waited for: by the length of the media, and no longer than a while without
/// any progress.
///
/// A value without a clock, so that its rules can be tested alone.
struct RenditionPatience {
  private let settings: RenditionWorkers.Configuration
  private let start: Int64
  private var lastProgress: Int64
  private var seconds = 0.0
  /// Milliseconds in which this process was stopped, or starved; that is not the other's fault.
  private var granted: Int64 = 0

  /// Begins now, in milliseconds of the monotonic clock.
  init(_ settings: RenditionWorkers.Configuration, now: Int64) {
    self.settings = settings
    (start, lastProgress) = (now, now)
  }

  /// Takes a report.
  mutating func note(_ progress: RenditionProgress, at now: Int64) {
    seconds = max(seconds, progress.seconds)
    lastProgress = max(lastProgress, now)
  }

  /// Takes that a wait took so much longer than asked for.
  mutating func wasLate(by milliseconds: Int64) {
    if milliseconds > 1_000 { granted += milliseconds }
  }

  /// Milliseconds that are left.
  func left(at now: Int64) -> Int64 {
    min(
      start + total + granted - now,
      lastProgress + settings.stall.milliseconds + granted - now)
  }

  /// The time that was over, for people.
  var limit: Duration {
    total <= lastProgress - start + settings.stall.milliseconds
      ? .milliseconds(total) : .milliseconds(lastProgress - start + settings.stall.milliseconds)
  }

  private var total: Int64 {
    let base = Double(settings.limits.deadline.milliseconds)
    let more = seconds * Double(settings.timePerSecond.milliseconds)
    return Int64(min(base + more, Double(settings.longest.milliseconds)))
  }
}
