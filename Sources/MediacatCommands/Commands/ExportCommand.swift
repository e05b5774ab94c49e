internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import MediaWorkers

/// `export`: copies of items in a folder.
struct ExportCommand: RunnableCommand {
  var global = GlobalArguments()
  var query: [String] = []
  var items = ItemArguments()
  var target: [UInt8]?
  var template: String?
  var strip = StripArguments()
  var isCompatible = false
  var maximumSide: Int?
  var maximumByteCount: Int?
  var isLinking = false
  var isDry = false
  var format: ExportFormat?

  static let command = Command(
    describing(
      "export", "Copy items into a folder.", topic: "Files",
      details: """
        Exports what QUERY and --items name, everything without them. Nothing is ever overwritten: a \
        file that is there with the same bytes is left as it is, so the same export can be run \
        again, and one with other bytes is an error of that item. Items of one name get (2), (3) in \
        the order of the query. Nothing is written outside DIR: slashes and control characters of \
        fields become _, and links inside DIR are refused. Copies have the modification time of the \
        original, which is only read. A broken or missing item costs only itself and makes the exit \
        status 2; a full disk ends the run.

        \(StripArguments.details)
        """,
      examples: [
        CommandExample(
          "Favourites by month",
          "mediacat export is:favorite --to /media/usb/Best --template "
            + "'{taken.year}/{taken.month}/{name}'"),
        CommandExample(
          "To share", "mediacat export album:Spring --to ~/share --strip location --compatible"),
        CommandExample(
          "What it would do", "mediacat export taken:2023 --to ~/out --dry-run --format csv"),
      ], takesQuery: true),
    initial: ExportCommand(),
    flags: naming + changing + reporting + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  private static let naming: [Flag<ExportCommand>] = [
    .path("to", value: "DIR", "Write into DIR, which is made if it is missing.", \.target)
      .completing(.directory),
    Flag(
      FlagDescription(
        long: "items", arity: .value(name: "ITEM"),
        summary: "Export this id or path, or - for a list on standard input; repeatable.")
    ) { arguments, value in
      if let raw = value.raw { arguments.items.words.append(raw) }
    },
    .toggle(
      "null", short: "0", "Items on standard input end with NUL.", \.items.isSplitAtNUL),
    .text(
      "template", value: "TEXT", "Name the files by fields, such as '{taken.year}/{name}'.",
      \.template
    )
    .defaulting(to: "{name}")
    .details(
      "The fields and parts are those of list --template; slashes make folders, and {folder} keeps"
        + " the folders below the root. The extension follows what is written: a HEIC becomes .jpg"
        + " and a video .mp4 with --compatible."),
  ]

  private static let changing: [Flag<ExportCommand>] =
    StripArguments.flags.map { $0.scoped(to: \.strip) } + [
      .toggle(
        "compatible", "Convert what few programs open to JPEG, or H.264 in MP4.", \.isCompatible),
      .integer(
        "max-side", value: "PIXELS", in: 16...16_384,
        "Reduce a compatible version to PIXELS a side.", \.maximumSide),
      .integer(
        "max-bytes", value: "BYTES", in: 1_024...Int.max,
        "Reduce a compatible version to BYTES.", \.maximumByteCount),
      .toggle("link", "Make hard links of the originals instead of copies.", \.isLinking)
        .details("A new link changes when a file last changed, so the next index reads it again."),
      .toggle("dry-run", short: "n", "Write nothing; print what would be done.", \.isDry),
    ]

  private static let reporting: [Flag<ExportCommand>] = [
    .choice("format", value: "FORMAT", "Print a row for each item as FORMAT.", \.format)
      .defaulting(to: "a summary; table with --dry-run").grouped("Output"),
    Flag(
      long: "json", summary: "Print one JSON array; the same as --format json."
    ) { arguments, _ in arguments.format = .json }.grouped("Output"),
  ]

  func run(_ session: Session) async throws -> Int32 {
    guard let target, !target.isEmpty else {
      throw UsageError("no folder is named to export to", hint: "name one: --to DIR")
    }
    let options = try options()
    let template = try ExportTemplate(template ?? "{name}")
    let folder = FilePath(bytes: target)
    return try await session.withCatalog(global) { catalog in
      let ids = try await chosen.ids(in: catalog)
      let plan = try await catalog.exportPlan(
        of: ids, options, fields: template.fields, name: { template.render($0) })
      var report = ExportReport(
        session, folder: folder, format: format ?? (isDry ? .table : nil))
      if plan.items.isEmpty {
        try report.begin()
        try report.end()
        return ExitStatus.nothing
      }
      let cache = RenditionCache(
        folder: try session.environment.cacheFolder(named: "renditions"), maker: RenditionWorkers())
      try await StripArguments.withPlanner { planner in
        let exporter = try Exporter(
          from: catalog, to: folder, options, cache: cache, planner: planner)
        do {
          try await ExportBatch(exporter: exporter, items: plan.items).run(session, &report)
        } catch {
          // An interrupted program must not die before its temporary files are gone.
          await cache.settle()
          throw error
        }
      }
      return report.failedCount > 0 ? ExitStatus.failed : ExitStatus.done
    }
  }

  private func options() throws(UsageError) -> ExportOptions {
    if isLinking, isCompatible || !strip.stripping.isEmpty {
      throw UsageError(
        "--link gives the originals, so it goes with neither --strip nor --compatible")
    }
    if !isCompatible, maximumSide != nil || maximumByteCount != nil {
      throw UsageError("--max-side and --max-bytes need --compatible")
    }
    let specification = RenditionSpecification(
      maximumSide: maximumSide, maximumByteCount: maximumByteCount.map { Int64($0) })
    return ExportOptions(
      stripping: strip.stripping, compatible: isCompatible ? specification : nil,
      isLinking: isLinking, isDry: isDry)
  }

  /// The items that are named, and those of the query unless only items are.
  private var chosen: ItemArguments {
    var chosen = items
    if items.words.isEmpty || !query.isEmpty { chosen.query = QueryWords.joined(query) }
    return chosen
  }
}

/// The formats of an export's report.
enum ExportFormat: String, CaseIterable, Hashable, Sendable {
  case table, json, jsonl, csv
}
