internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `album rename`: gives an album another title.
struct AlbumRenameCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var title = ""

  static let command = Command(
    describing(
      "rename", "Give an album another title.", topic: "Albums",
      examples: [CommandExample("By id", "mediacat album rename 3 \"Italy and Malta 2023\"")]),
    initial: AlbumRenameCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      AlbumReference.positional(at: \.album),
      Positional("TITLE", summary: "The new title.") { arguments, text in arguments.title = text },
    ])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      try await catalog.renameAlbum(id, to: title)
      try session.print("album \(id): \(title)")
      session.say(UndoHint.text(global))
      return ExitStatus.done
    }
  }
}
