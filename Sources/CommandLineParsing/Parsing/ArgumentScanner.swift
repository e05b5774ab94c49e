internal import UnicodeText

/// Splits words into flags with their values, and the rest; knows nothing of what they mean.
struct ArgumentScanner {
  /// One flag or word, in the order of the line.
  enum Occurrence: Hashable {
    case flag(index: Int, value: FlagValue)
    case word(RawArgument)
    case help(isLong: Bool)
  }

  let flags: [FlagDescription]
  let takesQuery: Bool

  /// Splits all words; after `--` nothing is a flag.
  func scan(_ words: [RawArgument]) throws(UsageError) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var rest = words[...]
    while let word = rest.first {
      if word.bytes == [Self.dash, Self.dash] {
        occurrences += rest.dropFirst().map(Occurrence.word)
        break
      }
      if !isFlag(word) {
        occurrences.append(.word(word))
        rest = rest.dropFirst()
      } else {
        occurrences += try takeFlags(from: &rest)
      }
    }
    return occurrences
  }

  /// Takes one word that is a flag or a group of short ones, and the word of its value.
  func takeFlags(from rest: inout ArraySlice<RawArgument>) throws(UsageError) -> [Occurrence] {
    guard let word = rest.popFirst() else { return [] }
    if word.bytes.starts(with: [Self.dash, Self.dash]) {
      return [try takeLong(word, rest: &rest)]
    }
    return try takeShort(word, rest: &rest)
  }

  /// Which help the words ask for, `nil` for none; words after `--` do not count.
  static func helpRequest(in words: [RawArgument]) -> Bool? {
    for word in words.prefix(while: { $0.bytes != [dash, dash] }) {
      if word.displayText == "-h" { return false }
      if word.displayText == "--help" { return true }
    }
    return nil
  }

  static let dash = UInt8(ascii: "-")

  // MARK: Flag or word

  /// True when a word is meant as flags: not `-`, not a negative number, not part of a query.
  func isFlag(_ word: RawArgument) -> Bool {
    let bytes = word.bytes
    guard bytes.count > 1, bytes[0] == Self.dash else { return false }
    if bytes[1] == Self.dash { return true }
    let body = word.displayText.dropFirst()
    if isNumber(body), body.first.flatMap(flag(short:)) == nil { return false }
    return takesQuery ? !isQueryWord(body) : true
  }

  private func isNumber(_ body: Substring) -> Bool {
    var digits = 0
    for character in body {
      if character.isASCII, character.isNumber {
        digits += 1
      } else if character != "." {
        return false
      }
    }
    return digits > 0
  }

  /// True when `-body` leaves something out of a query, as `-type:video`, `-beach` or `-"a b"`.
  ///
  /// A colon decides. Otherwise it is flags when every letter is one (a value may follow if it is a
  /// number: `-n5`), a lone letter, or the name of a long flag with a dash too few.
  private func isQueryWord(_ body: Substring) -> Bool {
    if body.contains(":") { return true }
    if body.count == 1, body.allSatisfy({ $0.isASCII && $0.isLetter }) { return false }
    if flags.contains(where: { $0.long == body }) || body == "help" { return false }
    var rest = body
    while let letter = rest.popFirst() {
      if letter == "h" { continue }
      guard let index = flag(short: letter) else { return true }
      if flags[index].arity.valueName != nil {
        return !(rest.isEmpty || rest.first == "=" || isNumber(rest))
      }
    }
    return false
  }

  // MARK: Long flags

  private func takeLong(
    _ word: RawArgument, rest: inout ArraySlice<RawArgument>
  ) throws(UsageError) -> Occurrence {
    let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: word.bytes[2..<(equals ?? word.bytes.count)], as: UTF8.self)
    var value = equals.map { RawArgument(bytes: Array(word.bytes[($0 + 1)...])) }
    if name == "help", value == nil { return .help(isLong: true) }
    guard let (index, isNegated) = flag(long: name) else { throw unknown(long: name) }
    let flag = flags[index]
    switch flag.arity {
    case .none, .negatable:
      if value != nil { throw UsageError("--\(name) takes no value") }
    case .value(let valueName):
      if value == nil { value = try takeValue(named: valueName, of: "--\(name)", rest: &rest) }
    case .optionalValue: break
    }
    return .flag(index: index, value: FlagValue(value, isNegated: isNegated))
  }

  private func flag(long name: String) -> (index: Int, isNegated: Bool)? {
    for (index, flag) in flags.enumerated() {
      if flag.long == name { return (index, false) }
      if flag.arity == .negatable, name == "no-\(flag.long)" { return (index, true) }
    }
    return nil
  }

  private func unknown(long name: String) -> UsageError {
    var names = flags.filter { !$0.isHidden }.flatMap { flag in
      flag.arity == .negatable ? [flag.long, "no-\(flag.long)"] : [flag.long]
    }
    names.append("help")
    return UsageError(
      "unknown flag --\(name)",
      hint: Suggestion.nearest(to: name, among: names).map { "did you mean --\($0)?" })
  }

  // MARK: Short flags

  private func takeShort(
    _ word: RawArgument, rest: inout ArraySlice<RawArgument>
  ) throws(UsageError) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var position = 1
    while position < word.bytes.count {
      // Short names are ASCII, so one byte is one name; the rest may be a value in any encoding.
      let letter = Character(Unicode.Scalar(word.bytes[position]))
      position += 1
      guard let index = flag(short: letter) else {
        if letter == "h" {
          occurrences.append(.help(isLong: false))
          continue
        }
        throw unknown(short: letter, in: word)
      }
      let flag = flags[index]
      guard let valueName = flag.arity.valueName else {
        occurrences.append(.flag(index: index, value: FlagValue()))
        continue
      }
      var value = Array(word.bytes[position...])
      if value.first == UInt8(ascii: "=") { value.removeFirst() }
      if position < word.bytes.count {
        occurrences.append(.flag(index: index, value: FlagValue(RawArgument(bytes: value))))
      } else if case .optionalValue = flag.arity {
        occurrences.append(.flag(index: index, value: FlagValue()))
      } else {
        let next = try takeValue(named: valueName, of: "-\(letter)", rest: &rest)
        occurrences.append(.flag(index: index, value: FlagValue(next)))
      }
      break
    }
    return occurrences
  }

  private func flag(short letter: Character) -> Int? { flags.firstIndex { $0.short == letter } }

  private func unknown(short letter: Character, in word: RawArgument) -> UsageError {
    let text = word.displayText
    let body = String(text.dropFirst())
    if flags.contains(where: { $0.long == body }) || body == "help" {
      return UsageError("unknown flag \(text)", hint: "did you mean --\(body)?")
    }
    let shown = letter.isASCII ? "-\(letter)" : text
    let hint = takesQuery ? "write NOT \(letter) to leave out the word '\(letter)'" : nil
    if text.count == 2 || !letter.isASCII {
      return UsageError("unknown flag \(shown)", hint: letter.isASCII ? hint : nil)
    }
    let names = flags.filter { !$0.isHidden }.map(\.long)
    return UsageError(
      "unknown flag \(shown) in \(text)",
      hint: Suggestion.nearest(to: body, among: names).map { "did you mean --\($0)?" })
  }

  // MARK: Values

  /// Takes the next word as a value, unless it is plainly another flag of this command.
  private func takeValue(
    named name: String, of flag: String, rest: inout ArraySlice<RawArgument>
  ) throws(UsageError) -> RawArgument {
    guard let next = rest.first, !isKnownFlag(next) else {
      throw UsageError("\(flag) needs a value: \(flag) \(name)")
    }
    rest = rest.dropFirst()
    return next
  }

  private func isKnownFlag(_ word: RawArgument) -> Bool {
    let text = word.displayText
    if text == "--" || text == "--help" || text == "-h" { return true }
    if text.hasPrefix("--") {
      return flag(long: String(text.dropFirst(2).prefix { $0 != "=" })) != nil
    }
    guard text.hasPrefix("-"), text.count == 2, let letter = text.last else { return false }
    return flag(short: letter) != nil
  }
}
