internal import CommandLineParsing
internal import MediaCatalog

/// `rate`: gives items stars, or rejects them.
struct RateCommand: RunnableCommand {
  var edit = EditArguments()
  var stars: RawArgument?
  var isFile = false

  static let command = Command(
    describing(
      "rate", "Rate items: 0 to 5, or -1 for rejected.", topic: "Edit",
      details: "A rating counts before that of the file, which is never written.",
      examples: [
        CommandExample("Two items", "mediacat rate 4 12 13"),
        CommandExample("All that match", "mediacat rate 5 --query 'is:favorite taken:2023'"),
        CommandExample("Reject one", "mediacat rate -1 14"),
        CommandExample("Back to what its file says", "mediacat rate --file 12"),
      ]),
    initial: RateCommand(),
    flags: [EditArguments.fileFlag("Go back to the rating of the file.", at: \.isFile)]
      + EditArguments.flags.map { $0.scoped(to: \.edit) },
    positionals: [
      Positional("STARS", .optional, summary: "-1 to 5; not with --file.") { arguments, raw in
        arguments.stars = raw
      },
      ItemArguments.positional(at: \.edit.items),
    ])

  func run(_ session: Session) async throws -> Int32 {
    if isFile { return try await edit.apply(.rating(nil), first: stars, session) }
    guard let word = stars else {
      throw UsageError("missing STARS", hint: "for example: mediacat rate 4 12")
    }
    guard let number = word.text.flatMap({ Int($0) }), (-1...5).contains(number) else {
      throw UsageError("STARS is a whole number from -1 to 5, not '\(word.displayText)'")
    }
    return try await edit.apply(.rating(number), session)
  }
}
