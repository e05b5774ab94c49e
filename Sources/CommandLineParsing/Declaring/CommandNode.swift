/// A command or a group of commands, whatever its arguments are.
///
/// What a command takes is made out only when it is asked for: a program starts sooner that does not
/// make the flags of commands it was not called with.
package struct CommandNode<Action>: Sendable {
  /// The word people type.
  package let name: String
  /// What help, man page and completions say.
  package var description: CommandDescription { describe() }
  let children: [CommandNode<Action>]
  let parse: (@Sendable ([RawArgument]) throws(UsageError) -> ParsedArguments<Action>)?
  private let describe: @Sendable () -> CommandDescription

  /// Makes a command, with what is made of its arguments.
  ///
  /// `name` is that of the command's description.
  package init<Arguments>(
    _ name: String, _ command: @escaping @Sendable () -> Command<Arguments>,
    action: @escaping @Sendable (Arguments) -> Action
  ) {
    self.name = name
    children = []
    parse = { words throws(UsageError) in
      switch try command().parse(words) {
      case .arguments(let arguments): .arguments(action(arguments))
      case .help(let isLong): .help(isLong: isLong)
      }
    }
    describe = {
      let description = command().description
      assert(description.name == name, "\(name) is described as \(description.name)")
      return description
    }
  }

  /// Makes a group, as `album` of `album create` and `album add`.
  package init(group description: CommandDescription, _ children: [CommandNode<Action>]) {
    name = description.name
    self.children = children
    parse = nil
    describe = {
      var description = description
      description.children = children.map(\.description)
      return description
    }
  }
}
