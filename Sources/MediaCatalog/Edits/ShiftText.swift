/// Durations as people write them to shift dates: `+1h30m`, `-2d`, `45s`.
package enum ShiftText {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads a sign, and whole numbers of days, hours, minutes and seconds, each once and in order.
  ///
  /// - Throws: ``QueryError`` that points at the place.
  package static func duration(_ text: String) throws(QueryError) -> Duration {
    func error(_ position: Int, _ reason: String) -> QueryError {
      QueryError(
        query: text, position: position, reason: reason,
        hint: "for example +1h30m, -2d or +45s")
    }
    let characters = Array(text)
    var position = 0
    var isNegative = false
    if let sign = characters.first, "+-\u{2212}".contains(sign) {
      isNegative = sign != "+"
      position = 1
    }
    var seconds: Int64 = 0
    var left = units[...]
    repeat {
      let start = position
      while position < characters.count, characters[position].isASCII,
        characters[position].isNumber
      {
        position += 1
      }
      guard position > start else { throw error(start, "a number is missing") }
      guard position < characters.count else {
        throw error(position, "a unit is missing: d, h, m or s")
      }
      guard let unit = left.firstIndex(where: { $0.letter == characters[position] }) else {
        let isKnown = units.contains { $0.letter == characters[position] }
        throw error(
          position,
          isKnown
            ? "units come once, in the order d, h, m, s"
            : "“\(characters[position])” is no unit: d, h, m or s")
      }
      let part = Int64(String(characters[start..<position])).map {
        $0.multipliedReportingOverflow(by: units[unit].seconds)
      }
      guard let part, !part.overflow, part.partialValue < 10_000_000_000 - seconds else {
        throw error(start, "dates cannot be shifted so far")
      }
      seconds += part.partialValue
      left = units[(unit + 1)...]
      position += 1
    } while position < characters.count
    return .seconds(isNegative ? -seconds : seconds)
  }

  /// Writes it: `+1h30m`; fractions of a second stand at the end.
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let isNegative = seconds < 0 || attoseconds < 0
    var rest = seconds.magnitude
    var text = isNegative ? "-" : "+"
    for (letter, length) in units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(length))
      if count > 0 || letter == "s" && (text.utf8.count == 1 || attoseconds != 0) {
        text += "\(count)"
        if letter == "s", attoseconds != 0 {
          let digits = String(attoseconds.magnitude)
          var fraction = String(repeating: "0", count: 18 - digits.utf8.count) + digits
          while fraction.last == "0" { fraction.removeLast() }
          text += ".\(fraction)"
        }
        text.append(letter)
      }
      rest = remainder
    }
    return text
  }
}
