/// How far a wall clock is ahead of UTC.
public struct UTCOffset: Hashable, Sendable {
  /// Seconds, −50,400…50,400 (±14 h).
  public let seconds: Int

  /// Takes seconds; `nil` outside ±14 hours.
  public init?(seconds: Int) {
    guard (-50_400...50_400).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// UTC itself.
  public static let utc = UTCOffset(seconds: 0)!

  /// Reads what cameras write: `+02:00`, `+0200`, `+02`, `-5:30`, `Z`, `UTC+8`, U+2212 for minus.
  ///
  /// `nil` for blanks and anything else; a real zone is not asked for (−05:30 is kept).
  public init?(parsing text: String) {
    var rest = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0.value != 0 }[...]
    for prefix in ["UTC", "GMT"] where rest.starts(with: prefix.unicodeScalars) {
      rest = rest.dropFirst(3)
      if rest.isEmpty { self = .utc; return }
    }
    if rest.count == 1, rest.first == "Z" || rest.first == "z" { self = .utc; return }
    guard let sign = rest.popFirst(), "+-\u{2212}".unicodeScalars.contains(sign) else { return nil }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let head = parts.first, (1...4).contains(head.count),
      parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
      let number = Int(String(String.UnicodeScalarView(head)))
    else { return nil }
    let hours: Int
    let minutes: Int
    if parts.count == 2 {
      guard head.count <= 2, parts[1].count == 2,
        let value = Int(String(String.UnicodeScalarView(parts[1])))
      else { return nil }
      (hours, minutes) = (number, value)
    } else {
      (hours, minutes) = head.count <= 2 ? (number, 0) : (number / 100, number % 100)
    }
    guard minutes < 60 else { return nil }
    let total = hours * 3_600 + minutes * 60
    self.init(seconds: sign == "+" ? total : -total)
  }
}

extension UTCOffset: CustomStringConvertible {
  /// `+02:00`.
  public var description: String {
    let minutes = abs(seconds) / 60
    return "\(seconds < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
  }
}
