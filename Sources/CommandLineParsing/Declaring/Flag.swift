/// One flag of a command: how it is written, what help says of it, and what it does.
package struct Flag<Arguments>: Sendable {
  /// What help, man page and completions say.
  package var description: FlagDescription
  /// Writes one occurrence into the arguments.
  let apply: Apply

  /// Takes the arguments and the value, `nil` when none was given.
  package typealias Apply =
    @Sendable (_ arguments: inout Arguments, _ value: FlagValue) throws(UsageError) -> Void

  /// Where a flag writes its value: `\.limit`.
  package typealias Field<Value> = any WritableKeyPath<Arguments, Value> & Sendable

  /// Makes a flag from its description and what it does with the bytes of its value.
  package init(_ description: FlagDescription, apply: @escaping Apply) {
    self.description = description
    self.apply = apply
  }

  /// Makes a flag that reads its value as text.
  ///
  /// `parse` is called for every occurrence, in order; its text is `nil` without a value.
  package init(
    long: String, short: Character? = nil, arity: FlagArity = .none, summary: String,
    completion: ValueCompletion = .none,
    parse: @escaping @Sendable (inout Arguments, String?) throws(UsageError) -> Void
  ) {
    self.init(
      FlagDescription(
        long: long, short: short, arity: arity, summary: summary, completion: completion)
    ) { arguments, value throws(UsageError) in
      guard let raw = value.raw else { return try parse(&arguments, nil) }
      guard let text = raw.text else {
        throw UsageError("--\(long) takes text in UTF-8, not '\(raw.displayText)'")
      }
      try parse(&arguments, text)
    }
  }

  /// Puts the flag under a heading of its own.
  package func grouped(_ heading: String) -> Flag {
    changed { $0.group = heading }
  }

  /// Leaves the flag out of help, man page and completions.
  package func hidden() -> Flag {
    changed { $0.isHidden = true }
  }

  /// Tells the default in help.
  package func defaulting(to text: String) -> Flag {
    changed { $0.defaultText = text }
  }

  /// Adds paragraphs for `--help` and the man page.
  package func details(_ text: String) -> Flag {
    changed { $0.details = text }
  }

  /// Tells shells what to offer as a value.
  package func completing(_ completion: ValueCompletion) -> Flag {
    changed { $0.completion = completion }
  }

  /// The same flag for a command whose arguments contain these: a bundle that commands share.
  package func scoped<Outer>(
    to path: any WritableKeyPath<Outer, Arguments> & Sendable
  ) -> Flag<Outer> {
    let apply = apply
    return Flag<Outer>(description) { outer, value throws(UsageError) in
      try apply(&outer[keyPath: path], value)
    }
  }

  private func changed(_ change: (inout FlagDescription) -> Void) -> Flag {
    var copy = self
    change(&copy.description)
    return copy
  }
}

/// What was written for one occurrence of a flag.
package struct FlagValue: Hashable, Sendable {
  /// The value's bytes, `nil` when none was given.
  package var raw: RawArgument?
  /// True for the `--no-` form.
  package var isNegated = false

  /// Makes a value.
  package init(_ raw: RawArgument? = nil, isNegated: Bool = false) {
    self.raw = raw
    self.isNegated = isNegated
  }
}
