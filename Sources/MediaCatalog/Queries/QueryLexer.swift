internal import MediaModel

/// A piece of a query, with its place.
struct QueryToken: Hashable {
  enum Kind: Hashable {
    case open, close, or, not
    /// `AND`, which stands between words anyway.
    case and
    /// `field:value`.
    case term(field: String, value: String)
    case word(String)
    /// Words in quotes.
    case phrase(String)
    /// A word that is a condition by itself.
    case mark(MediaMark)
  }

  var kind: Kind
  /// Characters from the start of the query.
  var position: Int
  /// Where the value of a term starts.
  var valuePosition: Int
}

/// Cuts a query into words, `field:value` terms, parentheses, `OR`, `NOT` and `-`.
///
/// Words part at white space; double quotes keep it. A backslash, inside quotes and outside, takes
/// the character behind it as it is.
struct QueryLexer {
  private let query: String
  private let characters: [Character]
  private var index = 0

  init(_ query: String) {
    self.query = query
    self.characters = Array(query)
  }

  /// Cuts the whole query.
  ///
  /// - Throws: ``QueryError`` for a quote that is not closed.
  static func tokens(of query: String) throws(QueryError) -> [QueryToken] {
    var lexer = QueryLexer(query)
    var tokens: [QueryToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() throws(QueryError) -> QueryToken? {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    guard index < characters.count else { return nil }
    let start = index
    switch characters[index] {
    case "(": return single(.open, at: start)
    case ")": return single(.close, at: start)
    case "-" where index + 1 < characters.count && !characters[index + 1].isWhitespace:
      return single(.not, at: start)
    default: return try word(from: start)
    }
  }

  private mutating func single(_ kind: QueryToken.Kind, at start: Int) -> QueryToken {
    index += 1
    return QueryToken(kind: kind, position: start, valuePosition: start)
  }

  private mutating func word(from start: Int) throws(QueryError) -> QueryToken {
    if characters[index] == "\"" {
      return QueryToken(kind: .phrase(try quoted()), position: start, valuePosition: start)
    }
    var text = ""
    var isEscaped = false
    while index < characters.count, !isBreak(characters[index]) {
      if characters[index] == ":", !isEscaped, isFieldName(text) {
        index += 1
        return try term(field: text.lowercased(), from: start)
      }
      if takeBackslash() { isEscaped = true }
      text.append(characters[index])
      index += 1
    }
    let kind: QueryToken.Kind =
      switch text {
      case _ where isEscaped: .word(text)
      case "OR": .or
      case "NOT": .not
      case "AND": .and
      case "undated": .mark(.undated)
      default: .word(text)
      }
    return QueryToken(kind: kind, position: start, valuePosition: start)
  }

  private mutating func term(field: String, from start: Int) throws(QueryError) -> QueryToken {
    let valueStart = index
    var value = ""
    if index < characters.count, characters[index] == "\"" {
      value = try quoted()
    } else {
      while index < characters.count, !isBreak(characters[index]) {
        _ = takeBackslash()
        value.append(characters[index])
        index += 1
      }
    }
    return QueryToken(
      kind: .term(field: field, value: value), position: start, valuePosition: valueStart)
  }

  /// Steps over a backslash, unless nothing follows it.
  private mutating func takeBackslash() -> Bool {
    guard characters[index] == "\\", index + 1 < characters.count else { return false }
    index += 1
    return true
  }

  private mutating func quoted() throws(QueryError) -> String {
    let start = index
    index += 1
    var text = ""
    while index < characters.count {
      let character = characters[index]
      index += 1
      if character == "\"" { return text }
      if character == "\\", index < characters.count {
        text.append(characters[index])
        index += 1
      } else {
        text.append(character)
      }
    }
    throw QueryError(
      query: query, position: start, reason: "this quotation mark is not closed",
      hint: "close it with \", or write \\\" inside quotes for the mark itself")
  }

  private func isBreak(_ character: Character) -> Bool {
    character.isWhitespace || character == "(" || character == ")"
  }

  private func isFieldName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }
}
