extension WallTime {
  /// Reads what ``description`` writes, `2023-05-01T12:34:56` with up to nine digits of a fraction.
  ///
  /// `nil` for anything else, a day that does not exist, and a year outside 1678…2261.
  public init?(parsing text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    let clock = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let time = clock[0].split(separator: ":", omittingEmptySubsequences: false)
    guard date.map(\.utf8.count) == [4, 2, 2], time.map(\.utf8.count) == [2, 2, 2] else {
      return nil
    }
    let numbers = (date + time).map(Self.digits)
    var nanosecond = 0
    if clock.count == 2 {
      let fraction = clock[1]
      guard (1...9).contains(fraction.utf8.count), let value = Self.digits(fraction) else {
        return nil
      }
      nanosecond = (fraction.utf8.count..<9).reduce(value) { value, _ in value * 10 }
    }
    guard let year = numbers[0], let month = numbers[1], let day = numbers[2],
      let hour = numbers[3], let minute = numbers[4], let second = numbers[5]
    else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nanosecond: nanosecond)
  }

  /// A number of ASCII digits alone, without a sign.
  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}
