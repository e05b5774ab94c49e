internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// `albums`: user albums and folders that hold media, with counts and dates.
struct AlbumsCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()
  var isTree = false

  static let command = Command(
    describing(
      "albums", "List albums and folders with their counts and dates.", topic: "Albums",
      details: """
        User albums come first, by title; their id is what the album commands take. Smart albums \
        show what their query matches, and each import is one. A folder that holds media is an \
        album too: list it with in:FOLDER.
        """,
      examples: [
        CommandExample("All albums", "mediacat albums"),
        CommandExample("As JSON", "mediacat albums --json"),
        CommandExample("As a tree, with the counts of all below", "mediacat albums --tree"),
      ]),
    initial: AlbumsCommand(),
    flags: [.toggle("tree", "Show albums in albums and folders in folders.", \.isTree)]
      + OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) })

  private typealias Field = (column: RowColumn, value: @Sendable (Album) -> FieldValue)

  private static let fields: [Field] = [
    // Folders and the smart albums of every catalog have no number that album commands would take.
    (
      RowColumn("id", isNumeric: true),
      { $0.kind == .folder || $0.id == 0 ? .null : .integer($0.id) }
    ),
    (RowColumn("kind"), { .text($0.kind.rawValue) }),
    (RowColumn("count", isNumeric: true), { .integer(Int64($0.count)) }),
    (RowColumn("images", isNumeric: true), { .integer(Int64($0.imageCount)) }),
    (RowColumn("videos", isNumeric: true), { .integer(Int64($0.videoCount)) }),
    (RowColumn("first"), { $0.dates.map { .text(day($0.lowerBound)) } ?? .null }),
    (RowColumn("last"), { $0.dates.map { .text(day($0.upperBound)) } ?? .null }),
    (RowColumn("cover", isNumeric: true), { $0.cover.map(FieldValue.integer) ?? .null }),
    (RowColumn("title", isFlexible: true), { .text($0.title) }),
    (RowColumn("query", isFlexible: true), { $0.query.map(FieldValue.text) ?? .null }),
  ]

  private static func day(_ time: WallTime) -> String { String(time.description.prefix(10)) }

  func run(_ session: Session) async throws -> Int32 {
    if isTree { return try await printTree(session) }
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

  private func printTree(_ session: Session) async throws -> Int32 {
    if output.format != .table || output.columns != nil || output.template != nil {
      throw UsageError("--tree is for people", hint: "JSON has the field 'parent' instead")
    }
    return try await session.withCatalog(global) { catalog in
      let trees = try await catalog.albumTree()
      let lines = trees.flatMap { Self.lines(of: $0, indent: "") }
      let width = lines.map(\.count.utf8.count).max() ?? 0
      try session.print(
        lines: lines.map { line in
          String(repeating: " ", count: width - line.count.utf8.count) + line.count + "  "
            + line.name
        })
      return trees.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }

  private static func lines(
    of node: AlbumNode, indent: String
  ) -> [(count: String, name: String)] {
    [(HumanText.count(Int64(node.totalCount)), indent + node.name)]
      + node.children.flatMap { lines(of: $0, indent: indent + "  ") }
  }
}
