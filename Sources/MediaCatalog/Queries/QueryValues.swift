internal import MediaModel
internal import UnicodeText

/// Turns the `field:value` terms of a query into predicates.
struct QueryValues {
  let query: String
  let clock: PersonClock

  func predicate(
    field name: String, value: String, at position: Int, valueAt: Int
  ) throws(QueryError) -> MediaPredicate {
    guard let field = QueryField.named(name) else {
      throw QueryError(
        query: query, position: position, reason: "there is no field “\(name)”",
        hint: QueryField.hint(for: name))
    }
    let term = QueryTerm(field: field, value: value, position: valueAt)
    guard !value.isEmpty else { throw error("“\(name):” needs a value", in: term) }
    switch field {
    case .type: return .type(try choice(in: term, MediaType.allCases, \.name))
    case .mark: return .mark(try choice(in: term, MediaMark.allCases, \.rawValue))
    case .has: return .has(try choice(in: term, MediaDetail.allCases, \.rawValue))
    case .orientation:
      return .orientation(try choice(in: term, DisplayOrientation.allCases, \.rawValue))
    case .taken: return .taken(try timeRange(in: term))
    case .added: return .added(try instantRange(in: term))
    case .inFolder: return .inFolder(FilePath(value))
    case .album: return .inAlbum(value)
    case .near: return .within(try circle(in: term))
    case .box: return .within(try box(in: term))
    case .aspect: return try aspect(in: term)
    case .text(let field): return .text(field, value)
    case .number(let field): return .number(field, try comparison(field, in: term))
    }
  }

  /// One of several words.
  private func choice<Value>(
    in term: QueryTerm, _ values: [Value], _ name: (Value) -> String
  ) throws(QueryError) -> Value {
    let word = term.value.lowercased()
    if let value = values.first(where: { name($0) == word }) { return value }
    let names = values.map(name)
    let field = term.field.name
    throw QueryError(
      query: query, position: term.position, reason: "“\(term.value)” is no value of \(field):",
      hint: Suggestion.nearest(to: word, among: names).map { "did you mean \(field):\($0)?" }
        ?? "allowed: \(names.map { "\(field):\($0)" }.joined(separator: " "))")
  }

  /// An error at the value of a term, with an example of what works.
  func error(_ reason: String, in term: QueryTerm) -> QueryError {
    QueryError(
      query: query, position: term.position, reason: reason,
      hint: "for example \(term.field.example)")
  }
}

/// A `field:value` term whose field is known.
struct QueryTerm {
  let field: QueryField
  let value: String
  /// Where the value starts.
  let position: Int
}
