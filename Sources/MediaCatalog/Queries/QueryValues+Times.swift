internal import MediaModel

extension QueryValues {
  /// Reads `2023`, `2023-05-01T12:34`, `2023-05..2023-08`, `>2024-01-01`, `<=2020`, `today`,
  /// `yesterday`, `last-30-days`, `..`, and `2023-05-01..<2023-05-03`, which leaves its end out.
  func timeRange(in term: QueryTerm) throws(QueryError) -> WallTimeRange {
    let text = term.value
    if let named = namedRange(text.lowercased()) { return named }
    if let dots = text.firstRange(of: "..") {
      let first = text[..<dots.lowerBound]
      var last = text[dots.upperBound...]
      let isHalfOpen = last.hasPrefix("<")
      if isHalfOpen { last = last.dropFirst() }
      let end = last.isEmpty ? nil : try period(last, in: term)
      return WallTimeRange(
        from: first.isEmpty ? nil : try period(first, in: term).lowerBound,
        before: isHalfOpen ? end?.lowerBound : end?.upperBound)
    }
    for (sign, isLower, takesStart) in [
      (">=", true, true), ("<=", false, false), (">", true, false), ("<", false, true),
    ] where text.hasPrefix(sign) {
      let range = try period(text.dropFirst(sign.count), in: term)
      let bound = takesStart ? range.lowerBound : range.upperBound
      return isLower
        ? WallTimeRange(from: bound, before: nil) : WallTimeRange(from: nil, before: bound)
    }
    return try period(text[...], in: term)
  }

  /// Reads the same of the person's clock, or of UTC where a `Z` follows, as UTC.
  func instantRange(in term: QueryTerm) throws(QueryError) -> WallTimeRange {
    let isUTC = term.value.contains("Z")
    let bare = QueryTerm(
      field: term.field, value: term.value.filter { $0 != "Z" }, position: term.position)
    let range = try timeRange(in: bare)
    guard !isUTC else { return range }
    func shifted(_ time: WallTime?) -> WallTime? {
      time.map { WallTime(nanoseconds: clock.instant(of: $0)) }
    }
    return WallTimeRange(from: shifted(range.lowerBound), before: shifted(range.upperBound))
  }

  private func namedRange(_ text: String) -> WallTimeRange? {
    let day: Int64 = 86_400_000_000_000
    let today = clock.now.fields
    guard let midnight = WallTime(year: today.year, month: today.month, day: today.day) else {
      return nil
    }
    func days(from start: Int64, count: Int64) -> WallTimeRange {
      let lower = midnight.nanoseconds.clampedAdding(start * day)
      return WallTimeRange(
        from: WallTime(nanoseconds: lower),
        before: WallTime(nanoseconds: lower.clampedAdding(count * day)))
    }
    if text == "today" { return days(from: 0, count: 1) }
    if text == "yesterday" { return days(from: -1, count: 1) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "last", let count = Int64(parts[1]), count > 0 else {
      return nil
    }
    let length: Int64
    switch parts[2] {
    case "day", "days": length = 1
    case "week", "weeks": length = 7
    case "month", "months": length = 30
    case "year", "years": length = 365
    default: return nil
    }
    guard count <= 36_525 / length else { return nil }
    return days(from: 1 - length * count, count: length * count)
  }

  /// One year, month, day, hour, minute, second or fraction of it, as the range it covers.
  private func period(
    _ text: Substring, in term: QueryTerm
  ) throws(QueryError) -> WallTimeRange {
    guard let range = WallTimeRange(period: text) else {
      throw error("“\(text)” is no time", in: term)
    }
    return range
  }
}

extension WallTimeRange {
  /// Reads `2023` down to `2023-05-01T12:34:56.789` as the range that it covers.
  fileprivate init?(period text: Substring) {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count) else { return nil }
    let parts = pieces[0].split(omittingEmptySubsequences: false) { "-T:/".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (1...6).contains(numbers.count), parts[0].count == 4,
      parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
    else { return nil }
    if numbers.count <= 3 {
      guard pieces.count == 1 else { return nil }
      self.init(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
        day: numbers.count > 2 ? numbers[2] : nil)
      return
    }
    func part(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
    var unit: Int64 = [3_600, 60, 1][numbers.count - 4] * 1_000_000_000
    var fraction = 0
    if pieces.count == 2 {
      guard numbers.count == 6, (1...9).contains(pieces[1].count),
        pieces[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let digits = Int(pieces[1])
      else { return nil }
      for _ in 0..<pieces[1].count { unit /= 10 }
      fraction = digits * Int(unit)
    }
    guard
      let start = WallTime(
        year: numbers[0], month: part(1), day: part(2), hour: part(3), minute: part(4),
        second: part(5), nanosecond: fraction)
    else { return nil }
    self.init(
      from: start, before: WallTime(nanoseconds: start.nanoseconds.clampedAdding(unit)))
  }
}

extension Int64 {
  /// The sum, or the nearest number that fits.
  func clampedAdding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
