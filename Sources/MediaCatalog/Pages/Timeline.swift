public import MediaModel

/// How finely a timeline is cut.
public enum TimelineUnit: String, Hashable, Sendable, CaseIterable {
  case year, month, day
}

/// How many items were taken in one year, month or day.
public struct TimelineBucket: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// 1…12, `nil` in a timeline of years.
  public var month: Int?
  /// 1…31, `nil` in a timeline of years and months.
  public var day: Int?
  /// Items in it, 1 or more.
  public var count: Int

  /// Makes a bucket.
  public init(year: Int, month: Int? = nil, day: Int? = nil, count: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.count = count
  }

  /// The times it covers.
  public var range: WallTimeRange? { WallTimeRange(year: year, month: month, day: day) }
}
