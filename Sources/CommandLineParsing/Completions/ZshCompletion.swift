/// Renders the completion function for zsh.
package enum ZshCompletion {
  /// The file `_NAME` for a folder in `fpath`.
  package static func script(_ tool: ToolDescription) -> String {
    let function = "_" + tool.name
    var lines = [
      "#compdef \(tool.name)",
      "# zsh completion for \(tool.name); made by '\(tool.name) completions zsh'.",
    ]
    var help = CommandDescription(name: "help", summary: "Print help of a command.")
    help.positionals = [
      PositionalDescription(
        name: "COMMAND", count: .any, summary: "",
        completion: .choices(tool.visibleCommands.map(\.name)))
    ]
    for entry in CommandPaths(tool).entries {
      lines += self.function(
        name: ([function] + entry.path).joined(separator: "_"), flags: entry.flags,
        children: entry.command.visibleChildren, positionals: entry.command.positionals)
    }
    lines += self.function(
      name: function + "_help", flags: [.help], children: [], positionals: help.positionals)
    lines += self.function(
      name: function, flags: tool.visibleGlobalFlags + [.help, .version],
      children: tool.visibleCommands + [help], positionals: [])
    lines += [
      "if [[ $funcstack[1] == \(function) ]]; then \(function) \"$@\"; "
        + "else compdef \(function) \(tool.name); fi"
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func function(
    name: String, flags: [FlagDescription], children: [CommandDescription],
    positionals: [PositionalDescription]
  ) -> [String] {
    var lines = ["\(name)() {"]
    if !children.isEmpty {
      lines += ["  local curcontext=$curcontext state line", "  local -a commands"]
    }
    lines.append("  _arguments -s -S \(children.isEmpty ? "" : "-C ")\\")
    var specifications = flags.flatMap(specification)
    if children.isEmpty {
      specifications += self.positionals(positionals)
    } else {
      specifications += ["'1:command:->command'", "'*::word:->word'"]
    }
    lines += specifications.dropLast().map { "    \($0) \\" }
    lines += specifications.suffix(1).map { "    \($0)" }
    if !children.isEmpty {
      lines += ["  case $state in", "    command)", "      commands=("]
      lines += children.map {
        "        \(ShellText.quoted("\($0.name):\(escaped($0.summary))"))"
      }
      lines += [
        "      )", "      _describe command commands ;;", "    word)", "      case $line[1] in",
      ]
      lines += children.map { "        \($0.name)) \(name)_\($0.name) ;;" }
      lines += ["      esac ;;", "  esac"]
    }
    return lines + ["}"]
  }

  /// Writes a flag as `_arguments` wants it: `'*--limit=[Stop after COUNT items]:COUNT: '`.
  private static func specification(_ flag: FlagDescription) -> [String] {
    let summary = "[\(escaped(flag.summary))]"
    let value =
      switch flag.arity {
      case .none, .negatable: ""
      case .value(let name): ":\(name):\(action(flag.completion))"
      case .optionalValue(let name): "::\(name):\(action(flag.completion))"
      }
    let suffix =
      switch flag.arity {
      case .none, .negatable: ""
      case .value: "="
      case .optionalValue: "=-"
      }
    var names = ["--\(flag.long)\(suffix)"]
    if let short = flag.short {
      names.insert(flag.takesNextWord ? "-\(short)+" : "-\(short)", at: 0)
    }
    if flag.arity == .negatable { names.append("--no-\(flag.long)") }
    // A flag may come again, with another value: `*`.
    return names.map { ShellText.quoted("*\($0)\(summary)\(value)") }
  }

  /// One specification a positional; what takes many words is the last, and stands for all after.
  private static func positionals(_ positionals: [PositionalDescription]) -> [String] {
    var specifications: [String] = []
    for positional in positionals {
      let completion = positional.completion
      switch positional.count {
      case .one: specifications.append(":\(positional.name):\(action(completion))")
      case .optional: specifications.append("::\(positional.name):\(action(completion))")
      case .any, .oneOrMore:
        let last = positionals.last?.completion ?? .none
        let offered = completion == .none ? last : completion
        return (specifications + ["*:\(positional.name):\(action(offered))"]).map(ShellText.quoted)
      }
    }
    return specifications.map(ShellText.quoted)
  }

  private static func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .choices(let choices): "(\(choices.joined(separator: " ")))"
    case .lines(let command): "{compadd -- ${(f)\"$(\(command) 2>/dev/null)\"}}"
    }
  }

  private static func escaped(_ text: String) -> String {
    let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
    return sentence.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
  }
}
