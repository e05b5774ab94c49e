internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `album cover`: chooses the item that stands for an album.
struct AlbumCoverCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var item: RawArgument?

  static let command = Command(
    describing(
      "cover", "Choose an album's cover.", topic: "Albums",
      details: "Without an item the newest one shown is the cover again.",
      examples: [CommandExample("By id", "mediacat album cover \"Italy 2023\" 12")]),
    initial: AlbumCoverCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      AlbumReference.positional(at: \.album),
      Positional("ITEM", .optional, summary: "An id or a path.") { arguments, raw in
        arguments.item = raw
      },
    ])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let item = item
      let cover = try await catalog.database.read { connection in
        try item.map { try ItemArguments.id(of: $0, ItemLookUp(connection: connection)) }
      }
      try await catalog.setCover(cover, ofAlbum: id)
      try session.print("album \(id): cover \(cover.map(String.init) ?? "is the newest item")")
      return ExitStatus.done
    }
  }
}

/// `album sort`: chooses the order in which an album is listed.
struct AlbumSortCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var sort = MediaSort.taken

  static let command = Command(
    describing(
      "sort", "Choose the order in which an album is listed.", topic: "Albums",
      examples: [CommandExample("Its own order", "mediacat album sort \"Italy 2023\" album")]),
    initial: AlbumSortCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      AlbumReference.positional(at: \.album),
      Positional(
        "ORDER",
        summary: "One of " + MediaSort.allCases.map(\.rawValue).joined(separator: ", ") + "."
      ) { arguments, text throws(UsageError) in
        guard let sort = MediaSort(rawValue: text) else {
          throw UsageError(
            "there is no order '\(text)'",
            hint: "orders: " + MediaSort.allCases.map(\.rawValue).joined(separator: " "))
        }
        arguments.sort = sort
      },
    ])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      try await catalog.setSort(sort, ofAlbum: id)
      try session.print("album \(id): listed by \(sort.rawValue)")
      return ExitStatus.done
    }
  }
}

/// `album nest`: puts an album into another one.
struct AlbumNestCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var parent: String?

  static let command = Command(
    describing(
      "nest", "Put an album into another one, or back to the top.", topic: "Albums",
      examples: [
        CommandExample("Into a year", "mediacat album nest \"Italy 2023\" --in 2023"),
        CommandExample("Back to the top", "mediacat album nest \"Italy 2023\""),
      ]),
    initial: AlbumNestCommand(),
    flags: [.text("in", value: "ALBUM", "The album to put it into.", \.parent)]
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [AlbumReference.positional(at: \.album)])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let target = try await AlbumReference.optional(parent, in: catalog)
      try await catalog.nestAlbum(id, in: target)
      try session.print("album \(id): \(target.map { "in album \($0)" } ?? "at the top")")
      return ExitStatus.done
    }
  }
}

/// `album duplicate`: copies an album's list of items.
struct AlbumDuplicateCommand: RunnableCommand {
  var global = GlobalArguments()
  var album = ""
  var title = ""

  static let command = Command(
    describing(
      "duplicate", "Copy an album with its order.", topic: "Albums",
      examples: [
        CommandExample("To try another order", "mediacat album duplicate 3 \"Best of Italy\"")
      ]),
    initial: AlbumDuplicateCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      AlbumReference.positional(at: \.album),
      Positional("TITLE", summary: "The title of the copy.") { arguments, text in
        arguments.title = text
      },
    ])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let id = try await AlbumReference.id(of: album, in: catalog)
      let copy = try await catalog.duplicateAlbum(id, as: title)
      try session.print("album \(copy): \(title)")
      return ExitStatus.done
    }
  }
}
