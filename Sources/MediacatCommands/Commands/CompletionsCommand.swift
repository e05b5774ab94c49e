internal import CommandLineParsing
internal import CommandOutput

/// `completions`: the script that teaches a shell the commands and flags.
struct CompletionsCommand: RunnableCommand {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  var shell = Shell.bash
  var global = GlobalArguments()

  static let command = Command(
    describing(
      "completions", "Print completions for bash, zsh or fish.", topic: "Help",
      examples: [
        CommandExample(
          "For bash, in every new shell",
          "mediacat completions bash > ~/.local/share/bash-completion/completions/mediacat")
      ]),
    initial: CompletionsCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional(
        "SHELL", summary: "bash, zsh or fish.", completion: .choices(["bash", "zsh", "fish"])
      ) { arguments, text throws(UsageError) in
        guard let shell = Shell(rawValue: text) else {
          throw UsageError("completions are made for bash, zsh and fish, not '\(text)'")
        }
        arguments.shell = shell
      }
    ])

  func run(_ session: Session) async throws -> Int32 {
    let tool = MediacatTool.tool.description
    let script =
      switch shell {
      case .bash: BashCompletion.script(tool)
      case .zsh: ZshCompletion.script(tool)
      case .fish: FishCompletion.script(tool)
      }
    let output = session.output
    try output.write(script)
    try output.flush()
    return ExitStatus.done
  }
}
