internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `favorite`: marks items as favourites.
struct FavoriteCommand: RunnableCommand {
  var global = GlobalArguments()
  var items = ItemArguments()
  var isOff = false

  static let command = Command(
    describing(
      "favorite", "Mark items as favourites, or take the mark away.", topic: "Edit",
      examples: [
        CommandExample("Mark two", "mediacat favorite 12 13"),
        CommandExample("Take it away", "mediacat favorite --off 12"),
      ]),
    initial: FavoriteCommand(),
    flags: [.toggle("off", "Take the mark away.", \.isOff)]
      + ItemArguments.flags.map { $0.scoped(to: \.items) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [ItemArguments.positional(at: \.items)])

  func run(_ session: Session) async throws -> Int32 {
    try items.requireSome()
    return try await session.withCatalog(global) { catalog in
      let ids = try await items.ids(in: catalog)
      let changed = try await catalog.setFavorite(!isOff, of: ids)
      try session.print(
        "\(isOff ? "unmarked" : "marked") \(Plural.items(changed))"
          + (changed == ids.count ? "" : "; \(ids.count - changed) already so"))
      if changed > 0 { session.say(UndoHint.text(global)) }
      return ids.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}
