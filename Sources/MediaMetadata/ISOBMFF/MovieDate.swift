internal import MediaModel

/// A date written as text in a movie, in the forms that cameras and programs use.
struct MovieDate: Hashable {
  /// The clock's reading; what was not written is the earliest possible.
  let wallTime: WallTime
  /// The offset, when one was written.
  let offset: UTCOffset?
  /// How much was written.
  let precision: TimePrecision

  /// True when hours and minutes were written.
  var hasTime: Bool { ![.day, .month, .year].contains(precision) }

  /// Reads `2019`, `2019-03`, `2019-03-02`, `2019-03-02T15:27:12.5+0800`, and the same with colons
  /// in the date or a blank for the `T`.
  ///
  /// `nil` for anything else, and for days and times that do not exist.
  init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), year >= 1_826 else { return nil }
    let month = scanner.number(after: "-:/", digits: 2)
    let day = month == nil ? nil : scanner.number(after: "-:/", digits: 2)
    let hour = day == nil ? nil : scanner.number(after: "Tt ", digits: 2)
    let minute = hour == nil ? nil : scanner.number(after: ":", digits: 2)
    let second = minute == nil ? nil : scanner.number(after: ":", digits: 2)
    let nanosecond = second == nil ? nil : scanner.fraction()
    // Something other than a time after a date, or half a time.
    if minute == nil, !scanner.isAtEnd || hour != nil { return nil }
    guard
      let time = WallTime(
        year: year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0,
        second: second ?? 0, nanosecond: nanosecond ?? 0)
    else { return nil }
    self.wallTime = time
    // An odd offset never costs the date.
    self.offset = minute == nil ? nil : UTCOffset(parsing: scanner.rest)
    let written: [(Int?, TimePrecision)] = [
      (nanosecond, .subsecond), (second, .second), (minute, .minute), (day, .day), (month, .month),
    ]
    self.precision = written.first { $0.0 != nil }?.1 ?? .year
  }
}

/// Takes numbers of a fixed width from the front of a text.
private struct DigitScanner {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { self.bytes = Array(text.utf8)[...] }

  var isAtEnd: Bool { bytes.isEmpty }
  var rest: String { String(decoding: bytes, as: UTF8.self) }

  mutating func number(digits: Int) -> Int? {
    let head = bytes.prefix(digits)
    guard head.count == digits, head.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    bytes = bytes.dropFirst(digits)
    return head.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A number that follows one of `separators`; nothing is taken when it does not.
  mutating func number(after separators: StaticString, digits: Int) -> Int? {
    guard let first = bytes.first,
      separators.withUTF8Buffer({ $0.contains(first) })
    else { return nil }
    var ahead = self
    ahead.bytes = bytes.dropFirst()
    guard let value = ahead.number(digits: digits) else { return nil }
    self = ahead
    return value
  }

  /// Nanoseconds of a decimal fraction; digits after the ninth are cut.
  mutating func fraction() -> Int? {
    guard bytes.first == UInt8(ascii: "."),
      let next = bytes.dropFirst().first, (0x30...0x39).contains(next)
    else { return nil }
    bytes = bytes.dropFirst()
    var value = 0
    var scale = 1_000_000_000
    while let digit = bytes.first, (0x30...0x39).contains(digit) {
      if scale > 1 {
        scale /= 10
        value += Int(digit - 0x30) * scale
      }
      bytes = bytes.dropFirst()
    }
    return value
  }
}
