/// How many values a flag takes.
package enum FlagArity: Hashable, Sendable {
  /// `--json`
  case none
  /// `--progress` and `--no-progress`
  case negatable
  /// `--limit COUNT`, `--limit=COUNT`, `-n COUNT`, `-nCOUNT`
  case value(name: String)
  /// `--color` and `--color=WHEN`; never the next word
  case optionalValue(name: String)

  /// The name of the value in help: `COUNT`.
  package var valueName: String? {
    switch self {
    case .none, .negatable: nil
    case .value(let name), .optionalValue(let name): name
    }
  }
}

/// What a shell offers as a value.
package enum ValueCompletion: Hashable, Sendable {
  /// Nothing.
  case none
  /// Paths of files and folders.
  case file
  /// Paths of folders.
  case directory
  /// A fixed list.
  case choices([String])
  /// The lines that a shell command prints.
  case lines(ofCommand: String)

  /// The fixed list, empty when there is none.
  package var choices: [String] {
    if case .choices(let choices) = self { choices } else { [] }
  }
}

/// All of a flag but what it does: what help, man page and completions are made of.
package struct FlagDescription: Hashable, Sendable {
  /// The long name without its dashes.
  package var long: String
  /// The short name without its dash.
  package var short: Character?
  /// How many values it takes.
  package var arity: FlagArity
  /// One sentence, imperative, with a full stop.
  package var summary: String
  /// Paragraphs for `--help` and the man page.
  package var details: String?
  /// The default as people read it.
  package var defaultText: String?
  /// What a shell offers as its value.
  package var completion: ValueCompletion
  /// The heading it stands under.
  package var group: String
  /// True when help, man page and completions leave it out.
  package var isHidden: Bool

  /// The heading of flags that name none.
  package static let defaultGroup = "Flags"

  /// Makes a description.
  package init(
    long: String, short: Character? = nil, arity: FlagArity = .none, summary: String,
    completion: ValueCompletion = .none
  ) {
    self.long = long
    self.short = short
    self.arity = arity
    self.summary = summary
    self.completion = completion
    self.group = Self.defaultGroup
    self.isHidden = false
  }

  /// The long name as typed: `--limit`.
  package var longName: String { "--\(long)" }

  /// The long name with its value: `--limit COUNT`, `--[no-]progress`, `--color[=WHEN]`.
  package var longSyntax: String {
    switch arity {
    case .none: "--\(long)"
    case .negatable: "--[no-]\(long)"
    case .value(let name): "--\(long) \(name)"
    case .optionalValue(let name): "--\(long)[=\(name)]"
    }
  }

  static let help = FlagDescription(
    long: "help", short: "h", summary: "Print help: -h in short, --help in full.")
  static let version = FlagDescription(long: "version", short: "V", summary: "Print the version.")
}
