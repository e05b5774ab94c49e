public import MediaModel

extension MediaFilter {
  /// Reads a query as people type it: `type:video taken:2023 (beach OR sea) -is:favorite`.
  ///
  /// Words side by side must all match; `OR` binds weaker; `-` and `NOT` bind strongest.
  ///
  /// - Parameters:
  ///   - query: The text; empty means everything.
  ///   - now: The wall time of the person, for `taken:last-30-days` and `taken:today`.
  /// - Throws: ``QueryError`` that points at the place and names what is allowed.
  public init(parsing query: String, now: WallTime) throws {
    var parser = QueryParser(
      query: query, tokens: try QueryLexer.tokens(of: query),
      values: QueryValues(query: query, now: now))
    self = try parser.parse()
  }
}

/// Builds a filter from tokens by recursive descent.
struct QueryParser {
  let query: String
  let tokens: [QueryToken]
  let values: QueryValues
  private var index = 0
  private var depth = 0

  /// Deeper nesting is refused: nobody types it, and stacks end.
  static let maximumDepth = 64

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
    return filter
  }

  private mutating func alternatives() throws(QueryError) -> MediaFilter {
    var parts = [try sequence()]
    while index < tokens.count, tokens[index].kind == .or {
      let position = tokens[index].position
      index += 1
      let next = try sequence()
      if next == .everything || parts.last == .everything {
        throw error("OR needs something on both sides", at: position)
      }
      parts.append(next)
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func sequence() throws(QueryError) -> MediaFilter {
    var parts: [MediaFilter] = []
    while index < tokens.count, tokens[index].kind != .or, tokens[index].kind != .close {
      if case .word("") = tokens[index].kind {
        index += 1
        continue
      }
      parts.append(try operand())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func operand() throws(QueryError) -> MediaFilter {
    let token = tokens[index]
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error("nested deeper than \(Self.maximumDepth)", at: token.position)
    }
    index += 1
    switch token.kind {
    case .not:
      guard index < tokens.count, tokens[index].kind != .or, tokens[index].kind != .close else {
        throw error("nothing follows to be excluded", at: token.position)
      }
      return .not(try operand())
    case .open:
      let inner = try alternatives()
      guard index < tokens.count, tokens[index].kind == .close else {
        throw error("this parenthesis is not closed", at: token.position)
      }
      index += 1
      return inner
    case .word(let text): return .matches(.word(text))
    case .term(let field, let value, _):
      return .matches(
        try values.predicate(
          field: field, value: value, at: token.position, valueAt: token.valuePosition))
    case .or, .close: throw error("something is missing here", at: token.position)
    }
  }

  private func error(_ reason: String, at position: Int) -> QueryError {
    QueryError(query: query, position: position, reason: reason)
  }
}
