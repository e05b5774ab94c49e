internal import MediaModel

extension QueryValues {
  /// Reads `2023`, `2023-05-01T12:34`, `2023-05..2023-08`, `>2024-01-01`, `<=2020`, `today`,
  /// `yesterday`, `last-30-days`.
  func timeRange(_ text: String, at position: Int) throws(QueryError) -> WallTimeRange {
    if let named = namedRange(text.lowercased()) { return named }
    if let dots = text.firstRange(of: "..") {
      let first = text[..<dots.lowerBound]
      let last = text[dots.upperBound...]
      guard !(first.isEmpty && last.isEmpty) else { throw malformed(text, at: position) }
      return WallTimeRange(
        from: first.isEmpty ? nil : try period(first, in: text, at: position).lowerBound,
        before: last.isEmpty ? nil : try period(last, in: text, at: position).upperBound)
    }
    for (sign, isLower, takesStart) in [
      (">=", true, true), ("<=", false, false), (">", true, false), ("<", false, true),
    ] where text.hasPrefix(sign) {
      let range = try period(text.dropFirst(sign.count), in: text, at: position)
      let bound = takesStart ? range.lowerBound : range.upperBound
      return isLower
        ? WallTimeRange(from: bound, before: nil) : WallTimeRange(from: nil, before: bound)
    }
    return try period(text[...], in: text, at: position)
  }

  private func namedRange(_ text: String) -> WallTimeRange? {
    let day: Int64 = 86_400_000_000_000
    let today = now.fields
    guard let midnight = WallTime(year: today.year, month: today.month, day: today.day) else {
      return nil
    }
    func days(from start: Int64, count: Int64) -> WallTimeRange {
      let lower = midnight.nanoseconds + start * day
      return WallTimeRange(
        from: WallTime(nanoseconds: lower), before: WallTime(nanoseconds: lower + count * day))
    }
    if text == "today" { return days(from: 0, count: 1) }
    if text == "yesterday" { return days(from: -1, count: 1) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "last", let count = Int64(parts[1]),
      (1...36_525).contains(count)
    else { return nil }
    switch parts[2] {
    case "day", "days": return days(from: 1 - count, count: count)
    case "week", "weeks": return days(from: 1 - 7 * count, count: 7 * count)
    case "month", "months": return days(from: 1 - 30 * count, count: 30 * count)
    case "year", "years": return days(from: 1 - 365 * count, count: 365 * count)
    default: return nil
    }
  }

  /// One year, month, day, minute or second, as the range it covers.
  private func period(
    _ text: Substring, in whole: String, at position: Int
  ) throws(QueryError) -> WallTimeRange {
    let parts = text.split(omittingEmptySubsequences: false) { "-T:/".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    let widths = [4, 2, 2, 2, 2, 2]
    guard numbers.count == parts.count, (1...6).contains(numbers.count),
      zip(parts, widths).allSatisfy({ $0.count <= $1 }), parts[0].count == 4,
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      let start = wallTime(numbers)
    else { throw malformed(whole, at: position) }
    var next = numbers
    // Carry upwards: the end of December is the start of the next January.
    let limits = [
      0, 12, WallTime.days(inMonth: numbers.count > 1 ? numbers[1] : 1, year: numbers[0]),
    ]
    if numbers.count <= 3 {
      var index = numbers.count - 1
      next[index] += 1
      while index > 0, next[index] > limits[index] {
        next[index] = 1
        index -= 1
        next[index] += 1
      }
      return WallTimeRange(from: start, before: wallTime(next))
    }
    let seconds: Int64 = [3_600, 60, 1][numbers.count - 4]
    return WallTimeRange(
      from: start,
      before: WallTime(nanoseconds: start.nanoseconds + seconds * 1_000_000_000))
  }

  private func wallTime(_ numbers: [Int]) -> WallTime? {
    func part(_ index: Int, default value: Int) -> Int {
      index < numbers.count ? numbers[index] : value
    }
    return WallTime(
      year: numbers[0], month: part(1, default: 1), day: part(2, default: 1),
      hour: part(3, default: 0), minute: part(4, default: 0), second: part(5, default: 0))
  }

  private func malformed(_ text: String, at position: Int) -> QueryError {
    QueryError(
      query: query, position: position, reason: "“\(text)” is no time",
      hint: "for example taken:2023 taken:2023-05..2023-08 taken:>2024-01-01 taken:today"
        + " taken:last-30-days")
  }
}
