/// Renders the manual page, in mdoc(7).
package struct ManPage: Sendable {
  private let tool: ToolDescription
  private let date: String

  /// Makes a page.
  ///
  /// The date is the day of the release as `.Dd` wants it: `November 30, 2025`.
  package init(_ tool: ToolDescription, date: String) {
    self.tool = tool
    self.date = date
  }

  /// The page's source.
  package var text: String {
    var lines = [
      ".Dd \(date)", ".Dt \(tool.name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(tool.name)",
      ".Nd \(Self.words(Self.phrase(tool.summary)))", ".Sh SYNOPSIS", ".Nm",
      ".Ar COMMAND", ".Op Ar FLAGS", ".Op Ar ARGUMENTS", ".Sh DESCRIPTION",
    ]
    lines += Self.prose(tool.details ?? tool.summary)
    lines += [".Pp", "Flags of every command, which may also stand before it:"]
    lines += flagList(tool.globalFlags.filter { !$0.isHidden } + [.help, .version])
    lines.append(".Sh COMMANDS")
    for command in tool.commands where !command.isHidden { lines += section(command, path: []) }
    lines += table("ENVIRONMENT", tool.environment, macro: "Ev ")
    lines += table("EXIT STATUS", tool.exitStatuses, macro: "")
    return lines.map { $0 + "\n" }.joined()
  }

  private func section(_ command: CommandDescription, path: [String]) -> [String] {
    let path = path + [command.name]
    if !command.children.isEmpty {
      return Self.heading(path) + Self.prose(command.summary)
        + (command.details.map { [".Pp"] + Self.prose($0) } ?? [])
        + command.visibleChildren.flatMap { section($0, path: path) }
    }
    var lines = Self.heading(path)
    lines += [".Nm", ".Cm \(Self.words(path.joined(separator: " ")))"]
    if !command.visibleFlags.isEmpty { lines.append(".Op Ar FLAGS") }
    lines += command.positionals.map(Self.synopsis)
    lines += [".Pp"] + Self.prose(command.summary)
    if let details = command.details { lines += [".Pp"] + Self.prose(details) }
    lines += positionalList(command.positionals)
    let globals = Set(tool.globalFlags.map(\.long))
    lines += flagList(command.visibleFlags.filter { !globals.contains($0.long) })
    for example in command.examples {
      lines += [".Pp"] + Self.prose(example.purpose + ":")
      lines += [".Dl " + Self.words("$ " + example.line)]
    }
    return lines
  }

  private static func heading(_ path: [String]) -> [String] {
    [".Ss \(words(path.joined(separator: " ")))"]
  }

  private static func synopsis(_ positional: PositionalDescription) -> String {
    switch positional.count {
    case .one: ".Ar \(words(positional.name))"
    case .optional: ".Op Ar \(words(positional.name))"
    case .any: ".Op Ar \(words(positional.name)) ..."
    case .oneOrMore: ".Ar \(words(positional.name)) ..."
    }
  }

  private func positionalList(_ positionals: [PositionalDescription]) -> [String] {
    if positionals.isEmpty { return [] }
    return [".Bl -tag -width Ds"]
      + positionals.flatMap { [".It Ar \(Self.words($0.name))"] + Self.prose($0.summary) }
      + [".El"]
  }

  private func flagList(_ flags: [FlagDescription]) -> [String] {
    if flags.isEmpty { return [] }
    return [".Bl -tag -width Ds"]
      + flags.flatMap { [Self.item($0)] + Self.prose(HelpRenderer.longText($0)) } + [".El"]
  }

  /// Writes a flag as the item of a list: `.It Fl n , Fl -limit Ar COUNT`.
  private static func item(_ flag: FlagDescription) -> String {
    var item = ".It "
    if let short = flag.short { item += "Fl \(short) , " }
    switch flag.arity {
    case .none: item += "Fl -\(flag.long)"
    case .negatable: item += "Fl -\(flag.long) , Fl -no-\(flag.long)"
    case .value(let name): item += "Fl -\(flag.long) Ar \(words(name))"
    case .optionalValue(let name): item += "Fl -\(flag.long) Ns Op = Ns Ar \(words(name))"
    }
    return item
  }

  private func table(_ title: String, _ terms: [DescribedTerm], macro: String) -> [String] {
    if terms.isEmpty { return [] }
    return [".Sh \(title)", ".Bl -tag -width Ds"]
      + terms.flatMap { [".It \(macro)\(Self.words($0.term))"] + Self.prose($0.meaning) }
      + [".El"]
  }

  // MARK: Escapes

  /// A sentence as `.Nd` wants it: no capital (but in `SQLite` or `EXIF`) and no full stop.
  private static func phrase(_ sentence: String) -> String {
    let phrase = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    let first = phrase.prefix { $0 != " " }
    guard first.dropFirst().allSatisfy({ !$0.isUppercase }) else { return String(phrase) }
    return first.lowercased() + phrase.dropFirst(first.count)
  }

  /// Text lines; a new sentence on a new line, as mdoc asks for.
  private static func prose(_ text: String) -> [String] {
    let paragraphs = Wrapping.paragraphs(text).map { words -> [String] in
      var sentences: [[Substring]] = [[]]
      for word in words {
        sentences[sentences.count - 1].append(word)
        if let last = word.last, ".!?".contains(last) { sentences.append([]) }
      }
      return sentences.filter { !$0.isEmpty }.map { escaped($0.joined(separator: " ")) }
    }
    return Array(paragraphs.joined(separator: [".Pp"]))
  }

  /// Escapes a text line: backslashes, a dot or quote at its start, and what is not ASCII.
  private static func escaped(_ text: String) -> String {
    var line = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": line += "\\e"
      // A plain hyphen could become U+2010, which nobody can paste into a shell.
      case "-": line += "\\-"
      case "'": line += "\\(aq"
      case "`": line += "\\(ga"
      case "~": line += "\\(ti"
      case "^": line += "\\(ha"
      case _ where scalar.isASCII: line.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        line += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return line
  }

  /// Escapes words on a macro line, where `Fl` would be a macro and `|` punctuation.
  private static func words(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let escaped = escaped(String(word)).replacing("\"", with: "\\(dq")
      let isMacro =
        word.count == 2 && word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "%") }
        && word.first?.isUppercase == true
      let isPunctuation = word.count == 1 && word.first.map { ".,:;()[]?!|".contains($0) } == true
      return isMacro || isPunctuation ? "\\&" + escaped : escaped
    }.joined(separator: " ")
  }
}
