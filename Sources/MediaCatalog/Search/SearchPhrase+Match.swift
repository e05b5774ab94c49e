extension SearchPhrase {
  /// The phrase as an expression of FTS5, over one column or all.
  ///
  /// Words hold only letters, marks and digits, so nothing in them needs an escape.
  func match(in column: String? = nil) -> String {
    let phrase = "\"\(words.joined(separator: " "))\"\(isPrefix ? " *" : "")"
    return column.map { "\($0) : \(phrase)" } ?? phrase
  }
}
