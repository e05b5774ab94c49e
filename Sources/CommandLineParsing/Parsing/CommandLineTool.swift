internal import UnicodeText

/// What a command line asks for.
package enum Invocation<Action> {
  /// Do this.
  case run(Action)
  /// Print help of a command; an empty path is the program itself.
  case help(path: [String], isLong: Bool)
  /// Print the version.
  case version
}

extension Invocation: Sendable where Action: Sendable {}

/// A program of commands.
package struct CommandLineTool<Action>: Sendable {
  /// What help, man page and completions say, with all commands.
  package var description: ToolDescription {
    var description = program
    description.commands = commands.map(\.description)
    return description
  }
  /// The same without commands.
  private let program: ToolDescription
  private let commands: [CommandNode<Action>]

  /// Declares a program.
  ///
  /// The description's global flags must also be flags of every command, which read them.
  package init(_ description: ToolDescription, commands: [CommandNode<Action>]) {
    program = description
    self.commands = commands
  }

  /// Parses the words after the program's name.
  package func parse(_ words: [RawArgument]) throws(UsageError) -> Invocation<Action> {
    var path: [String] = []
    do {
      return try resolve(words[...], path: &path)
    } catch {
      var located = error
      if located.command.isEmpty { located.command = path }
      throw located
    }
  }

  private func resolve(
    _ words: ArraySlice<RawArgument>, path: inout [String]
  ) throws(UsageError) -> Invocation<Action> {
    var rest = words
    var level = commands
    // Global flags before the command; its own parser reads them.
    var leading: [RawArgument] = []
    while true {
      if let answer = try takeLeadingFlags(from: &rest, into: &leading, path: path) {
        return answer
      }
      guard let word = rest.popFirst() else { return .help(path: path, isLong: false) }
      let name = word.displayText
      if path.isEmpty, name == "help" { return try help(rest) }
      guard let node = level.first(where: { $0.name == name }) else {
        throw unknown(name, level: level, path: path)
      }
      path.append(name)
      guard let parse = node.parse else {
        level = node.children
        continue
      }
      switch try parse(leading + rest) {
      case .arguments(let action): return .run(action)
      case .help(let isLong): return .help(path: path, isLong: isLong)
      }
    }
  }

  private func takeLeadingFlags(
    from rest: inout ArraySlice<RawArgument>, into leading: inout [RawArgument], path: [String]
  ) throws(UsageError) -> Invocation<Action>? {
    let scanner = ArgumentScanner(flags: program.globalFlags, takesQuery: false)
    while let word = rest.first, scanner.isFlag(word) {
      let text = word.displayText
      if path.isEmpty, text == "--version" || text == "-V" { return .version }
      let before = rest
      do {
        for case .help(let isLong) in try scanner.takeFlags(from: &rest) {
          return .help(path: path, isLong: isLong)
        }
      } catch {
        if let isLong = ArgumentScanner.helpRequest(in: Array(rest)) {
          return .help(path: path, isLong: isLong)
        }
        throw misplaced(error, word: text)
      }
      leading += before.prefix(before.count - rest.count)
    }
    return nil
  }

  /// Tells a flag of some command from one that nobody knows.
  private func misplaced(_ error: UsageError, word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    guard error.message.hasPrefix("unknown"),
      description.commands.contains(where: { $0.flags.contains { $0.long == name } })
    else { return error }
    return UsageError(error.message, hint: "flags of a command follow it")
  }

  private func help(_ words: ArraySlice<RawArgument>) throws(UsageError) -> Invocation<Action> {
    var path: [String] = []
    var level = commands
    for name in words.map(\.displayText) where !name.hasPrefix("-") {
      guard let node = level.first(where: { $0.name == name }) else {
        throw unknown(name, level: level, path: path)
      }
      path.append(name)
      level = node.children
    }
    return .help(path: path, isLong: true)
  }

  private func unknown(
    _ name: String, level: [CommandNode<Action>], path: [String]
  ) -> UsageError {
    let names = level.map(\.description).filter { !$0.isHidden }.map(\.name)
    let known = names + (path.isEmpty ? ["help"] : [])
    var hint = Suggestion.hint(for: name, among: known)
    if hint == nil || path.isEmpty,
      let group = commands.first(where: { group in
        group.children.contains { $0.name == name }
      })
    {
      hint = "did you mean \(group.name) \(name)?"
    }
    let words = (path + [name]).joined(separator: " ")
    return UsageError("unknown command '\(words)'", hint: hint)
  }
}
