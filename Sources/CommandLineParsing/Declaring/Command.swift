/// One command: its flags and words, and the arguments they are written into.
package struct Command<Arguments: Sendable>: Sendable {
  /// What help, man page and completions say; flags and positionals are filled in.
  package private(set) var description: CommandDescription
  let flags: [Flag<Arguments>]
  let positionals: [Positional<Arguments>]
  let initial: Arguments
  let validate: @Sendable (inout Arguments) throws(UsageError) -> Void

  /// Declares a command.
  ///
  /// `initial` are the arguments when nothing is written: the defaults. `validate` is called last,
  /// for what no single flag can tell.
  package init(
    _ description: CommandDescription, initial: Arguments, flags: [Flag<Arguments>] = [],
    positionals: [Positional<Arguments>] = [],
    validate: @escaping @Sendable (inout Arguments) throws(UsageError) -> Void = { _ in }
  ) {
    self.description = description
    self.description.flags = flags.map(\.description)
    self.description.positionals = positionals.map(\.description)
    self.flags = flags
    self.positionals = positionals
    self.initial = initial
    self.validate = validate
  }

  /// Parses the words after the command.
  ///
  /// - Returns: The arguments, or `.help` when help was asked for, even beside a mistake.
  package func parse(_ words: [RawArgument]) throws(UsageError) -> ParsedArguments<Arguments> {
    do {
      let scanner = ArgumentScanner(flags: description.flags, takesQuery: description.takesQuery)
      return try applied(scanner.scan(words))
    } catch {
      if let isLong = ArgumentScanner.helpRequest(in: words) { return .help(isLong: isLong) }
      throw error
    }
  }

  private func applied(
    _ occurrences: [ArgumentScanner.Occurrence]
  ) throws(UsageError) -> ParsedArguments<Arguments> {
    var arguments = initial
    var words: [RawArgument] = []
    for occurrence in occurrences {
      switch occurrence {
      case .help(let isLong): return .help(isLong: isLong)
      case .flag(let index, let value): try flags[index].apply(&arguments, value)
      case .word(let word): words.append(word)
      }
    }
    let counts = try PositionalCounts(description.positionals, words: words, of: description.name)
    var next = 0
    for (positional, count) in zip(positionals, counts.counts) {
      for word in words[next..<next + count] { try positional.apply(&arguments, word) }
      next += count
    }
    try validate(&arguments)
    return .arguments(arguments)
  }
}

/// What parsing the words of one command gave.
package enum ParsedArguments<Arguments> {
  case arguments(Arguments)
  case help(isLong: Bool)
}

extension ParsedArguments: Sendable where Arguments: Sendable {}
