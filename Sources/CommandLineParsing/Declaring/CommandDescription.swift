/// One example: what it does and the line to type.
package struct CommandExample: Hashable, Sendable {
  /// What it does, without a full stop: `Videos of 2023 as JSON`.
  package var purpose: String
  /// The whole line, `mediacat list type:video taken:2023 --json`.
  package var line: String

  /// Makes an example.
  package init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// All of a command but what it does.
package struct CommandDescription: Hashable, Sendable {
  /// One word.
  package var name: String
  /// One sentence, imperative, with a full stop.
  package var summary: String
  /// Paragraphs for `--help` and the man page, blank lines between them.
  package var details: String?
  /// The heading it stands under in the overview.
  package var topic: String
  /// True when a word that starts with `-` may be a condition of a query: `-type:video`.
  package var takesQuery: Bool
  /// True when help, man page and completions leave it out.
  package var isHidden: Bool
  /// Its flags without `--help`.
  package var flags: [FlagDescription] = []
  /// Its words that are no flags.
  package var positionals: [PositionalDescription] = []
  /// Lines to try.
  package var examples: [CommandExample]
  /// Its subcommands.
  package var children: [CommandDescription] = []

  /// Makes a description.
  package init(
    name: String, summary: String, details: String? = nil, topic: String = "Commands",
    takesQuery: Bool = false, isHidden: Bool = false, examples: [CommandExample] = []
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.topic = topic
    self.takesQuery = takesQuery
    self.isHidden = isHidden
    self.examples = examples
  }

  /// The flags that help shows.
  var visibleFlags: [FlagDescription] { flags.filter { !$0.isHidden } }
  /// The subcommands that help shows.
  var visibleChildren: [CommandDescription] { children.filter { !$0.isHidden } }
}

/// One row of a table in help: an exit status or an environment variable.
package struct DescribedTerm: Hashable, Sendable {
  /// The term: `64`, `NO_COLOR`.
  package var term: String
  /// What it means, with a full stop.
  package var meaning: String

  /// Makes a row.
  package init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}

/// All of a program but what it does.
package struct ToolDescription: Hashable, Sendable {
  /// The word people type.
  package var name: String
  /// Printed by `--version`.
  package var version: String
  /// One sentence with a full stop.
  package var summary: String
  /// Paragraphs for `--help` and the man page.
  package var details: String?
  /// Flags of every command, which may also stand before the command.
  package var globalFlags: [FlagDescription] = []
  /// Commands in the order of the overview.
  package var commands: [CommandDescription] = []
  /// Exit statuses.
  package var exitStatuses: [DescribedTerm] = []
  /// Environment variables.
  package var environment: [DescribedTerm] = []

  /// Makes a description.
  package init(name: String, version: String, summary: String, details: String? = nil) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
  }

  /// The command at the end of a path of names, `nil` when there is none or the path is empty.
  package func command(at path: [String]) -> CommandDescription? {
    var level = commands
    var found: CommandDescription?
    for name in path {
      guard let next = level.first(where: { $0.name == name }) else { return nil }
      found = next
      level = next.children
    }
    return found
  }
}
