internal import MediaModel

/// Dates as people write them: `1974`, `2023-05-01`, `2023-05-01T12:34:56+02:00`.
package struct DateText {
  private let text: String
  private let characters: [Character]
  private var position = 0

  /// Reads a date, with a zone where one follows a time; how much is written is its precision.
  ///
  /// - Throws: ``QueryError`` that points at the place.
  package static func read(_ text: String) throws(QueryError) -> CaptureTimeEdit {
    var reader = DateText(text: text, characters: Array(text))
    return try reader.read()
  }

  private func error(_ position: Int, _ reason: String) -> QueryError {
    QueryError(
      query: text, position: position, reason: reason,
      hint: "for example 2023-05-01T12:34:56+02:00, \"2023-05-01 12:34\", 2023-05-01 or 1974")
  }

  private mutating func read() throws(QueryError) -> CaptureTimeEdit {
    var parts = try calendar()
    var offset: UTCOffset?
    var precision: TimePrecision = [.year, .month, .day][parts.count - 1]
    var nanosecond = 0
    if parts.count == 3, skip("Tt ") {
      parts.append(try number(2, in: 0...23, "an hour"))
      guard skip(":") else { throw error(position, "an hour needs minutes") }
      parts.append(try number(2, in: 0...59, "a minute"))
      precision = .minute
      if skip(":") {
        parts.append(try number(2, in: 0...59, "a second"))
        precision = .second
        if skip(".,") {
          nanosecond = try fraction()
          precision = .subsecond
        }
      }
      offset = try zone()
    }
    guard position == characters.count else {
      throw error(position, "“\(String(characters[position...]))” is no part of a date")
    }
    func part(_ index: Int, _ absent: Int) -> Int { index < parts.count ? parts[index] : absent }
    guard
      let time = WallTime(
        year: parts[0], month: part(1, 1), day: part(2, 1), hour: part(3, 0), minute: part(4, 0),
        second: part(5, 0), nanosecond: nanosecond)
    else { throw error(0, "there is no such time") }
    return .set(time, offset: offset, precision: precision)
  }

  /// Year, month and day, as far as they are written.
  private mutating func calendar() throws(QueryError) -> [Int] {
    var parts = [try number(4, in: WallTime.years, "a year")]
    if skip("-:/") {
      parts.append(try number(2, in: 1...12, "a month"))
      if skip("-:/") {
        let days = WallTime.days(inMonth: parts[1], year: parts[0])
        parts.append(try number(2, in: 1...days, "a day of that month"))
      }
    }
    return parts
  }

  private mutating func skip(_ allowed: String) -> Bool {
    guard position < characters.count, allowed.contains(characters[position]) else { return false }
    position += 1
    return true
  }

  private mutating func digits() -> Substring {
    let start = position
    while position < characters.count, characters[position].isASCII, characters[position].isNumber {
      position += 1
    }
    return String(characters[start..<position])[...]
  }

  private mutating func number(
    _ count: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(QueryError) -> Int {
    let start = position
    let digits = digits()
    guard digits.utf8.count == count, let value = Int(digits) else {
      throw error(start, "\(name) of \(count) digits is missing")
    }
    guard range.contains(value) else {
      throw error(
        start, "\(digits) is not \(name): \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private mutating func fraction() throws(QueryError) -> Int {
    let start = position
    let digits = digits()
    guard (1...9).contains(digits.utf8.count), let value = Int(digits) else {
      throw error(start, "a fraction of a second has one to nine digits")
    }
    return (digits.utf8.count..<9).reduce(value) { value, _ in value * 10 }
  }

  private mutating func zone() throws(QueryError) -> UTCOffset? {
    guard position < characters.count else { return nil }
    let start = position
    let rest = String(characters[position...])
    guard let offset = UTCOffset(parsing: rest) else {
      throw error(start, "“\(rest)” is no zone such as +02:00 or Z")
    }
    position = characters.count
    return offset
  }
}
