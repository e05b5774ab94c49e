internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `album create`: makes a user album.
struct AlbumCreateCommand: RunnableCommand {
  var global = GlobalArguments()
  var title = ""
  var parent: String?
  var query: String?

  static let command = Command(
    describing(
      "create", "Make an album, or a smart one that shows what a query matches.", topic: "Albums",
      examples: [
        CommandExample("An album", "mediacat album create \"Italy 2023\""),
        CommandExample(
          "A smart one", "mediacat album create \"Best of 2023\" --query 'taken:2023 is:favorite'"),
      ]),
    initial: AlbumCreateCommand(),
    flags: [
      .text("in", value: "ALBUM", "Put it into this album.", \.parent),
      .text("query", value: "QUERY", "Show what QUERY matches, always.", \.query),
    ]
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional("TITLE", summary: "The title; it need not be unique.") { arguments, text in
        arguments.title = text
      }
    ])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global, creating: true) { catalog in
      let parent = try await AlbumReference.optional(parent, in: catalog)
      let id = try await catalog.createAlbum(title, in: parent, query: query)
      try session.print("album \(id): \(title)")
      return ExitStatus.done
    }
  }
}
