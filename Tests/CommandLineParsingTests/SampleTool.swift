import CommandLineParsing

/// A small program with one of everything.
enum SampleTool {
  struct Shared: Sendable, Hashable {
    var catalog: [UInt8]?

    static let flags: [Flag<Shared>] = [
      .path("catalog", "Use this catalog FILE.", \.catalog)
        .details("Without it, $MEDIACAT_CATALOG or the catalog of the user is used.")
        .grouped("Global flags")
    ]
  }

  enum Format: String, CaseIterable, Sendable {
    case table, json, jsonl, csv, paths
  }

  struct List: Sendable, Hashable {
    var shared = Shared()
    var query: [String] = []
    var limit: Int?
    var format = Format.table
    var isReversed = false
    var nul = false
    var progress: Bool?
    var albums: [String] = []
    var color: String?
    var debug = false
    var since: String?
  }

  static let list = Command(
    CommandDescription(
      name: "list", summary: "List media, newest first.",
      details: """
        Without a query all media are listed, but for hidden, missing, offline and failed ones.

        Words are searched in names, paths, captions, keywords, cameras and places; all of them \
        must match.
        """, topic: "Find", takesQuery: true,
      examples: [
        CommandExample("Videos of 2023 as JSON", "mediacat list type:video taken:2023 --json"),
        CommandExample(
          "Open the ten newest favourites", "mediacat list is:favorite -n10 -0 | xargs -0 xdg-open"),
      ]),
    initial: List(),
    flags: [
      .integer(
        "limit", short: "n", value: "COUNT", in: 1...Int.max, "Stop after COUNT items.", \.limit
      )
      .defaulting(to: "all"),
      .texts("album", value: "ALBUM", "Only media of ALBUM; may be repeated.", \.albums)
        .completing(.lines(ofCommand: "mediacat albums --template '{name}'")),
      .toggle("reverse", short: "r", "Turn the order round.", \.isReversed),
      .text("since", value: "DATE", "Only media taken on DATE or later.", \.since),
      .choice("format", value: "FORMAT", "Write rows as FORMAT.", \.format)
        .defaulting(to: "table").grouped("Output"),
      .toggle("json", "Write one JSON array; short for --format json.", \.format, to: .json)
        .grouped("Output"),
      .toggle("null", short: "0", "End paths with NUL instead of a line end.", \.nul)
        .grouped("Output"),
      .negatable("progress", "Show progress on standard error.", \.progress)
        .defaulting(to: "on a terminal").grouped("Output"),
      Flag(
        long: "color", arity: .optionalValue(name: "WHEN"), summary: "Use colours.",
        completion: .choices(["auto", "always", "never"])
      ) { arguments, text in arguments.color = text ?? "always" }
      .grouped("Output"),
      .toggle("debug", "Never shown.", \.debug).hidden(),
    ] + Shared.flags.map { $0.scoped(to: \.shared) },
    positionals: [
      Positional("QUERY", .any, summary: "Words and conditions; see 'mediacat help query'.") {
        arguments, text in arguments.query.append(text)
      }
    ])

  struct AlbumAdd: Sendable, Hashable {
    var shared = Shared()
    var album = ""
    var items: [RawArgument] = []
    var rating: Int?
  }

  static let albumAdd = Command(
    CommandDescription(name: "add", summary: "Add items to an album."),
    initial: AlbumAdd(),
    flags: [
      .integer("rating", value: "STARS", in: -1...5, "Give every item STARS.", \.rating)
    ] + Shared.flags.map { $0.scoped(to: \.shared) },
    positionals: [
      Positional("ALBUM", summary: "The album, by id or name.") { arguments, text in
        arguments.album = text
      },
      Positional(
        "ITEM", .oneOrMore, summary: "Ids or paths; - reads a list from standard input.",
        completion: .file, raw: { arguments, word in arguments.items.append(word) }),
    ])

  struct Export: Sendable, Hashable {
    var sources: [String] = []
    var target = ""
  }

  static let export = Command(
    CommandDescription(name: "export", summary: "Copy media to a folder.", topic: "Use"),
    initial: Export(),
    positionals: [
      Positional("ITEM", .oneOrMore, summary: "Items.") { $0.sources.append($1) },
      Positional("DIR", summary: "The folder.", completion: .directory) { $0.target = $1 },
    ],
    validate: { arguments throws(UsageError) in
      if arguments.sources.contains(arguments.target) {
        throw UsageError("an item cannot be its own folder")
      }
    })

  enum Action: Sendable, Hashable {
    case list(List)
    case albumAdd(AlbumAdd)
    case export(Export)
  }

  static let tool = CommandLineTool<Action>(
    description,
    commands: [
      CommandNode("list", { list }, action: Action.list),
      CommandNode(
        group: CommandDescription(
          name: "album", summary: "Make, fill and order albums.", topic: "Albums"),
        [CommandNode("add", { albumAdd }, action: Action.albumAdd)]),
      CommandNode("export", { export }, action: Action.export),
    ])

  private static var description: ToolDescription {
    var tool = ToolDescription(
      name: "mediacat", version: "1.0.0", summary: "A media catalog in one SQLite file.",
      details: "Originals are never written. Nothing leaves the machine.")
    tool.globalFlags = Shared.flags.map(\.description)
    tool.exitStatuses = [
      DescribedTerm("0", "Done."), DescribedTerm("1", "Nothing matched."),
      DescribedTerm("64", "The command line makes no sense."),
    ]
    tool.environment = [
      DescribedTerm("MEDIACAT_CATALOG", "The catalog when --catalog is not given."),
      DescribedTerm("NO_COLOR", "No colours when it is set and not empty."),
    ]
    return tool
  }

  static func parseList(_ words: [RawArgument]) throws -> List {
    guard case .arguments(let arguments) = try list.parse(words) else {
      throw UsageError("help was asked for")
    }
    return arguments
  }
}
