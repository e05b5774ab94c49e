/// Renders the completion script for bash 4.4 or later.
package enum BashCompletion {
  /// The script, to be sourced or put into `bash-completion/completions/`.
  package static func script(_ tool: ToolDescription) -> String {
    let entries = CommandPaths(tool).entries
    let paths = entries.map { "'/" + $0.path.joined(separator: "/") + "'" }
    let skipped = tool.visibleGlobalFlags.filter(\.takesNextWord).flatMap(\.spellings)
    let function = "_" + tool.name.replacing("-", with: "_")
    var lines = [
      "# bash completion for \(tool.name); made by '\(tool.name) completions bash'.",
      "\(function)() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  local command= word index",
      "  COMPREPLY=()",
      "  # bash splits --format=json into three words.",
      "  if [[ $current == = ]]; then",
      "    current=",
      "  elif [[ $previous == = ]]; then",
      "    previous=${COMP_WORDS[COMP_CWORD-2]}",
      "  fi",
      "  for ((index = 1; index < COMP_CWORD; index++)); do",
      "    word=${COMP_WORDS[index]}",
    ]
    if !skipped.isEmpty {
      lines += [
        "    case $word in \(skipped.joined(separator: "|"))) ((index++)); continue ;; esac"
      ]
    }
    lines += [
      "    case $command/$word in",
      "      \(paths.joined(separator: "|"))) command+=/$word ;;",
      "    esac",
      "  done",
      "  case $command in",
    ]
    lines += branch(
      "''", flags: tool.visibleGlobalFlags + [.help, .version],
      words: (tool.visibleCommands.map(\.name) + ["help"]).joined(separator: " "),
      positional: .none)
    for entry in entries {
      lines += branch(
        "'/\(entry.path.joined(separator: "/"))'", flags: entry.flags,
        words: entry.command.visibleChildren.map(\.name).joined(separator: " "),
        positional: entry.command.positionals.last?.completion ?? .none)
    }
    lines += ["  esac", "}", "complete -F \(function) \(tool.name)"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func branch(
    _ pattern: String, flags: [FlagDescription], words: String, positional: ValueCompletion
  ) -> [String] {
    var lines = ["    \(pattern))"]
    let valued = flags.filter { $0.arity.valueName != nil }
    if !valued.isEmpty {
      lines.append("      case $previous in")
      for flag in valued {
        lines.append("        \(flag.spellings.joined(separator: "|")))")
        lines += replies(flag.completion).map { "          " + $0 }
        lines.append("          return ;;")
      }
      lines.append("      esac")
    }
    let spellings = flags.flatMap(\.spellings).joined(separator: " ")
    lines += [
      "      if [[ $current == -* ]]; then",
      "        mapfile -t COMPREPLY < <(compgen -W \(ShellText.quoted(spellings)) -- \"$current\")",
      "        return",
      "      fi",
    ]
    if !words.isEmpty {
      lines.append(
        "      mapfile -t COMPREPLY < <(compgen -W \(ShellText.quoted(words)) -- \"$current\")")
    } else {
      lines += replies(positional).map { "      " + $0 }
    }
    return lines + ["      ;;"]
  }

  private static func replies(_ completion: ValueCompletion) -> [String] {
    switch completion {
    case .none: []
    case .file:
      [
        "compopt -o filenames",
        "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")",
      ]
    case .directory:
      [
        "compopt -o filenames",
        "mapfile -t COMPREPLY < <(compgen -d -- \"$current\")",
      ]
    case .choices(let choices):
      [
        "mapfile -t COMPREPLY < <(compgen -W "
          + "\(ShellText.quoted(choices.joined(separator: " "))) -- \"$current\")"
      ]
    case .lines(let command):
      [
        "while IFS= read -r word; do",
        "  [[ $word == \"$current\"* ]] && COMPREPLY+=(\"$(printf %q \"$word\")\")",
        "done < <(\(command) 2>/dev/null)",
      ]
    }
  }
}

enum ShellText {
  /// A word in single quotes, for bash and zsh.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
