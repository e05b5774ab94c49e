internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaIndexing
internal import MediaModel
internal import SQLiteDatabase
internal import MediaWorkers

/// `index`: scans folders and brings the catalog up to date.
struct IndexCommand: RunnableCommand {
  var global = GlobalArguments()
  var roots: [RawArgument] = []
  var excludes: [String] = []
  var includesHidden: Bool?
  var usesDefaultIgnores: Bool?
  var crossesFileSystems = false
  var retriesFailed = false
  var acceptsLoss = false
  var isJSON = false
  var jobs: Int?

  static let command = Command(
    describing(
      "index", "Scan folders and bring the catalog up to date.", topic: "Catalog",
      details: """
        Folders are remembered as roots: without any, all known ones are scanned. Files are only \
        read, and unchanged ones are not even opened. The run ends with a balance: \
        seen = indexed + unchanged + moved + failed + skipped.

        A file that was renamed or moved keeps its item, with albums and favourites, and is not \
        opened: it is known by inode, size and time, or on another disk by name, size and time, \
        when nothing is left at its old place. Scanning the folder that it went to is enough. A whole \
        root under another path is known too; where only copies of its files are found, mediacat \
        asks for a decision.

        A root that is absent, empty, or another disk is offline: nothing of it is marked missing, \
        and the exit status is 2. Hidden files, other file systems, linked folders and what other \
        programs leave behind (\(IgnoreRules.defaultPatterns.joined(separator: ", ")), and folders \
        that hold \(IgnoreRules.noMediaName)) are left out; --hidden, --no-default-ignores and \
        --exclude are remembered with the root.
        """,
      examples: [
        CommandExample("The main job", "mediacat index ~/Pictures"),
        CommandExample("Again, all known folders", "mediacat index"),
        CommandExample("Without some", "mediacat index ~/Pictures --exclude '*.tmp' --exclude old"),
      ]),
    initial: IndexCommand(),
    flags: [
      .texts(
        "exclude", value: "GLOB", "Leave out names or paths that match; repeatable.", \.excludes),
      .negatable("hidden", "Enter names that start with a dot.", \.includesHidden)
        .defaulting(to: "as remembered, else no"),
      .negatable(
        "default-ignores", "Leave out what other programs leave behind.", \.usesDefaultIgnores
      )
      .defaulting(to: "as remembered, else yes"),
      .toggle("cross-file-systems", "Enter folders on other file systems.", \.crossesFileSystems),
      .toggle("retry", "Open failed files again although they did not change.", \.retriesFailed),
      .toggle("accept-loss", "Mark files missing even if most of a root is gone.", \.acceptsLoss),
      .integer("jobs", short: "j", value: "COUNT", in: 1...64, "Read with COUNT workers.", \.jobs)
        .defaulting(to: "one a processor"),
      .toggle("json", "Print events as JSON Lines.", \.isJSON).grouped("Output"),
    ] + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional("ROOT", .any, summary: "A folder to scan.", completion: .directory) {
        arguments, raw in arguments.roots.append(raw)
      }
    ])

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global, creating: true) { catalog in
      let known = try await catalog.database.read { connection in
        try connection.first("SELECT count(*) FROM root WHERE state <> 'removed'")?[0].int ?? 0
      }
      if roots.isEmpty, known == 0 {
        throw UsageError(
          "there is nothing to scan yet", hint: "name a folder: mediacat index ~/Pictures")
      }
      let reporter = IndexReporter(session: session, isJSON: isJSON)
      var reading = WorkerPool.Configuration(workerCount: jobs)
      // What is read waits for the one writer; a machine that indexes stays usable, too.
      reading.yields = true
      var decoding = reading
      decoding.decodes = true
      let report = try await WorkerPool(reading).whileOpen { reader in
        try await WorkerPool(decoding).whileOpen { decoder in
          try await catalog.index(
            roots.map { FilePath(bytes: $0.bytes) }, options: options(session),
            reader: StagedMetadataReader(reader, then: decoder),
            onWait: { holder in reporter.waits(for: holder) },
            onProgress: { progress in reporter.progress(progress) })
        }
      }
      try reporter.finish(report)
      return report.isComplete ? ExitStatus.done : ExitStatus.failed
    }
  }

  private func options(_ session: Session) -> IndexOptions {
    var options = IndexOptions()
    options.includesHidden = includesHidden
    options.usesDefaultIgnores = usesDefaultIgnores
    options.excludes = excludes.isEmpty ? nil : excludes.map { FilePath($0) }
    options.crossesFileSystems = crossesFileSystems
    options.retriesFailed = retriesFailed
    options.acceptsMassLoss = acceptsLoss
    options.countsAhead = session.errorStyle.isTerminal
    options.ownPaths = session.environment.cacheFolder.map { [$0.appending("mediacat")] } ?? []
    return options
  }
}
