internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// `show`: everything known of one item.
struct ShowCommand: RunnableCommand {
  var global = GlobalArguments()
  var item = RawArgument("")
  var isJSON = false

  static let command = Command(
    describing(
      "show", "Show everything known of one item.", topic: "Look",
      examples: [
        CommandExample("By id", "mediacat show 12"),
        CommandExample("By path, as JSON", "mediacat show IMG_0001.JPG --json"),
      ]),
    initial: ShowCommand(),
    flags: [.toggle("json", "Print one JSON object.", \.isJSON)]
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional("ITEM", summary: "An id or a path.") { arguments, raw in arguments.item = raw }
    ])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global) { catalog in
      let item = item
      let (values, details) = try await catalog.database.read { connection in
        let id = try ItemArguments.id(of: item, try ItemLookUp(connection: connection))
        let details = try ItemDetails(of: id, connection: connection)
        return (try MediaListing(connection).values(of: id, fields: MediaField.all), details)
      }
      if isJSON {
        try printJSON(values, details, session)
      } else {
        try printLines(values, details, session)
      }
      return ExitStatus.done
    }
  }

  private func printLines(
    _ values: [FieldValue], _ details: ItemDetails, _ session: Session
  ) throws {
    let rows = zip(MediaField.all, values).compactMap { field, value in
      HumanValue.text(value, of: field.name).map { (field.name, $0) }
    }
    let others = details.files.map { file in ("also at", file.description) }
    let warnings = details.warnings.map { ("warning", $0) }
    let runnerUp = details.runnerUp.map { [("taken, else", $0)] } ?? []
    let all = rows + runnerUp + others + warnings
    let width = all.map { $0.0.utf8.count }.max() ?? 0
    try session.print(
      lines: all.map { name, text in TerminalCells.padded(name, toCells: width) + "  " + text })
  }

  private func printJSON(
    _ values: [FieldValue], _ details: ItemDetails, _ session: Session
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.fields(MediaField.all, values)
    json.key("also_at")
    json.beginArray()
    for file in details.files { json.string(file.displayText) }
    json.endArray()
    json.key("warning_list")
    json.beginArray()
    for warning in details.warnings { json.string(warning) }
    json.endArray()
    json.endObject()
    json.lineEnd()
    try session.print(json)
  }
}
