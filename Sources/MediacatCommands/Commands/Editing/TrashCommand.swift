internal import CommandLineParsing
internal import MediaCatalog

/// `trash`: marks items as thrown away, in the catalog only.
struct TrashCommand: RunnableCommand {
  var edit = EditArguments()
  var isOff = false

  static let command = Command(
    describing(
      "trash", "Put items into the catalog's trash, or take them out.", topic: "Edit",
      details: "A mark that leaves items out of lists; is:trashed finds them. No file is deleted.",
      examples: [
        CommandExample("All that are rejected", "mediacat trash --query rating:-1"),
        CommandExample("Take all out", "mediacat trash --off --query is:trashed"),
      ]),
    initial: TrashCommand(),
    flags: [.toggle("off", "Take them out of the trash.", \.isOff)]
      + EditArguments.flags.map { $0.scoped(to: \.edit) },
    positionals: [ItemArguments.positional(at: \.edit.items)])

  func run(_ session: Session) async throws -> Int32 {
    try await edit.apply(.trashed(!isOff), session)
  }
}
