internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// `url`: the paths of items.
struct URLCommand: RunnableCommand {
  var global = GlobalArguments()
  var items = ItemArguments()
  var version = VersionArguments()

  static let command = Command(
    describing(
      "url", "Print the paths of originals, or of versions of them.", topic: "Files",
      details: """
        An item whose file is missing or broken, or whose root is offline, is left out and makes the \
        exit status 2. \(VersionArguments.details)
        """,
      examples: [
        CommandExample("What is beside it", "ls \"$(dirname \"$(mediacat url 12)\")\""),
        CommandExample("A JPEG of a HEIC", "mediacat url 12 --version compatible"),
      ]),
    initial: URLCommand(),
    flags: VersionArguments.flags.map { $0.scoped(to: \.version) }
      + ItemArguments.flags.map { $0.scoped(to: \.items) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [ItemArguments.positional(at: \.items)])

  func run(_ session: Session) async throws -> Int32 {
    try items.requireSome()
    try version.validate()
    return try await session.withCatalog(global) { catalog in
      var writer = PathsWriter(
        to: session.output, style: session.outputStyle, isNULSeparated: items.isSplitAtNUL)
      try writer.begin([MediaColumns.column(named: "path")])
      var status = ExitStatus.done
      for item in try await items.ids(in: catalog) {
        do {
          let path = try await version.path(of: item, in: catalog, session)
          try writer.row([.bytes(path.bytes)])
        } catch let error where error.concernsOneItem {
          session.say("\(item): \(error)")
          status = ExitStatus.failed
        }
      }
      try writer.end()
      return status
    }
  }
}

/// `data`: the bytes of an item.
struct DataCommand: RunnableCommand {
  var global = GlobalArguments()
  var item = RawArgument("")
  var version = VersionArguments()
  var strip = StripArguments()
  var target: [UInt8]?

  static let command = Command(
    describing(
      "data", "Write the bytes of an original, or of a version of it.", topic: "Files",
      details: """
        They go to standard output, or to a new file with -o. \(VersionArguments.details) \
        \(StripArguments.details)
        """,
      examples: [
        CommandExample("A checksum", "mediacat data 12 | sha256sum"),
        CommandExample("Without the place", "mediacat data 12 --strip location -o shared.jpg"),
        CommandExample(
          "For a phone", "mediacat data 12 --version compatible --max-side 1280 -o clip.mp4"),
      ]),
    initial: DataCommand(),
    flags: [.path("output", short: "o", "Write to a new FILE.", \.target)]
      + VersionArguments.flags.map { $0.scoped(to: \.version) }
      + StripArguments.flags.map { $0.scoped(to: \.strip) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [
      Positional("ITEM", summary: "An id or a path.") { arguments, raw in arguments.item = raw }
    ])

  func run(_ session: Session) async throws -> Int32 {
    try version.validate()
    return try await session.withCatalog(global) { catalog in
      let id = try await ItemArguments(words: [item]).ids(in: catalog)[0]
      let path = try await version.path(of: id, in: catalog, session)
      if strip.stripping.isEmpty {
        try await write(try ByteStream(path: path))
        return ExitStatus.done
      }
      do {
        try await StripArguments.withPlanner { planner in
          try await write(
            try await DeliveryStream(path: path, stripping: strip.stripping, planner: planner))
        }
      } catch let failure as DeliveryFailure {
        session.say("\(path): \(failure.reason)")
        return ExitStatus.failed
      }
      return ExitStatus.done
    }
  }

  private func write(_ stream: some AsyncSequence<[UInt8], any Error>) async throws {
    let file = try target.map { try NewFile(FilePath(bytes: $0)) }
    let output = ByteWriter(descriptor: file?.descriptor ?? 1)
    do {
      for try await piece in stream { try output.write(piece) }
      try output.flush()
      try file?.keep()
    } catch {
      file?.discard()
      throw error
    }
  }
}

/// `thumb`: thumbnails of items, as files.
struct ThumbCommand: RunnableCommand {
  var global = GlobalArguments()
  var items = ItemArguments()
  var thumbnail = ThumbnailArguments()
  var target: [UInt8]?

  static let command = Command(
    describing(
      "thumb", "Make thumbnails.", topic: "Files",
      details: """
        Without -o the paths in the cache are printed. With -o, one item goes to the FILE; several, \
        or an existing folder, become FOLDER/ID.jpg (or .webp). A broken file costs only its own \
        thumbnail: the others are made, and the exit status is 2.
        """,
      examples: [
        CommandExample("One", "mediacat thumb 12 --size 512 -o cover.jpg"),
        CommandExample("Many", "mediacat thumb --query is:favorite -o thumbs"),
      ]),
    initial: ThumbCommand(),
    flags: [.path("output", short: "o", value: "FILE", "Write to FILE or FOLDER.", \.target)]
      + ThumbnailArguments.flags.map { $0.scoped(to: \.thumbnail) }
      + ItemArguments.flags.map { $0.scoped(to: \.items) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [ItemArguments.positional(at: \.items)])

  func run(_ session: Session) async throws -> Int32 {
    try items.requireSome()
    return try await session.withCatalog(global) { catalog in
      let ids = try await items.ids(in: catalog)
      let targets = try target.map { try ThumbnailTargets(FilePath(bytes: $0), count: ids.count) }
      let results = try await ThumbnailArguments.withCache(session.environment) { cache in
        try await ThumbnailBatch(catalog: catalog, cache: cache).make(
          ids, thumbnail.specification)
      }
      for (id, result) in zip(ids, results) {
        switch result {
        case .success(let path):
          if let targets {
            try targets.write(path, item: id, thumbnail.format)
          } else {
            try session.print(path.displayText)
          }
        case .failure(let error): session.say("\(id): \(error)")
        }
      }
      let failed = results.contains { if case .failure = $0 { true } else { false } }
      return failed ? ExitStatus.failed : ids.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}

/// `thumbs`: makes thumbnails ahead of time.
struct ThumbsCommand: RunnableCommand {
  var global = GlobalArguments()
  var thumbnail = ThumbnailArguments()
  var query: [String] = []

  static let command = Command(
    describing(
      "thumbs", "Make thumbnails ahead of time.", topic: "Files",
      examples: [CommandExample("Of this year", "mediacat thumbs taken:2026")], takesQuery: true),
    initial: ThumbsCommand(),
    flags: ThumbnailArguments.flags.map { $0.scoped(to: \.thumbnail) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  func run(_ session: Session) async throws -> Int32 {
    try await session.withCatalog(global) { catalog in
      let ids = try await ItemArguments(query: QueryWords.joined(query)).ids(in: catalog)
      let line = ThumbnailProgress(session: session, total: ids.count)
      let results = try await ThumbnailArguments.withCache(session.environment) { cache in
        try await ThumbnailBatch(catalog: catalog, cache: cache, priority: .background).make(
          ids, thumbnail.specification, onDone: { line.advance() })
      }
      line.clear()
      var failed = 0
      for (id, result) in zip(ids, results) {
        guard case .failure(let error) = result else { continue }
        failed += 1
        session.say("\(id): \(error)")
      }
      if let reason = await catalog.keepLooks() {
        session.say("what the pictures look like could not be kept: \(reason)")
      }
      try session.print(
        "\(ids.count - failed) thumbnails are there"
          + (failed > 0 ? "; \(Plural.files(failed)) could not be decoded" : ""))
      return failed > 0 ? ExitStatus.failed : ids.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }
}
