/// All visible commands with their paths, parents first: what the three shells need alike.
struct CommandPaths {
  struct Entry {
    var path: [String]
    var command: CommandDescription
    /// The command's flags, and for groups the global ones.
    var flags: [FlagDescription]
  }

  private(set) var entries: [Entry] = []
  private let tool: ToolDescription

  init(_ tool: ToolDescription) {
    self.tool = tool
    for command in tool.commands where !command.isHidden { add(command, below: []) }
  }

  private mutating func add(_ command: CommandDescription, below parent: [String]) {
    let path = parent + [command.name]
    let flags = command.children.isEmpty ? command.visibleFlags : tool.visibleGlobalFlags
    entries.append(Entry(path: path, command: command, flags: flags + [.help]))
    for child in command.visibleChildren { add(child, below: path) }
  }
}

extension ToolDescription {
  var visibleGlobalFlags: [FlagDescription] { globalFlags.filter { !$0.isHidden } }
  var visibleCommands: [CommandDescription] { commands.filter { !$0.isHidden } }
}

extension FlagDescription {
  /// Every way to write it: `-n`, `--limit`, `--no-progress`.
  var spellings: [String] {
    var spellings = short.map { ["-\($0)"] } ?? []
    spellings.append("--\(long)")
    if arity == .negatable { spellings.append("--no-\(long)") }
    return spellings
  }

  /// True when the next word is its value.
  var takesNextWord: Bool {
    if case .value = arity { true } else { false }
  }
}
