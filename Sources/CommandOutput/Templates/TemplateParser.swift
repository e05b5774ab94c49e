internal import UnicodeText

/// Reads the text of a template from left to right.
struct TemplateParser {
  private let text: [Character]
  private let known: [String]
  private let times: Set<String>
  private var position = 0
  private(set) var used: [String] = []

  init(_ text: String, known: [String], times: Set<String>) {
    self.text = Array(text)
    self.known = known
    self.times = times
  }

  mutating func parse() throws(TemplateError) -> [Template.Piece] {
    var pieces: [Template.Piece] = []
    var literal = ""
    while position < text.count {
      let character = text[position]
      let isDoubled = position + 1 < text.count && text[position + 1] == character
      if character == "{" && !isDoubled {
        if !literal.isEmpty { pieces.append(.literal(Array(literal.utf8))) }
        literal = ""
        pieces.append(.field(try placeholder()))
        continue
      }
      if character == "}" && !isDoubled {
        throw error("'}' without '{'; write '}}' for a brace")
      }
      literal.append(character)
      position += character == "{" || character == "}" ? 2 : 1
    }
    if !literal.isEmpty { pieces.append(.literal(Array(literal.utf8))) }
    return pieces
  }

  private mutating func placeholder() throws(TemplateError) -> Template.Placeholder {
    let start = position
    guard let end = text[start...].firstIndex(of: "}") else {
      throw error("'{' without '}'; write '{{' for a brace")
    }
    position = start + 1
    var placeholder = Template.Placeholder(field: 0)
    let name = take(until: ".:|", end: end)
    placeholder.field = try field(name, at: start + 1)
    if text[position] == "." { placeholder.part = try part(of: name, end: end) }
    if text[position] == ":" {
      try width(&placeholder, end: end)
    }
    if text[position] == "|" {
      placeholder.fallback = Array(String(text[(position + 1)..<end]).utf8)
    }
    position = end + 1
    return placeholder
  }

  private mutating func field(_ name: String, at place: Int) throws(TemplateError) -> Int {
    guard known.contains(name) else {
      if name.isEmpty { throw error("a field is missing between the braces", at: place) }
      throw error(
        "unknown field '\(name)'", at: place, hint: Suggestion.hint(for: name, among: known))
    }
    if let index = used.firstIndex(of: name) { return index }
    used.append(name)
    return used.count - 1
  }

  private mutating func part(of field: String, end: Int) throws(TemplateError) -> Template.TimePart
  {
    position += 1
    let place = position
    let name = take(until: ":|", end: end)
    guard times.contains(field) else {
      throw error("'\(field)' is no time and has no part '\(name)'", at: place)
    }
    guard let part = Template.TimePart(rawValue: name) else {
      let names = Template.TimePart.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("'\(name)' is no part of a time; parts are \(names)", at: place)
    }
    return part
  }

  private mutating func width(
    _ placeholder: inout Template.Placeholder, end: Int
  ) throws(TemplateError) {
    position += 1
    let place = position
    let digits = take(until: "|", end: end)
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let width = Int(digits),
      (1...255).contains(width)
    else { throw error("a width is a number from 1 to 255, not '\(digits)'", at: place) }
    placeholder.width = width
    placeholder.isZeroFilled = digits.hasPrefix("0")
  }

  private mutating func take(until stops: String, end: Int) -> String {
    let start = position
    while position < end, !stops.contains(text[position]) { position += 1 }
    return String(text[start..<position])
  }

  private func error(
    _ message: String, at place: Int? = nil, hint: String? = nil
  ) -> TemplateError {
    TemplateError(message: message, position: place ?? position, hint: hint)
  }
}
