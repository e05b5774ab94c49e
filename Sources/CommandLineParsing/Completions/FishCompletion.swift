/// Renders the completion script for fish 3.0 or later.
package enum FishCompletion {
  /// The file `NAME.fish` for `~/.config/fish/completions`.
  package static func script(_ tool: ToolDescription) -> String {
    let entries = CommandPaths(tool).entries
    let function = "__" + tool.name.replacing("-", with: "_") + "_command"
    let paths = entries.map { quoted("/" + $0.path.joined(separator: "/")) }
    var lines = [
      "# fish completion for \(tool.name); made by '\(tool.name) completions fish'.",
      "function \(function) -a wanted",
      "    set -l command ''",
      "    for word in (commandline -opc)[2..-1]",
      "        if contains -- \"$command/$word\" \(paths.joined(separator: " ")) /help",
      "            set command \"$command/$word\"",
      "        end",
      "    end",
      "    test \"$command\" = \"$wanted\"",
      "end",
      "complete -c \(tool.name) -f",
    ]
    let help = CommandDescription(name: "help", summary: "Print help of a command.")
    lines += commands(
      tool, below: "''", function: function, tool.visibleCommands + [help])
    lines += commands(tool, below: "/help", function: function, tool.visibleCommands)
    lines += (tool.visibleGlobalFlags + [.help, .version]).flatMap {
      flag(tool, $0, condition: "\(function) ''")
    }
    for entry in entries {
      let condition = "\(function) /\(entry.path.joined(separator: "/"))"
      lines += commands(
        tool, below: "/" + entry.path.joined(separator: "/"), function: function,
        entry.command.visibleChildren)
      lines += entry.flags.flatMap { flag(tool, $0, condition: condition) }
      if let completion = entry.command.positionals.last?.completion, completion != .none {
        lines.append(
          "complete -c \(tool.name) -n \(quoted(condition))\(arguments(completion, isValue: false))"
        )
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func commands(
    _ tool: ToolDescription, below path: String, function: String, _ commands: [CommandDescription]
  ) -> [String] {
    commands.map {
      "complete -c \(tool.name) -n \(quoted("\(function) \(path)")) -a \($0.name)"
        + " -d \(quoted(sentence($0.summary)))"
    }
  }

  private static func flag(
    _ tool: ToolDescription, _ flag: FlagDescription, condition: String
  ) -> [String] {
    let start = "complete -c \(tool.name) -n \(quoted(condition))"
    let short = flag.short.map { " -s \($0)" } ?? ""
    let summary = " -d \(quoted(sentence(flag.summary)))"
    var value = ""
    if case .value = flag.arity { value = arguments(flag.completion, isValue: true) }
    var lines = ["\(start)\(short) -l \(flag.long)\(value)\(summary)"]
    if flag.arity == .negatable { lines.append("\(start) -l no-\(flag.long)\(summary)") }
    return lines
  }

  private static func arguments(_ completion: ValueCompletion, isValue: Bool) -> String {
    switch completion {
    case .none: isValue ? " -x" : ""
    case .file: isValue ? " -r -F" : " -F"
    case .directory: "\(isValue ? " -x" : "") -a '(__fish_complete_directories)'"
    case .choices(let choices):
      "\(isValue ? " -x" : "") -a \(quoted(choices.joined(separator: " ")))"
    case .lines(let command):
      "\(isValue ? " -x" : "") -a \(quoted("(\(command) 2>/dev/null)"))"
    }
  }

  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// A word in single quotes as fish reads them.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
