internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `album move`: puts items into another place of the album's own order.
struct AlbumMoveCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var items = ItemArguments()
  var before: String?
  var after: String?
  var isFirst = false

  static let command = Command(
    describing(
      "move", "Move items within an album's own order.", topic: "Albums",
      details: "Without a place the items go to the end. List the order with --sort album.",
      examples: [
        CommandExample("To the front", "mediacat album move \"Italy 2023\" 14 15 --first"),
        CommandExample("Next to another", "mediacat album move \"Italy 2023\" 14 --after 12"),
      ]),
    initial: AlbumMoveCommand(),
    flags: [
      .toggle("first", "Move to the front.", \.isFirst),
      .text("before", value: "ITEM", "Move right before ITEM.", \.before),
      .text("after", value: "ITEM", "Move right after ITEM.", \.after),
    ] + ItemArguments.flags.map { $0.scoped(to: \.items) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      AlbumReference.positional(at: \.album), ItemArguments.positional(at: \.items),
    ],
    validate: { arguments throws(UsageError) in
      let places = [arguments.isFirst, arguments.before != nil, arguments.after != nil]
      if places.filter({ $0 }).count > 1 {
        throw UsageError("--first, --before and --after exclude each other")
      }
    })

  func run(_ session: Session) async throws -> Int32 {
    try items.requireSome()
    return try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let ids = try await items.ids(in: catalog)
      try await catalog.move(ids, inAlbum: id, to: try await place(in: catalog))
      try session.print("moved \(Plural.items(ids.count)) in album \(id)")
      return ExitStatus.done
    }
  }

  private func place(in catalog: Catalog) async throws -> AlbumPlace {
    if isFirst { return .first }
    guard let word = before ?? after else { return .last }
    let neighbour = try await catalog.database.read { connection in
      try ItemArguments.id(of: RawArgument(word), ItemLookUp(connection: connection))
    }
    return before == nil ? .after(neighbour) : .before(neighbour)
  }
}
