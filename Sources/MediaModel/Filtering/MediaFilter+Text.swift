extension MediaFilter: CustomStringConvertible {
  /// The filter as a query that reads back as ``normalized``.
  public var queryText: String { QueryText.top(normalized) }

  /// ``queryText``.
  public var description: String { queryText }
}

/// Writes normalized filters in the query language.
enum QueryText {
  static func top(_ filter: MediaFilter) -> String {
    switch filter {
    case .all(let parts): sequence(parts)
    case .any(let parts) where !parts.isEmpty: alternatives(parts)
    default: operand(filter)
    }
  }

  private static func sequence(_ parts: [MediaFilter]) -> String {
    parts.map(operand).joined(separator: " ")
  }

  private static func alternatives(_ parts: [MediaFilter]) -> String {
    parts.map { part in
      // AND binds stronger than OR, so a group of them needs no parentheses; an empty one does.
      if case .all(let inner) = part, !inner.isEmpty { sequence(inner) } else { operand(part) }
    }.joined(separator: " OR ")
  }

  private static func operand(_ filter: MediaFilter) -> String {
    switch filter {
    case .all(let parts): "(\(sequence(parts)))"
    case .any([]): "-()"
    case .any(let parts): "(\(alternatives(parts)))"
    case .not(let part): "-\(operand(part))"
    case .matches(let predicate): predicate.queryText
    }
  }
}

extension MediaPredicate {
  /// The predicate as a term of a query.
  public var queryText: String {
    switch self {
    case .type(let type): "type:\(type.name)"
    case .mark(let mark): "is:\(mark.rawValue)"
    case .has(let detail): "has:\(detail.rawValue)"
    case .taken(let range): "taken:\(range.queryText(suffix: ""))"
    case .added(let range): "added:\(range.queryText(suffix: "Z"))"
    case .inFolder(let path): "in:\(Self.quoted(path.displayText))"
    case .inAlbum(let reference): "album:\(Self.quoted(reference))"
    case .text(let field, let text): "\(field.rawValue):\(Self.quoted(text))"
    case .number(let field, let comparison):
      "\(field.rawValue):\(comparison.queryText(of: field))"
    case .aspect(let width, let height): "aspect:\(width.queryText):\(height.queryText)"
    case .orientation(let orientation): "orientation:\(orientation.rawValue)"
    case .within(let area): area.queryText
    case .word(let text): Self.escaped(word: text)
    case .phrase(let text): Self.alwaysQuoted(text)
    }
  }

  /// A value, in quotes when it needs them.
  private static func quoted(_ text: String) -> String {
    let isPlain = !text.contains { $0.isWhitespace || "\"\\()".contains($0) }
    return isPlain && !text.isEmpty ? text : alwaysQuoted(text)
  }

  private static func alwaysQuoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }

  /// A free word: with a backslash before what would mean something else.
  private static func escaped(word: String) -> String {
    if ["OR", "AND", "NOT", "undated"].contains(word) { return "\\\(word)" }
    var text = ""
    for character in word {
      let isSpecial =
        character.isWhitespace || "\"\\():".contains(character) || (character == "-" && text == "")
      if isSpecial { text.append("\\") }
      text.append(character)
    }
    return text
  }
}

extension NumberComparison {
  fileprivate func queryText(of field: NumberField) -> String {
    switch self {
    case .equal(let value): field.queryText(value)
    case .above(let value): ">\(field.queryText(value))"
    case .atLeast(let value): ">=\(field.queryText(value))"
    case .below(let value): "<\(field.queryText(value))"
    case .atMost(let value): "<=\(field.queryText(value))"
    case .within(let lower, let upper): "\(field.queryText(lower))..\(field.queryText(upper))"
    }
  }
}

extension NumberField {
  /// A value with the largest unit that says it exactly.
  fileprivate func queryText(_ value: Double) -> String {
    let units: [(name: String, size: Double)] =
      switch self {
      case .size: [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
      case .duration: [("h", 3_600), ("m", 60), ("s", 1)]
      default: []
      }
    for unit in units where value != 0 {
      let count = value / unit.size
      if count == count.rounded(), count.magnitude < 1e9, count * unit.size == value {
        return count.queryText + unit.name
      }
    }
    return value.queryText
  }
}

extension GeographicArea {
  fileprivate var queryText: String {
    switch self {
    case .circle(let latitude, let longitude, let radius):
      let kilometres = radius / 1_000
      let isRound = kilometres >= 1 && kilometres * 1_000 == radius
      let distance = isRound ? "\(kilometres.queryText)km" : "\(radius.queryText)m"
      return "near:\(latitude.queryText),\(longitude.queryText),\(distance)"
    case .box(let south, let west, let north, let east):
      return "bbox:" + [south, west, north, east].map(\.queryText).joined(separator: ",")
    }
  }
}

extension Double {
  /// The shortest digits that read back as the same number.
  fileprivate var queryText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
