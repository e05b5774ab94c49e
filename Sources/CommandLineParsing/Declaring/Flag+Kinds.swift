internal import UnicodeText

extension Flag {
  /// A flag that sets a value by being there.
  package static func toggle<Value: Sendable>(
    _ long: String, short: Character? = nil, _ summary: String,
    _ path: Field<Value>, to value: Value
  ) -> Flag {
    Flag(FlagDescription(long: long, short: short, summary: summary)) { arguments, _ in
      arguments[keyPath: path] = value
    }
  }

  /// A flag that sets a boolean to true.
  package static func toggle(
    _ long: String, short: Character? = nil, _ summary: String,
    _ path: Field<Bool>
  ) -> Flag {
    toggle(long, short: short, summary, path, to: true)
  }

  /// A flag with a `--no-` form.
  package static func negatable(
    _ long: String, short: Character? = nil, _ summary: String,
    _ path: Field<Bool>
  ) -> Flag {
    Flag(FlagDescription(long: long, short: short, arity: .negatable, summary: summary)) {
      arguments, value in
      arguments[keyPath: path] = !value.isNegated
    }
  }

  /// A flag with a `--no-` form whose absence means something else than both.
  package static func negatable(
    _ long: String, short: Character? = nil, _ summary: String,
    _ path: Field<Bool?>
  ) -> Flag {
    Flag(FlagDescription(long: long, short: short, arity: .negatable, summary: summary)) {
      arguments, value in
      arguments[keyPath: path] = !value.isNegated
    }
  }

  /// A flag with text, the last one counts.
  package static func text(
    _ long: String, short: Character? = nil, value name: String, _ summary: String,
    _ path: Field<String?>
  ) -> Flag {
    Flag(long: long, short: short, arity: .value(name: name), summary: summary) {
      arguments, text in
      arguments[keyPath: path] = text
    }
  }

  /// A flag with text that may be given several times.
  package static func texts(
    _ long: String, short: Character? = nil, value name: String, _ summary: String,
    _ path: Field<[String]>
  ) -> Flag {
    Flag(long: long, short: short, arity: .value(name: name), summary: summary) {
      arguments, text in
      if let text { arguments[keyPath: path].append(text) }
    }
  }

  /// A flag with a path in any encoding, the last one counts.
  package static func path(
    _ long: String, short: Character? = nil, value name: String = "FILE",
    completion: ValueCompletion = .file, _ summary: String,
    _ path: Field<[UInt8]?>
  ) -> Flag {
    Flag(
      FlagDescription(
        long: long, short: short, arity: .value(name: name), summary: summary,
        completion: completion)
    ) { arguments, value throws(UsageError) in
      guard let bytes = value.raw?.bytes, !bytes.isEmpty else {
        throw UsageError("--\(long) needs a path, not an empty word")
      }
      arguments[keyPath: path] = bytes
    }
  }

  /// A flag with a whole number, the last one counts.
  package static func integer(
    _ long: String, short: Character? = nil, value name: String, in range: ClosedRange<Int>,
    _ summary: String, _ path: Field<Int?>
  ) -> Flag {
    Flag(long: long, short: short, arity: .value(name: name), summary: summary) {
      arguments, text throws(UsageError) in
      arguments[keyPath: path] = try NumberText.integer(text ?? "", flag: long, in: range)
    }
  }

  /// A flag with a whole number that has a default, the last one counts.
  package static func integer(
    _ long: String, short: Character? = nil, value name: String, in range: ClosedRange<Int>,
    _ summary: String, _ path: Field<Int>
  ) -> Flag {
    Flag(long: long, short: short, arity: .value(name: name), summary: summary) {
      arguments, text throws(UsageError) in
      arguments[keyPath: path] = try NumberText.integer(text ?? "", flag: long, in: range)
    }
  }

  /// A flag with one of a few values, the last one counts; help and completions list them.
  package static func choice<Value>(
    _ long: String, short: Character? = nil, value name: String, _ summary: String,
    _ path: Field<Value?>
  ) -> Flag
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    choice(long, short: short, value: name, summary) { (arguments, value: Value) in
      arguments[keyPath: path] = value
    }
  }

  /// A flag with one of a few values and a default that is one of them.
  package static func choice<Value>(
    _ long: String, short: Character? = nil, value name: String, _ summary: String,
    _ path: Field<Value>
  ) -> Flag
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    choice(long, short: short, value: name, summary) { (arguments, value: Value) in
      arguments[keyPath: path] = value
    }
  }

  private static func choice<Value>(
    _ long: String, short: Character?, value name: String, _ summary: String,
    set: @escaping @Sendable (inout Arguments, Value) -> Void
  ) -> Flag
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    let choices = Value.allCases.map(\.rawValue)
    return Flag(
      long: long, short: short, arity: .value(name: name), summary: summary,
      completion: .choices(choices)
    ) { arguments, text throws(UsageError) in
      let text = text ?? ""
      guard let value = Value(rawValue: text) else {
        throw UsageError(
          "--\(long) takes \(WordList.or(choices)), not '\(text)'",
          hint: Suggestion.hint(for: text, among: choices))
      }
      set(&arguments, value)
    }
  }
}

enum NumberText {
  /// A whole number in a range, or the sentence that says what is allowed.
  static func integer(
    _ text: String, flag: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    if let number = Int(text), range.contains(number) { return number }
    let allowed =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "a whole number"
      case (let lower, .max): "a whole number of \(lower) or more"
      case (.min, let upper): "a whole number of \(upper) or less"
      case (let lower, let upper): "a whole number from \(lower) to \(upper)"
      }
    throw UsageError("--\(flag) takes \(allowed), not '\(text)'")
  }
}

enum WordList {
  /// Joins words as a sentence does: `a, b or c`.
  static func or(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
