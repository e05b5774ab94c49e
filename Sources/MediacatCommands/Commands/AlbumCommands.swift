internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel

/// `album create`: makes a user album.
struct AlbumCreateCommand: RunnableCommand {
  var global = GlobalArguments()
  var title = ""
  var parent: String?

  static let command = Command(
    describing(
      "create", "Make an album.", topic: "Albums",
      examples: [CommandExample("An album", "mediacat album create \"Italy 2023\"")]),
    initial: AlbumCreateCommand(),
    flags: [.text("in", value: "ALBUM", "Put it into this album.", \.parent)]
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional("TITLE", summary: "The title; it need not be unique.") { arguments, text in
        arguments.title = text
      }
    ])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global, creating: true) { catalog in
      let parent = try await AlbumReference.optional(parent, in: catalog)
      let id = try await catalog.createAlbum(title, in: parent)
      try session.print("album \(id): \(title)")
      return ExitStatus.done
    }
  }
}

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
      let old = try await AlbumReference.title(of: id, in: catalog)
      try await catalog.renameAlbum(id, to: title)
      try session.print("album \(id): \(title)")
      session.say("undo with: mediacat album rename \(id) \(ShellWord.quoted(old))")
      return ExitStatus.done
    }
  }
}

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
      return ExitStatus.done
    }
  }
}

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
    if items.isEmpty {
      throw UsageError("no items are named", hint: "name ids or paths, - for a list, or --query")
    }
    return try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let title = try await AlbumReference.title(of: id, in: catalog)
      let ids = try await items.ids(in: catalog, now: Clock.localWallTime())
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
