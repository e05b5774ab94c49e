public import MediaModel

extension MediaFilter {
  /// Reads a query as people type it: `type:video taken:2023 (beach OR sea) -is:favorite`.
  ///
  /// Words side by side must all match; `OR` binds weaker; `-` and `NOT` bind strongest. Reading
  /// what ``queryText`` wrote gives the same filter, normalized.
  ///
  /// - Parameters:
  ///   - query: The text; empty means everything.
  ///   - clock: The person's, for `taken:last-30-days` and `added:today`.
  /// - Throws: ``QueryError`` that points at the place and names what is allowed.
  public init(parsing query: String, clock: PersonClock = .system) throws {
    var parser = QueryParser(
      query: query, tokens: try QueryLexer.tokens(of: query),
      values: QueryValues(query: query, clock: clock))
    self = try parser.parse().normalized
  }
}

/// Builds a filter from tokens by recursive descent.
struct QueryParser {
  let query: String
  let tokens: [QueryToken]
  let values: QueryValues
  private var index = 0
  private var depth = 0

  init(query: String, tokens: [QueryToken], values: QueryValues) {
    self.query = query
    self.tokens = tokens
    self.values = values
  }

  mutating func parse() throws(QueryError) -> MediaFilter {
    let filter = try alternatives()
    if index < tokens.count {
      throw error("this parenthesis closes nothing", at: tokens[index].position)
    }
    // Words side by side are a level too, without any parenthesis.
    if filter.depth > MediaFilter.maximumDepth { throw tooDeep(at: 0) }
    return filter
  }

  private mutating func alternatives() throws(QueryError) -> MediaFilter {
    var start = index
    var parts = [try sequence()]
    while index < tokens.count, tokens[index].kind == .or {
      let position = tokens[index].position
      let isFirstEmpty = start == index
      index += 1
      start = index
      parts.append(try sequence())
      if isFirstEmpty || start == index {
        throw error("OR needs something on both sides", at: position)
      }
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func sequence() throws(QueryError) -> MediaFilter {
    var parts: [MediaFilter] = []
    while index < tokens.count, tokens[index].kind != .or, tokens[index].kind != .close {
      if tokens[index].kind == .and {
        index += 1
      } else {
        parts.append(try operand())
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func operand() throws(QueryError) -> MediaFilter {
    let token = tokens[index]
    index += 1
    switch token.kind {
    case .not:
      guard index < tokens.count, ![.or, .close, .and].contains(tokens[index].kind) else {
        throw error("nothing follows to be excluded", at: token.position)
      }
      try enter(token)
      defer { depth -= 1 }
      return .not(try operand())
    case .open:
      try enter(token)
      defer { depth -= 1 }
      let inner = try alternatives()
      guard index < tokens.count, tokens[index].kind == .close else {
        throw error("this parenthesis is not closed", at: token.position)
      }
      index += 1
      return inner
    case .word(let text): return .matches(.word(text))
    case .phrase(let text): return .matches(.phrase(text))
    case .mark(let mark): return .matches(.mark(mark))
    case .term(let field, let value):
      return .matches(
        try values.predicate(
          field: field, value: value, at: token.position, valueAt: token.valuePosition))
    case .or, .and, .close: throw error("something is missing here", at: token.position)
    }
  }

  /// Counts one more group or negation; nobody types 64 of them, and stacks end.
  private mutating func enter(_ token: QueryToken) throws(QueryError) {
    depth += 1
    if depth > MediaFilter.maximumDepth { throw tooDeep(at: token.position) }
  }

  private func tooDeep(at position: Int) -> QueryError {
    error("nested deeper than \(MediaFilter.maximumDepth)", at: position)
  }

  private func error(_ reason: String, at position: Int) -> QueryError {
    QueryError(query: query, position: position, reason: reason)
  }
}
