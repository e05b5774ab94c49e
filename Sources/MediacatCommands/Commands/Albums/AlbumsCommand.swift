internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// `albums`: user albums and folders that hold media, with counts and dates.
struct AlbumsCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()

  static let command = Command(
    describing(
      "albums", "List albums and folders with their counts and dates.", topic: "Albums",
      details: """
        User albums come first, by title; their id is what the album commands take. A folder that \
        holds media is an album too: list it with in:FOLDER.
        """,
      examples: [
        CommandExample("All albums", "mediacat albums"),
        CommandExample("As JSON", "mediacat albums --json"),
      ]),
    initial: AlbumsCommand(),
    flags: OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) })

  private typealias Field = (column: RowColumn, value: @Sendable (Album) -> FieldValue)

  private static let fields: [Field] = [
    // A folder has no number that album commands would take.
    (RowColumn("id", isNumeric: true), { $0.kind == .folder ? .null : .integer($0.id) }),
    (RowColumn("kind"), { .text($0.kind.rawValue) }),
    (RowColumn("count", isNumeric: true), { .integer(Int64($0.count)) }),
    (RowColumn("images", isNumeric: true), { .integer(Int64($0.imageCount)) }),
    (RowColumn("videos", isNumeric: true), { .integer(Int64($0.videoCount)) }),
    (RowColumn("first"), { $0.dates.map { .text(day($0.lowerBound)) } ?? .null }),
    (RowColumn("last"), { $0.dates.map { .text(day($0.upperBound)) } ?? .null }),
    (RowColumn("cover", isNumeric: true), { $0.cover.map(FieldValue.integer) ?? .null }),
    (RowColumn("title", isFlexible: true), { .text($0.title) }),
  ]

  private static func day(_ time: WallTime) -> String { String(time.description.prefix(10)) }

  func run(_ session: Session) async throws -> Int32 {
    let names = Self.fields.map(\.column.name)
    let plan = try OutputPlan(output, known: names, inTables: names, inData: names)
    let fields = plan.names.compactMap { name in Self.fields.first { $0.column.name == name } }
    return try await session.withCatalog(global) { catalog in
      let albums = try await catalog.albums()
      var writer = plan.writer(style: session.outputStyle)
      try writer.begin(fields.map(\.column))
      for album in albums { try writer.row(fields.map { $0.value(album) }) }
      try writer.end()
      return albums.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}
