internal import MediaModel

extension QueryValues {
  /// Reads `800`, `>=1600`, `<2.8`, `24..70`, `24..`.
  func comparison(
    _ field: NumberField, in term: QueryTerm
  ) throws(QueryError) -> NumberComparison {
    let text = term.value
    func number(_ text: Substring) throws(QueryError) -> Double {
      guard let value = field.number(text) else {
        throw error("“\(text)” is no value of \(field.rawValue):", in: term)
      }
      return value
    }
    if let dots = text.firstRange(of: "..") {
      let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
      if first.isEmpty, !last.isEmpty { return .atMost(try number(last)) }
      if last.isEmpty, !first.isEmpty { return .atLeast(try number(first)) }
      let (lower, upper) = (try number(first), try number(last))
      guard lower <= upper else { throw error("“\(text)” holds nothing: turn it around", in: term) }
      return .within(lower, upper)
    }
    if text.hasPrefix(">=") { return .atLeast(try number(text.dropFirst(2))) }
    if text.hasPrefix("<=") { return .atMost(try number(text.dropFirst(2))) }
    if text.hasPrefix(">") { return .above(try number(text.dropFirst())) }
    if text.hasPrefix("<") { return .below(try number(text.dropFirst())) }
    return .equal(try number(text[...]))
  }

  /// Reads `16:9`, `1.5`.
  func aspect(in term: QueryTerm) throws(QueryError) -> MediaPredicate {
    let parts = term.value.split(separator: ":", omittingEmptySubsequences: false)
    let sides = parts.compactMap { Double(query: $0) }
    guard sides.count == parts.count, (1...2).contains(sides.count), sides.allSatisfy({ $0 > 0 })
    else { throw error("“\(term.value)” is no ratio of two sides", in: term) }
    return .aspect(width: sides[0], height: sides.count == 2 ? sides[1] : 1)
  }
}

extension NumberField {
  /// A value with its unit in the field's own unit, `nil` when it is none.
  fileprivate func number(_ text: Substring) -> Double? {
    switch self {
    case .size:
      return Self.quantity(text, units: Self.byteUnits, ignoringCase: true)
        .flatMap { $0 >= 0 ? $0.rounded() : nil }
    case .duration:
      return Self.clock(text) ?? Self.quantities(text, units: Self.timeUnits)
    case .exposureTime:
      let parts = (text.last == "s" ? text.dropLast() : text).split(
        separator: "/", omittingEmptySubsequences: false)
      let values = parts.compactMap { Double(query: $0) }.filter { $0 >= 0 }
      guard values.count == parts.count, (1...2).contains(values.count) else { return nil }
      return values.count == 1 ? values[0] : values[1] > 0 ? values[0] / values[1] : nil
    case .fNumber:
      return Double(query: text.hasPrefix("f/") ? text.dropFirst(2) : text)
    case .focalLength:
      return Double(query: text.hasSuffix("mm") ? text.dropLast(2) : text)
    case .iso, .rating, .width, .height:
      return Double(query: text).flatMap { $0 == $0.rounded() ? $0 : nil }
    case .frameRate:
      return Double(query: text)
    }
  }

  private static let byteUnits: [(name: String, size: Double)] = [
    ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
    ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12), ("k", 1e3), ("m", 1e6), ("g", 1e9),
    ("t", 1e12), ("b", 1),
  ]

  private static let timeUnits: [(name: String, size: Double)] = [
    ("ms", 0.001), ("min", 60), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// A number with at most one unit.
  private static func quantity(
    _ text: Substring, units: [(name: String, size: Double)], ignoringCase: Bool = false
  ) -> Double? {
    let text = ignoringCase ? text.lowercased()[...] : text
    for unit in units where text.hasSuffix(unit.name) {
      return Double(query: text.dropLast(unit.name.count)).map { $0 * unit.size }
    }
    return Double(query: text)
  }

  /// `90`, `10s`, `1h30m`.
  private static func quantities(
    _ text: Substring, units: [(name: String, size: Double)]
  ) -> Double? {
    if let value = Double(query: text) { return value >= 0 ? value : nil }
    var total = 0.0
    var rest = text
    while !rest.isEmpty {
      let digits = rest.prefix { "0123456789.".contains($0) }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let size = units.first(where: { $0.name == unit })?.size,
        let value = Double(query: digits)
      else { return nil }
      total += value * size
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return text.isEmpty ? nil : total
  }

  /// `1:30`, `1:02:03`.
  private static func clock(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var total = 0.0
    for part in parts {
      guard let value = Double(query: part), value >= 0 else { return nil }
      total = total * 60 + value
    }
    return total
  }
}

extension Double {
  /// Reads decimal digits, also with an exponent; no infinities, no hexadecimal.
  init?(query text: some StringProtocol) {
    guard let first = text.utf8.first, first != UInt8(ascii: "+"),
      text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), let value = Double(text),
      value.magnitude <= 1e15
    else { return nil }
    self = value
  }
}
