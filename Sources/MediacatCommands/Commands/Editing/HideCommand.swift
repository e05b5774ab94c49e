internal import CommandLineParsing
internal import MediaCatalog

/// `hide`: leaves items out of lists.
struct HideCommand: RunnableCommand {
  var edit = EditArguments()
  var isOff = false

  static let command = Command(
    describing(
      "hide", "Hide items from lists, or show them again.", topic: "Edit",
      details: "Hidden items stay in their albums; is:hidden finds them.",
      examples: [
        CommandExample("One", "mediacat hide 12"),
        CommandExample("Show all again", "mediacat hide --off --query is:hidden"),
      ]),
    initial: HideCommand(),
    flags: [.toggle("off", "Show them again.", \.isOff)]
      + EditArguments.flags.map { $0.scoped(to: \.edit) },
    positionals: [ItemArguments.positional(at: \.edit.items)])

  func run(_ session: Session) async throws -> Int32 {
    try await edit.apply(.hidden(!isOff), session)
  }
}
