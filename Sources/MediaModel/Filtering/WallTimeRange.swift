/// A half-open range of wall times; an absent bound is open.
public struct WallTimeRange: Hashable, Sendable {
  /// The first time inside.
  public var lowerBound: WallTime?
  /// The first time after it.
  public var upperBound: WallTime?

  /// Makes a range; an upper bound at or below the lower one holds nothing.
  public init(from lowerBound: WallTime?, before upperBound: WallTime?) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// True when `time` is inside.
  public func contains(_ time: WallTime) -> Bool {
    (lowerBound.map { $0 <= time } ?? true) && (upperBound.map { time < $0 } ?? true)
  }

  /// A whole year, month or day, `nil` for a day that does not exist.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    let last = WallTime.days(inMonth: month ?? 12, year: year)
    guard let start = WallTime(year: year, month: month ?? 1, day: day ?? 1),
      let lastDay = WallTime(year: year, month: month ?? 12, day: day ?? last)
    else { return nil }
    let (end, overflow) = lastDay.nanoseconds.addingReportingOverflow(86_400_000_000_000)
    self.init(from: start, before: overflow ? nil : WallTime(nanoseconds: end))
  }
}
