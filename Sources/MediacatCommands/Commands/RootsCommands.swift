internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaIndexing
internal import MediaModel

/// `roots`, `roots list`: the indexed folders and whether they are there.
struct RootsListCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()

  static let command = Command(
    describing(
      "list", "List the indexed folders, and whether they are there.", topic: "Catalog",
      examples: [CommandExample("As JSON", "mediacat roots list --json")]),
    initial: RootsListCommand(),
    flags: OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) })

  private typealias Field = (column: RowColumn, value: @Sendable (Root) -> FieldValue)

  private static let fields: [Field] = [
    (RowColumn("state"), { .text($0.state.rawValue) }),
    (RowColumn("count", isNumeric: true), { .integer(Int64($0.count)) }),
    (
      RowColumn("last_scan", display: .wallTime),
      { $0.lastScan.map { .text(WallTime.utcSecond($0)) } ?? .null }
    ),
    (RowColumn("file_system"), { $0.fileSystem.map(FieldValue.text) ?? .null }),
    (MediaColumns.column(named: "path"), { .bytes($0.path.bytes) }),
    (
      RowColumn("reason", isFlexible: true),
      { root in
        let notes = [
          root.reason, root.hasUnstableInodes ? "inodes change by themselves here" : nil,
        ]
        let text = notes.compactMap { $0 }.joined(separator: "; ")
        return text.isEmpty ? .null : .text(text)
      }
    ),
  ]

  func run(_ session: Session) async throws -> Int32 {
    let names = Self.fields.map(\.column.name)
    let plan = try OutputPlan(output, known: names, inTables: names, inData: names)
    let fields = plan.names.compactMap { name in Self.fields.first { $0.column.name == name } }
    return try await session.withCatalog(global) { catalog in
      let roots = try await catalog.roots()
      var writer = plan.writer(style: session.outputStyle)
      try writer.begin(fields.map(\.column))
      for root in roots { try writer.row(fields.map { $0.value(root) }) }
      try writer.end()
      if roots.contains(where: { $0.state == .offline }) { return ExitStatus.failed }
      return roots.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}

/// `roots add`: remembers a folder without scanning it.
struct RootsAddCommand: RunnableCommand {
  var global = GlobalArguments()
  var folder = RawArgument("")

  static let command = Command(
    describing(
      "add", "Remember a folder without scanning it.", topic: "Catalog",
      examples: [CommandExample("For the next index run", "mediacat roots add /media/usb/DCIM")]),
    initial: RootsAddCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [RootWord.positional("FOLDER", "A folder.", at: \.folder)])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global, creating: true) { catalog in
      let path = try await catalog.addRoot(FilePath(bytes: folder.bytes))
      try session.print("added \(path); scan it with: mediacat index")
      return ExitStatus.done
    }
  }
}

/// `roots remove`: forgets a folder, keeping what a person typed.
struct RootsRemoveCommand: RunnableCommand {
  var global = GlobalArguments()
  var folder = RawArgument("")

  static let command = Command(
    describing(
      "remove", "Stop scanning a folder; its items become offline.", topic: "Catalog",
      details: "Albums, favourites and all else a person typed stay, and count again when the"
        + " folder is indexed again.",
      examples: [
        CommandExample("A disk that was given away", "mediacat roots remove /media/usb/DCIM")
      ]
    ),
    initial: RootsRemoveCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [RootWord.positional("ROOT", "A folder that is indexed.", at: \.folder)])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let path = try await RootWord.path(of: folder, in: catalog)
      try await catalog.removeRoot(path)
      try session.print("removed \(path); its items are offline")
      session.say("undo with: mediacat index \(ShellWord.quoted(path.displayText))")
      return ExitStatus.done
    }
  }
}

/// `roots relocate`: tells the catalog that a folder is elsewhere now.
struct RootsRelocateCommand: RunnableCommand {
  var global = GlobalArguments()
  var old = RawArgument("")
  var new = RawArgument("")

  static let command = Command(
    describing(
      "relocate", "Tell the catalog that a folder is elsewhere now.", topic: "Catalog",
      details: "Ids, albums and favourites stay. The next index run compares the files.",
      examples: [
        CommandExample("After a move", "mediacat roots relocate /home/ann/Pictures /data/Pictures")
      ]),
    initial: RootsRelocateCommand(),
    flags: GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      RootWord.positional("OLD", "The folder as the catalog knows it.", at: \.old),
      RootWord.positional("NEW", "Where it is now.", at: \.new),
    ])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let from = try await RootWord.path(of: old, in: catalog)
      let to = try RootPath.canonical(FilePath(bytes: new.bytes))
      try await catalog.relocateRoot(from, to: to)
      try session.print("\(from) is now \(to); check it with: mediacat index")
      return ExitStatus.done
    }
  }
}

/// Roots as a person names them.
enum RootWord {
  static func positional<Outer>(
    _ name: String, _ summary: String, at path: any WritableKeyPath<Outer, RawArgument> & Sendable
  ) -> Positional<Outer> {
    Positional(name, summary: summary, completion: .directory) { arguments, raw in
      arguments[keyPath: path] = raw
    }
  }

  /// The root as it is known; a root that is gone keeps its name.
  static func path(of word: RawArgument, in catalog: Catalog) async throws -> FilePath {
    var typed = FilePath(bytes: word.bytes)
    while typed.bytes.count > 1, typed.bytes.last == UInt8(ascii: "/") { typed.bytes.removeLast() }
    let known = try await catalog.roots().map(\.path)
    return known.contains(typed) ? typed : try AbsolutePath.of(typed)
  }
}

extension WallTime {
  /// ISO 8601 in UTC to the second, from nanoseconds since 1970-01-01 UTC.
  static func utcSecond(_ nanoseconds: Int64) -> String {
    "\(WallTime(nanoseconds: nanoseconds / 1_000_000_000 * 1_000_000_000))Z"
  }
}
