/// How many words a positional takes.
package enum PositionalCount: Hashable, Sendable {
  /// Exactly one.
  case one
  /// One or none.
  case optional
  /// Any number, none too.
  case any
  /// One or more.
  case oneOrMore

  var minimum: Int { self == .one || self == .oneOrMore ? 1 : 0 }
  var maximum: Int { self == .one || self == .optional ? 1 : .max }
}

/// All of a positional but what it does.
package struct PositionalDescription: Hashable, Sendable {
  /// The name in help, in capitals: `ITEM`.
  package var name: String
  /// How many words it takes.
  package var count: PositionalCount
  /// One sentence with a full stop.
  package var summary: String
  /// What a shell offers.
  package var completion: ValueCompletion

  /// The name as usage shows it: `ALBUM`, `[FILE]`, `[QUERY…]`, `ITEM…`.
  package var syntax: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .oneOrMore: "\(name)…"
    }
  }
}

/// One or more words of a command that are no flags.
package struct Positional<Arguments>: Sendable {
  /// What help, man page and completions say.
  package var description: PositionalDescription
  let apply: @Sendable (inout Arguments, RawArgument) throws(UsageError) -> Void

  /// Makes a positional that takes bytes: paths.
  package init(
    _ name: String, _ count: PositionalCount = .one, summary: String,
    completion: ValueCompletion = .none,
    raw apply: @escaping @Sendable (inout Arguments, RawArgument) throws(UsageError) -> Void
  ) {
    self.description = PositionalDescription(
      name: name, count: count, summary: summary, completion: completion)
    self.apply = apply
  }

  /// Makes a positional that takes text.
  package init(
    _ name: String, _ count: PositionalCount = .one, summary: String,
    completion: ValueCompletion = .none,
    parse: @escaping @Sendable (inout Arguments, String) throws(UsageError) -> Void
  ) {
    self.init(name, count, summary: summary, completion: completion) {
      arguments, raw throws(UsageError) in
      guard let text = raw.text else {
        throw UsageError("\(name) is text in UTF-8, not '\(raw.displayText)'")
      }
      try parse(&arguments, text)
    }
  }
}
