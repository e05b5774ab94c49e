/// The one line that shows how a command is written.
struct UsageLine {
  let text: String

  init(tool: ToolDescription, path: [String]) {
    var words = [tool.name] + path
    guard let command = tool.command(at: path) else {
      text = (words + ["COMMAND", "[FLAGS]", "[ARGUMENTS]"]).joined(separator: " ")
      return
    }
    if command.children.isEmpty {
      words.append("[FLAGS]")
      words += command.positionals.map(\.syntax)
    } else {
      words += ["COMMAND", "[FLAGS]", "[ARGUMENTS]"]
    }
    text = words.joined(separator: " ")
  }
}
