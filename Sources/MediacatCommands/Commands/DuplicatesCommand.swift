internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `duplicates`: groups of equal files, or of pictures that look alike.
struct DuplicatesCommand: RunnableCommand {
  var global = GlobalArguments()
  var output = OutputArguments()
  var query: [String] = []
  var isSimilar = false
  var distance: Int?

  static let command = Command(
    describing(
      "duplicates", "Find equal files, or pictures that look alike.", topic: "Look",
      details: """
        Without --similar, files are equal byte for byte: those of equal size are read once, and \
        their digests are kept, so the next run reads only what is new. Then is:duplicate finds \
        them in every query. Groups that take the most space too many come first.

        With --similar, pictures are compared by what they look like, which is learned when \
        thumbnails are made: mediacat thumbs makes them ahead of time. Copies that are \
        recompressed, resized, turned or a little cropped are found; so are neighbours in a burst. \
        Videos are compared by their posters. In each group stands the largest picture first.

        Nothing is deleted. Field names beside those of list: group, a number; main, true for the \
        first of a group; distance, in bits from it, 0 to 16; turned, by which it looks turned \
        clockwise, in degrees.
        """,
      examples: [
        CommandExample("Equal files", "mediacat duplicates"),
        CommandExample("Look-alikes of this year", "mediacat duplicates --similar taken:2026"),
        CommandExample(
          "For a script", "mediacat duplicates --json --columns group,main,id,size,path"),
      ], takesQuery: true),
    initial: DuplicatesCommand(),
    flags: [
      .toggle("similar", "Compare what pictures look like.", \.isSimilar),
      .integer(
        "distance", value: "BITS", in: 0...Catalog.maximumLookAlikeDistance,
        "With --similar: how many of 64 bits may differ.", \.distance
      ).defaulting(to: String(Catalog.lookAlikeDistance)),
    ] + OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  func run(_ session: Session) async throws -> Int32 {
    if distance != nil, !isSimilar {
      throw UsageError("--distance needs --similar: equal files do not differ")
    }
    let rows = try DuplicateRows(output, isSimilar: isSimilar)
    let filter = try MediaFilter(parsing: QueryWords.joined(query))
    return try await session.withCatalog(global) { catalog in
      let report = try await report(MediaQuery(filter: filter), catalog, session)
      try await catalog.database.read { connection in
        try rows.write(report.groups, MediaListing(connection), style: session.outputStyle)
      }
      for problem in report.problems { session.say("\(problem)") }
      if report.unknownCount > 0 {
        session.say(
          "\(Plural.items(report.unknownCount)) could not be compared for want of thumbnails; run: "
            + (["mediacat thumbs"] + query.map(ShellWord.quoted)).joined(separator: " "))
      }
      if !report.problems.isEmpty { return ExitStatus.failed }
      return report.groups.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }

  private func report(
    _ query: MediaQuery, _ catalog: Catalog, _ session: Session
  ) async throws -> DuplicateReport {
    if isSimilar {
      return try await catalog.lookAlikes(
        matching: query, within: distance ?? Catalog.lookAlikeDistance)
    }
    let progress = ReadingProgress(session: session)
    defer { progress.clear() }
    return try await catalog.duplicates(matching: query) { progress.update($0) }
  }
}
