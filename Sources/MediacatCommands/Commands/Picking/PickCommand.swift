internal import CommandLineParsing
internal import CommandOutput
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import MediaPicker
internal import SQLiteDatabase

/// `pick`: lets a person, or an expression, choose some items.
struct PickCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments(format: .paths)
  var query: [String] = []
  var matching = Matching.all
  var limit: String?
  var isOrdered = false
  var album: String?
  var sort: MediaSort?
  var selections: [String] = []
  var preselected: [String] = []
  var filterCommand: String?
  var configuration: String?
  var compatibility: PickerCompatibility?
  var distinction: Distinction?
  var allowsEmpty = false
  var follows = false
  var asksNobody = false
  var saysYes = false

  enum Matching: String, CaseIterable, Sendable {
    case all, images, videos
  }

  /// Of which items only one can be selected.
  enum Distinction: String, CaseIterable, Sendable {
    case equal, alike

    var rule: DuplicateRule {
      switch self {
      case .equal: .onePerGroup
      case .alike: .onePerLook
      }
    }
  }

  static let command = Command(
    describing(
      "pick", "Let a person choose items, and print the choice.", topic: "Look",
      details: """
        On a terminal the items are listed in pages: numbers select and deselect, h tells the \
        rest. The choice goes to standard output, everything else to standard error, so the \
        command stands in pipes. With --select nobody is asked.

        --select takes numbers of the list (1-20,25), 'all', or a query; several add up. What \
        cannot be selected is named on standard error, with the reason. A limit is a number, a \
        range such as 2-5, or none; 0 is none too.

        --distinct equal lets one of several files with equal bytes be selected, as far as \
        'mediacat duplicates' has compared them; --distinct alike also one of several pictures that \
        look alike, as far as they have thumbnails.

        --filter-cmd runs a program by the shell, once, which gets one JSON object a line for \
        each item and answers with true or false on a line of its own.

        --json prints {"outcome": …, "items": […], "refused": […]}; with --follow every change \
        before it is a line.
        """,
      examples: [
        CommandExample(
          "Choose three pictures and open them",
          "mediacat pick --matching images --limit 3 -0 | xargs -0r xdg-open"),
        CommandExample(
          "The five newest favourites, without a person",
          "mediacat pick is:favorite --select 1-5 --json"),
      ], takesQuery: true),
    initial: PickCommand(),
    flags: selectionFlags + sourceFlags + OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  private static let selectionFlags: [Flag<PickCommand>] = [
    .choice("matching", value: "KIND", "Show only items of KIND.", \.matching)
      .defaulting(to: "all"),
    .text("limit", short: "n", value: "COUNT", "Let COUNT items be selected at most.", \.limit),
    .toggle("ordered", "Print the choice in the order of selection.", \.isOrdered),
    .texts("select", value: "EXPR", "Select EXPR without asking anybody.", \.selections),
    .texts("preselect", value: "ITEM", "Have ITEM selected at the start, an id.", \.preselected),
    .choice(
      "distinct", value: "HOW", "Select one of those that are HOW: equal, or equal or alike.",
      \.distinction),
    .toggle("allow-empty", "Take an empty choice for a choice.", \.allowsEmpty),
    .toggle("follow", "Print every change as a line of JSON.", \.follows),
    .toggle("yes", short: "y", "Answer every question with yes.", \.saysYes),
    .toggle("no-input", "Ask nobody; fail where somebody would have to be asked.", \.asksNobody),
  ]

  private static let sourceFlags: [Flag<PickCommand>] = [
    .text("album", value: "ALBUM", "Only what this album shows, by title or id.", \.album),
    .choice("sort", value: "ORDER", "Sort by ORDER.", \.sort).defaulting(to: "taken"),
    .text("filter-cmd", value: "PROGRAM", "Show only what PROGRAM says true to.", \.filterCommand),
    .text(
      "config", value: "FILE", "Begin with the picker's configuration in FILE.", \.configuration),
    .choice(
      "compatibility", value: "PICKER", "Choose as PICKER does where pickers differ.",
      \.compatibility
    ).defaulting(to: "none"),
  ]

  func run(_ session: Session) async throws -> Int32 {
    var output = output
    if follows, output.format == .paths { output.format = .json }
    let columns = try MediaColumns(output)
    let configuration = try makeConfiguration()
    let expressions = try selections.map(PickExpression.init)
    let isAttended = expressions.isEmpty
    if isAttended, asksNobody || !Terminal.input.isTerminal {
      throw UsageError(
        asksNobody
          ? "--no-input asks nobody" : "standard input is no terminal, so nobody can be asked",
        hint: "--select EXPR picks without a person, as in --select 1-3")
    }
    return try await session.withCatalog(global) { catalog in
      var configuration = configuration
      configuration.mode = try await mode(in: catalog)
      var closures = PickerClosures()
      closures.isResumable = false
      if let filterCommand { closures.filter = FilterProgram.shell(filterCommand).filter() }
      let picker = try await PickerSession.open(catalog, configuration, closures: closures)
      let result = PickResult(picker, columns, session, isFollowed: follows)
      for refusal in picker.state.dropped { result.tell(refusal) }
      result.begin()
      do {
        if isAttended {
          var prompt = PickPrompt(picker, session, saysYes: saysYes)
          try await prompt.run()
        } else {
          for expression in expressions { try await expression.select(in: picker) }
          try await finish(picker, session)
        }
      } catch {
        await picker.delete()
        throw error
      }
      tellUncompared(picker, session)
      let status = try await result.end(catalog)
      await picker.delete()
      return status
    }
  }

  /// Says which of the selected items nobody could tell from each other.
  private func tellUncompared(_ picker: PickerSession, _ session: Session) {
    let state = picker.state
    let unknown = state.selection.uncompared(by: state.configuration.selection.duplicates)
    if !unknown.bytes.isEmpty {
      session.say(
        "\(Plural.items(unknown.bytes.count)) as large as others were never compared; "
          + "mediacat duplicates does that")
    }
    if !unknown.looks.isEmpty {
      session.say(
        "the look of \(Plural.items(unknown.looks.count)) is not known yet; "
          + "mediacat thumbs learns it")
    }
  }

  /// Ends an unattended choice: with it, or without if it is not whole.
  private func finish(_ picker: PickerSession, _ session: Session) async throws {
    for block in try await picker.commit() {
      session.say("nothing is picked: \(block.message)")
    }
    if picker.isPresented { picker.cancel() }
  }

  private func makeConfiguration() throws -> PickerConfiguration {
    var made = try readConfiguration()
    if let compatibility { made.compatibility = compatibility }
    switch matching {
    case .all: break
    case .images: made.mediaTypes = .photo
    case .videos: made.mediaTypes = .video
    }
    if let limit {
      do throws(PickerError) {
        made.selection.limit =
          made.compatibility == .exyte && Int(limit) == 0
          ? try SelectionLimit(exyte: 0) : try SelectionLimit(parsing: limit)
      } catch {
        throw UsageError("--limit: \(error.reason)")
      }
    }
    if isOrdered {
      made.style = .count
      made.selection.resultOrder = .selection
    } else if configuration == nil {
      made.selection.resultOrder = .display
    }
    if let distinction { made.selection.duplicates = distinction.rule }
    if allowsEmpty { made.selection.allowsEmptyCommit = true }
    if let sort { made.sort = sort }
    // A list on a terminal has no full screen: a number selects.
    made.showsFullscreenPreview = false
    let filter = try MediaFilter(parsing: QueryWords.joined(query))
    if filter != .everything { made.filter = .all([made.filter, filter]).normalized }
    for word in preselected {
      guard let id = PickerItemID(word) else {
        throw UsageError("--preselect takes the id of an item, not '\(word)'")
      }
      made.preselection.append(id)
    }
    return made
  }

  private func readConfiguration() throws -> PickerConfiguration {
    guard let configuration else { return PickerConfiguration() }
    let path = FilePath(configuration)
    guard let bytes = FileAccess.read(path) else {
      throw CatalogError(code: .unreadable, path: path, reason: "cannot be read")
    }
    do {
      return try PickerConfiguration(json: bytes)
    } catch let error as PickerError {
      throw UsageError("\(path): \(error.reason)")
    }
  }

  private func mode(in catalog: Catalog) async throws -> PickerMode {
    guard let album else { return .photos }
    let content = try await catalog.database.read { connection in
      try AlbumContent(of: album, connection: connection, clock: .system)
    }
    switch content {
    case .items(let id, _): return .album(.user(id))
    case .query(let filter, _): return .album(.smart(filter.queryText))
    }
  }
}
