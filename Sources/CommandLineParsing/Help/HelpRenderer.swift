/// Renders help for a terminal: the overview, `-h` on one screen, `--help` in full.
package struct HelpRenderer: Sendable {
  /// Columns to use, 20…100: longer lines are hard to read.
  private let width: Int
  /// True to print headings and names in bold.
  private let isBold: Bool
  private let tool: ToolDescription

  /// Makes a renderer.
  package init(_ tool: ToolDescription, width: Int = 80, isBold: Bool = false) {
    self.tool = tool
    self.width = min(max(width, 20), 100)
    self.isBold = isBold
  }

  /// Renders help of a command, of a group, or of the program when the path is empty.
  package func help(for path: [String], isLong: Bool) -> String {
    guard let command = tool.command(at: path) else { return overview(isLong: isLong) }
    let words = ([tool.name] + path).joined(separator: " ")
    var blocks = [wrapped(command.summary), usage(path)]
    if isLong, let details = command.details { blocks.append(wrapped(details)) }
    let flags = flags(of: command)
    var tables = commandTables(command.visibleChildren) + argumentTables(command)
    if !isLong { tables += flagTables(flags) }
    blocks += aligned(tables)
    if isLong {
      blocks += longFlags(flags) + examples(command)
      blocks += aligned([table("Exit status", tool.exitStatuses)])
    }
    if !command.children.isEmpty {
      blocks.append(wrapped("'\(words) COMMAND --help' tells about a command."))
    } else if !isLong {
      let more = command.examples.isEmpty ? "more" : "more, with examples"
      blocks.append(wrapped("'\(words) --help' tells \(more)."))
    }
    return page(blocks)
  }

  private func overview(isLong: Bool) -> String {
    var blocks = [wrapped(tool.summary), usage([])]
    if isLong, let details = tool.details { blocks.append(wrapped(details)) }
    blocks += aligned(
      commandTables(tool.visibleCommands + [Self.helpCommand])
        + flagTables(tool.visibleGlobalFlags + [grouped(.help), grouped(.version)]))
    if isLong {
      blocks += aligned([
        table("Exit status", tool.exitStatuses), table("Environment", tool.environment),
      ])
    }
    blocks.append(wrapped("'\(tool.name) help COMMAND' tells about a command."))
    return page(blocks)
  }

  private static let helpCommand = CommandDescription(
    name: "help", summary: "Print help of a command.", topic: "Help")

  // MARK: Blocks

  private func page(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

  private func wrapped(_ text: String) -> String { Wrapping.wrap(text, width: width, indent: 0) }

  private func heading(_ text: String) -> String { bold(text + ":") }

  private func bold(_ text: String) -> String { isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func usage(_ path: [String]) -> String {
    let line = UsageLine(tool: tool, path: path).text
    return heading("Usage") + " " + Wrapping.wrap(line, width: width, indent: 9, first: 7)
  }

  /// The command's own flags, for groups the global ones, and `--help`.
  private func flags(of command: CommandDescription) -> [FlagDescription] {
    let own = command.children.isEmpty ? command.visibleFlags : tool.visibleGlobalFlags
    return own + [grouped(.help)]
  }

  /// A built-in flag, which stands with the global ones when there are any.
  private func grouped(_ flag: FlagDescription) -> FlagDescription {
    var flag = flag
    flag.group = tool.globalFlags.first?.group ?? flag.group
    return flag
  }

  private func examples(_ command: CommandDescription) -> [String] {
    if command.examples.isEmpty { return [] }
    let lines = command.examples.map { example in
      Wrapping.wrap(example.purpose + ":", width: width, indent: 2) + "\n    $ " + example.line
    }
    return [([heading("Examples")] + lines).joined(separator: "\n")]
  }

  // MARK: Tables

  private struct Table {
    var title: String
    var rows: [(term: String, text: String)]
  }

  private func commandTables(_ commands: [CommandDescription]) -> [Table] {
    Self.grouped(commands, by: \.topic).map { topic, commands in
      Table(title: topic, rows: commands.map { ($0.name, $0.summary) })
    }
  }

  private func argumentTables(_ command: CommandDescription) -> [Table] {
    [Table(title: "Arguments", rows: command.positionals.map { ($0.syntax, $0.summary) })]
  }

  private func flagTables(_ flags: [FlagDescription]) -> [Table] {
    Self.grouped(flags, by: \.group).map { group, flags in
      Table(title: group, rows: flags.map { (Self.term($0), Self.shortText($0)) })
    }
  }

  private func table(_ title: String, _ terms: [DescribedTerm]) -> Table {
    Table(title: title, rows: terms.map { ($0.term, $0.meaning) })
  }

  private static func grouped<Value>(
    _ values: [Value], by path: KeyPath<Value, String>
  ) -> [(String, [Value])] {
    var groups: [(String, [Value])] = []
    for value in values {
      let name = value[keyPath: path]
      if let index = groups.firstIndex(where: { $0.0 == name }) {
        groups[index].1.append(value)
      } else {
        groups.append((name, [value]))
      }
    }
    return groups
  }

  /// Terms at the left and texts in one column down the page; long terms have their text below.
  private func aligned(_ tables: [Table]) -> [String] {
    let tables = tables.filter { !$0.rows.isEmpty }
    let widths = tables.flatMap(\.rows).map(\.term.count)
    let limit = width < 60 ? 12 : min(28, width * 2 / 5)
    let fitting = widths.filter { $0 <= limit }.max() ?? 0
    return tables.map { table in
      let isStacked = width < 60 && table.rows.contains { $0.term.count > limit }
      let column = isStacked ? 8 : 2 + fitting + 2
      let rows = table.rows.map { row($0.term, $0.text, column: column, isStacked: isStacked) }
      return ([heading(table.title)] + rows).joined(separator: "\n")
    }
  }

  private func row(_ term: String, _ text: String, column: Int, isStacked: Bool) -> String {
    let used = 2 + term.count
    if isStacked || used + 2 > column {
      let shown = isStacked ? String(term.drop { $0 == " " }) : term
      return "  " + bold(shown) + "\n" + Wrapping.wrap(text, width: width, indent: column)
    }
    return "  " + bold(term) + String(repeating: " ", count: column - used)
      + Wrapping.wrap(text, width: width, indent: column, first: column)
  }

  private func longFlags(_ flags: [FlagDescription]) -> [String] {
    let indent = width < 60 ? 8 : 10
    return Self.grouped(flags, by: \.group).map { group, flags in
      let blocks = flags.map { flag in
        "  " + bold(Self.term(flag)) + "\n"
          + Wrapping.wrap(Self.longText(flag), width: width, indent: indent)
      }
      return heading(group) + "\n" + blocks.joined(separator: "\n\n")
    }
  }

  /// `-n, --limit COUNT`; without a short name the long one stands below the others' long ones.
  private static func term(_ flag: FlagDescription) -> String {
    (flag.short.map { "-\($0), " } ?? "    ") + flag.longSyntax
  }

  private static func shortText(_ flag: FlagDescription) -> String {
    var notes: [String] = []
    let choices = flag.completion.choices
    if !choices.isEmpty { notes.append("values: \(choices.joined(separator: ", "))") }
    if let text = flag.defaultText { notes.append("default: \(text)") }
    return notes.isEmpty ? flag.summary : "\(flag.summary) (\(notes.joined(separator: "; ")))"
  }

  /// The paragraphs that `--help` and the man page share.
  static func longText(_ flag: FlagDescription) -> String {
    var paragraphs = [flag.summary]
    if let details = flag.details { paragraphs.append(details) }
    let choices = flag.completion.choices
    if !choices.isEmpty { paragraphs.append("Values: \(choices.joined(separator: ", ")).") }
    if let text = flag.defaultText { paragraphs.append("Default: \(text).") }
    return paragraphs.joined(separator: "\n\n")
  }
}
