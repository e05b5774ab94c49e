extension WallTimeRange {
  /// The range as the value of a term: `2023-05`, `>=2024-01-01`, `..`, or two times; each time
  /// is followed by a suffix, `Z` where it is UTC.
  func queryText(suffix: String) -> String {
    switch (lowerBound, upperBound) {
    case (nil, nil): return ".."
    case (let lower?, nil): return ">=\(Self.text(lower))\(suffix)"
    case (nil, let upper?): return "<\(Self.text(upper))\(suffix)"
    case (let lower?, let upper?):
      if let period { return period + suffix }
      return "\(Self.text(lower))\(suffix)..<\(Self.text(upper))\(suffix)"
    }
  }

  /// The year, month or day that the range is.
  private var period: String? {
    guard let lowerBound else { return nil }
    let start = lowerBound.fields
    let day = Self.text(lowerBound)
    guard day.utf8.count == 10 else { return nil }
    if self == WallTimeRange(year: start.year), start.month == 1, start.day == 1 {
      return String(day.prefix(4))
    }
    if self == WallTimeRange(year: start.year, month: start.month), start.day == 1 {
      return String(day.prefix(7))
    }
    return self == WallTimeRange(year: start.year, month: start.month, day: start.day) ? day : nil
  }

  /// A time without the midnight that it would have anyway.
  private static func text(_ time: WallTime) -> String {
    let text = time.description
    return text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text
  }
}
