/// Figures as people read them; for data there is ``NumberText``.
package enum HumanText {
  /// A byte count in powers of 1,000 with at most three digits: `512 B`, `1.4 MB`, `142 GB`.
  package static func byteCount(_ count: Int64) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    let magnitude = count.magnitude
    let sign = count < 0 ? "-" : ""
    if magnitude < 1_000 { return "\(sign)\(magnitude) B" }
    var divisor: UInt64 = 1_000
    for (index, unit) in units.enumerated() {
      // Tenths, rounded half up; 99.95 and more are shown whole, and 1,000 is the next unit's 1.0.
      let tenths = rounded(magnitude, by: divisor / 10)
      if tenths < 1_000 { return "\(sign)\(tenths / 10).\(tenths % 10) \(unit)" }
      let whole = rounded(magnitude, by: divisor)
      if whole < 1_000 || index == units.count - 1 { return "\(sign)\(whole) \(unit)" }
      divisor *= 1_000
    }
    return "\(sign)\(magnitude) B"
  }

  private static func rounded(_ value: UInt64, by divisor: UInt64) -> UInt64 {
    value / divisor + (value % divisor >= divisor - divisor / 2 ? 1 : 0)
  }

  /// A count with narrow no-break spaces (U+202F) between groups of three: `12 345`.
  package static func count(_ value: Int64, separator: String = "\u{202F}") -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += separator }
      text.append(digit)
    }
    return text
  }

  /// A duration in at most two units, zero units left out, the rest rounded half up.
  ///
  /// `8m 44s`, `3h 44m`, `2h`, `0s`; hours are the largest unit, so a day is `24h`.
  package static func duration(_ duration: Duration) -> String {
    let isNegative = duration < .zero
    let length = isNegative ? .zero - duration : duration
    var seconds = roundedHalfUp(length, to: 1)
    if seconds >= 3_600 { seconds = roundedHalfUp(length, to: 60) }
    let units = [(seconds / 3_600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    let parts = units.filter { $0.0 > 0 }.prefix(2).map { "\($0.0)\($0.1)" }
    if parts.isEmpty { return "0s" }
    return (isNegative ? "-" : "") + parts.joined(separator: " ")
  }

  /// A duration of floating-point seconds; `nil` for NaN, infinities and what is too long.
  package static func duration(seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return nil }
    return duration(.seconds(seconds))
  }

  /// A duration as a clock shows it, rounded half up: `0:07`, `8:44`, `3:44:29`.
  package static func clock(_ duration: Duration) -> String {
    let isNegative = duration < .zero
    let seconds = roundedHalfUp(isNegative ? .zero - duration : duration, to: 1)
    let minutes = seconds / 60 % 60
    let sign = isNegative && seconds > 0 ? "-" : ""
    let closing = twoDigits(seconds % 60)
    if seconds < 3_600 { return "\(sign)\(minutes):\(closing)" }
    return "\(sign)\(seconds / 3_600):\(twoDigits(minutes)):\(closing)"
  }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Seconds, rounded half up to a multiple.
  private static func roundedHalfUp(_ duration: Duration, to unit: Int64) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let rest = seconds % unit
    let isHalf = rest * 2 + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0) >= unit
    return seconds - rest + (isHalf ? unit : 0)
  }
}
