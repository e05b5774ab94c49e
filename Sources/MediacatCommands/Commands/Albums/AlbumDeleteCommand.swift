internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `album delete`: deletes an album, never its items.
struct AlbumDeleteCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var isDryRun = false

  static let command = Command(
    describing(
      "delete", "Delete an album; its items stay.", topic: "Albums",
      examples: [CommandExample("See what would go", "mediacat album delete 3 --dry-run")]),
    initial: AlbumDeleteCommand(),
    flags: [.toggle("dry-run", "Only say what would be deleted.", \.isDryRun)]
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [AlbumReference.positional(at: \.album)])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let title = try await AlbumReference.title(of: id, in: catalog)
      let count = try await AlbumReference.itemCount(of: id, in: catalog)
      if !isDryRun { try await catalog.deleteAlbum(id) }
      let verb = isDryRun ? "would delete" : "deleted"
      try session.print(
        "\(verb) album \(id), \(title), with its list of \(Plural.items(count)); the items stay")
      if !isDryRun { session.say(UndoHint.text(global)) }
      return ExitStatus.done
    }
  }
}
