internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `album add` and `album remove`.
struct AlbumItemsCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var items = ItemArguments()
  var isAdding: Bool

  private static let positionals = [
    AlbumReference.positional(at: \AlbumItemsCommand.album),
    ItemArguments.positional(at: \AlbumItemsCommand.items),
  ]

  private static let flags =
    ItemArguments.flags.map { $0.scoped(to: \AlbumItemsCommand.items) }
    + GlobalArguments.flags.map { $0.scoped(to: \AlbumItemsCommand.global) }

  static let add = Command(
    describing(
      "add", "Put items into an album.", topic: "Albums",
      details: "Items go to the end in the order given; those already in it stay where they are.",
      examples: [
        CommandExample("By id", "mediacat album add \"Italy 2023\" 12 13"),
        CommandExample(
          "All of a month", "mediacat album add \"Italy 2023\" --query taken:2023-07"),
        CommandExample(
          "From a list",
          "mediacat list taken:2023-07 -0 | mediacat album add \"Italy 2023\" -0 -"),
      ]),
    initial: AlbumItemsCommand(isAdding: true), flags: flags, positionals: positionals)

  static let remove = Command(
    describing(
      "remove", "Take items out of an album.", topic: "Albums",
      details: "The items stay in the catalog and in other albums.",
      examples: [CommandExample("By id", "mediacat album remove \"Italy 2023\" 12")]),
    initial: AlbumItemsCommand(isAdding: false), flags: flags, positionals: positionals)

  func run(_ session: Session) async throws -> Int32 {
    try items.requireSome()
    return try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let title = try await AlbumReference.title(of: id, in: catalog)
      let ids = try await items.ids(in: catalog)
      let count =
        isAdding
        ? try await catalog.add(ids, toAlbum: id) : try await catalog.remove(ids, fromAlbum: id)
      let others = Set(ids).count - count
      let rest =
        others == 0
        ? "" : isAdding ? "; \(others) already in it" : "; \(others) not in it"
      try session.print(
        "\(isAdding ? "added" : "removed") \(Plural.items(count)) \(isAdding ? "to" : "from")"
          + " album \(id), \(title)\(rest)")
      return ids.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}
