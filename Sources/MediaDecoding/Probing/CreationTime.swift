internal import MediaModel

/// A date as containers hold it: `2020-01-02T03:04:05.678Z`, with a space, or without a zone.
struct CreationTime {
  let candidate: CaptureTimeCandidate

  /// Reads a date with a time; `nil` for anything less and for the clocks' zero.
  init?(_ text: String) {
    let scalars = Array(text.utf8)
    guard scalars.count >= 19, scalars[4] == 0x2D || scalars[4] == 0x3A,
      scalars[10] == 0x54 || scalars[10] == 0x20
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      Int(String(decoding: scalars[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      year > 1904, !(year == 1970 && month == 1 && day == 1 && hour == 0),
      let time = WallTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    let isUTC = scalars.last == UInt8(ascii: "Z")
    candidate = CaptureTimeCandidate(
      source: .container, wallTime: time, offset: isUTC ? .utc : nil)
  }
}
