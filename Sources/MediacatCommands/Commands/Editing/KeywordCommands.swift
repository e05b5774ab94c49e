internal import CommandLineParsing
internal import MediaCatalog

/// `keyword add` and `keyword remove`.
struct KeywordCommand: RunnableCommand {
  var edit = EditArguments()
  var keyword = ""
  var others: [String] = []
  var isAdding: Bool

  private static let positionals = [
    Positional<KeywordCommand>("KEYWORD", summary: "One keyword, spaces and all.") {
      arguments, text in arguments.keyword = text
    },
    ItemArguments.positional(at: \KeywordCommand.edit.items),
  ]

  private static let flags: [Flag<KeywordCommand>] =
    [.texts("also", value: "KEYWORD", "Another keyword; may be repeated.", \.others)]
    + EditArguments.flags.map { $0.scoped(to: \.edit) }

  static let add = Command(
    describing(
      "add", "Add keywords to items.", topic: "Edit",
      examples: [
        CommandExample("To two items", "mediacat keyword add family 12 13"),
        CommandExample(
          "Two to all of a month",
          "mediacat keyword add \"summer holidays\" --also Italy --query taken:2023-07"),
      ]),
    initial: KeywordCommand(isAdding: true), flags: flags, positionals: positionals)

  static let remove = Command(
    describing(
      "remove", "Remove keywords from items, those of their files too.", topic: "Edit",
      details: "Files are never written: their keywords are only left out.",
      examples: [
        CommandExample("Wherever it is", "mediacat keyword remove family --query keyword:family")
      ]),
    initial: KeywordCommand(isAdding: false), flags: flags, positionals: positionals)

  func run(_ session: Session) async throws -> Int32 {
    let words = [keyword] + others
    return try await edit.apply(isAdding ? .addKeywords(words) : .removeKeywords(words), session)
  }
}

/// `keyword reset`: forgets what a person added and removed.
struct KeywordResetCommand: RunnableCommand {
  var edit = EditArguments()

  static let command = Command(
    describing(
      "reset", "Go back to the keywords of the files.", topic: "Edit",
      examples: [CommandExample("One item", "mediacat keyword reset 12")]),
    initial: KeywordResetCommand(),
    flags: EditArguments.flags.map { $0.scoped(to: \.edit) },
    positionals: [ItemArguments.positional(at: \.edit.items)])

  func run(_ session: Session) async throws -> Int32 {
    try await edit.apply(.resetKeywords, session)
  }
}
