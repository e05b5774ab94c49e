internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `list`: media, newest first.
struct ListCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()
  var query: [String] = []
  var album: String?
  var sort: MediaSort?
  var isReversed = false
  var limit: Int?
  var after: RawArgument?

  static let command = Command(
    describing(
      "list", "List media, newest first.", topic: "Look",
      details: """
        Words of the query must all match; OR, -, NOT and parentheses combine them. Hidden, \
        missing, offline and failed items are left out unless the query asks for them (is:hidden, \
        is:missing, is:offline, is:failed, or is:any for everything).

        Fields: type: is: has: taken: added: in: album: camera: lens: make: iso: f: focal: \
        exposure: rating: keyword: caption: title: name: ext: mime: codec: size: duration: width: \
        height: aspect: orientation: fps: near: bbox:. Values compare (iso:>=1600), span \
        (focal:24..70, taken:2023-05..2023-08) and match (name:IMG_*). Other words are looked for \
        in names, folders, titles, captions, keywords, cameras and places; words in quotes stand \
        in that order.
        """,
      examples: [
        CommandExample("Videos of 2023", "mediacat list type:video taken:2023"),
        CommandExample(
          "Copy favourites elsewhere", "mediacat list is:favorite -0 | xargs -0 cp -t /media/usb"),
      ], takesQuery: true),
    initial: ListCommand(),
    flags: [
      .text("album", value: "ALBUM", "Only what this album shows, by title or id.", \.album),
      .choice("sort", value: "ORDER", "Sort by ORDER.", \.sort).defaulting(to: "taken"),
      .toggle("reverse", short: "r", "Turn the order around.", \.isReversed),
      .integer(
        "limit", short: "n", value: "COUNT", in: 1...Int.max, "Stop after COUNT items.", \.limit),
      Flag(
        FlagDescription(
          long: "after", arity: .value(name: "ITEM"), summary: "Start behind ITEM, for pages.")
      ) { arguments, value in arguments.after = value.raw },
    ] + OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  func run(_ session: Session) async throws -> Int32 {
    let columns = try MediaColumns(output)
    let filter = try MediaFilter(parsing: QueryWords.joined(query))
    if sort == .album, album == nil {
      throw UsageError("--sort album needs --album: the order is that of one album")
    }
    return try await session.withCatalog(global) { catalog in
      let query = try await query(filter, in: catalog)
      try await catalog.prepareSearch(for: query.filter)
      let style = session.outputStyle
      let printed = try await catalog.database.read { [after] connection in
        let item = try after.map {
          try ItemArguments.id(of: $0, ItemLookUp(connection: connection))
        }
        var writer = columns.plan.writer(style: style)
        try writer.begin(columns.columns)
        var count = 0
        try MediaListing(connection).forEach(query, fields: columns.fields, after: item) { values in
          try writer.row(values)
          count += 1
        }
        try writer.end()
        return count
      }
      return printed > 0 ? ExitStatus.done : ExitStatus.nothing
    }
  }
}

extension ListCommand {
  /// The whole query: an album's items or stored query, in its order unless another is asked for.
  private func query(_ filter: MediaFilter, in catalog: Catalog) async throws -> MediaQuery {
    var query = MediaQuery(
      filter: filter, sort: sort ?? .taken, reversed: isReversed, limit: limit)
    guard let album else { return query }
    let content = try await catalog.database.read { connection in
      try AlbumContent(of: album, connection: connection, clock: .system)
    }
    switch content {
    case .items(let id, let order): (query.album, query.sort) = (id, sort ?? order)
    case .query(let stored, let order):
      query.filter = filter == .everything ? stored : .all([stored, filter])
      query.sort = sort ?? order
    }
    return query
  }
}

/// The words of a query on the command line.
enum QueryWords {
  static func positional<Outer>(
    at path: any WritableKeyPath<Outer, [String]> & Sendable
  ) -> Positional<Outer> {
    Positional("QUERY", .any, summary: "Words and conditions, such as type:video taken:2023.") {
      arguments, text in arguments[keyPath: path].append(text)
    }
  }

  /// One query out of the shell's words.
  ///
  /// The shell took quotes away, so a value with blanks gets them back.
  static func joined(_ words: [String]) -> String {
    words.map { word in
      guard word.contains(where: \.isWhitespace), !word.contains("\""),
        let colon = word.firstIndex(of: ":"),
        word[..<colon].allSatisfy({ $0.isLetter || $0 == "-" })
      else { return word }
      return "\(word[...colon])\"\(word[word.index(after: colon)...])\""
    }.joined(separator: " ")
  }
}

/// Describes a command in one place.
func describing(
  _ name: String, _ summary: String, topic: String, details: String? = nil,
  examples: [CommandExample], takesQuery: Bool = false
) -> CommandDescription {
  var description = CommandDescription(
    name: name, summary: summary, details: details, topic: topic)
  description.examples = examples
  description.takesQuery = takesQuery
  return description
}
