internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `count`: how many items match.
struct CountCommand: RunnableCommand {
  var global = GlobalArguments()
  var query: [String] = []

  static let command = Command(
    describing(
      "count", "Count media.", topic: "Look",
      examples: [CommandExample("Photos of last year", "mediacat count type:image taken:2025")],
      takesQuery: true),
    initial: CountCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  func run(_ session: Session) async throws -> Int32 {
    let filter = try MediaFilter(parsing: QueryWords.joined(query), now: Catalog.localTime())
    return try await session.withCatalog(global) { catalog in
      try await catalog.prepareSearch(for: filter)
      let count = try await catalog.database.read { connection in
        try MediaListing(connection).count(MediaQuery(filter: filter))
      }
      try session.print(String(count))
      return count > 0 ? ExitStatus.done : ExitStatus.nothing
    }
  }
}
