internal import CommandLineParsing
internal import MediaCatalog

/// `title` and `caption`.
struct TextCommand: RunnableCommand {
  var edit = EditArguments()
  var text: RawArgument?
  var isFile = false
  var isCaption: Bool

  static let title = command(
    "title", "Give items a title.", isCaption: false,
    examples: [
      CommandExample("One item", "mediacat title \"Harbour at dawn\" 12"),
      CommandExample("No title, whatever the file says", "mediacat title \"\" 12"),
      CommandExample("Back to what its file says", "mediacat title --file 12"),
    ])

  static let caption = command(
    "caption", "Give items a caption.", isCaption: true,
    examples: [
      CommandExample("All of an album", "mediacat caption \"First day\" --query album:2023"),
      CommandExample("Back to what its file says", "mediacat caption --file 12"),
    ])

  private static func command(
    _ name: String, _ summary: String, isCaption: Bool, examples: [CommandExample]
  ) -> Command<TextCommand> {
    Command(
      describing(
        name, summary, topic: "Edit",
        details: "The text is kept as it is typed, and counts before that of the file, which is"
          + " never written. An empty text means that there is none. Write -- before a text that"
          + " begins with a dash.",
        examples: examples),
      initial: TextCommand(isCaption: isCaption),
      flags: [EditArguments.fileFlag("Go back to the \(name) of the file.", at: \.isFile)]
        + EditArguments.flags.map { $0.scoped(to: \.edit) },
      positionals: [
        Positional("TEXT", .optional, summary: "The \(name); not with --file.") { arguments, raw in
          arguments.text = raw
        },
        ItemArguments.positional(at: \.edit.items),
      ])
  }

  func run(_ session: Session) async throws -> Int32 {
    if isFile {
      return try await edit.apply(isCaption ? .caption(nil) : .title(nil), first: text, session)
    }
    guard let word = text else {
      let name = isCaption ? "caption" : "title"
      throw UsageError("missing TEXT", hint: "for example: mediacat \(name) \"First day\" 12")
    }
    guard let text = word.text else {
      throw UsageError("TEXT is text in UTF-8, not '\(word.displayText)'")
    }
    return try await edit.apply(isCaption ? .caption(text) : .title(text), session)
  }
}
