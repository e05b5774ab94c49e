internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// `count`: how many items match, in all or by time, camera, folder or type.
struct CountCommand: RunnableCommand {
  enum Group: String, CaseIterable, Sendable {
    case year, month, day, camera, folder, type
  }

  var global = GlobalArguments()
  var output = OutputArguments()
  var query: [String] = []
  var group: Group?

  static let command = Command(
    describing(
      "count", "Count media.", topic: "Look",
      examples: [
        CommandExample("Photos of last year", "mediacat count type:image taken:2025"),
        CommandExample("A timeline", "mediacat count --by month"),
        CommandExample("Cameras of favourites", "mediacat count is:favorite --by camera"),
      ], takesQuery: true),
    initial: CountCommand(),
    flags: [.choice("by", value: "GROUP", "Count by GROUP.", \.group)]
      + OutputArguments.flags.map { $0.scoped(to: \.output) }
      + GlobalArguments.flags.map { $0.scoped(to: \.global) },
    positionals: [QueryWords.positional(at: \.query)])

  func run(_ session: Session) async throws -> Int32 {
    let filter = try MediaFilter(parsing: QueryWords.joined(query))
    let query = MediaQuery(filter: filter)
    let plan = try OutputPlan(
      output, known: [group?.rawValue ?? "count", "count"],
      inTables: group.map { [$0.rawValue, "count"] } ?? ["count"],
      inData: group.map { [$0.rawValue, "count"] } ?? ["count"])
    return try await session.withCatalog(global) { catalog in
      guard let group else {
        return try await printTotal(of: query, catalog, plan, session)
      }
      let rows = try await rows(of: query, by: group, catalog)
      var writer = plan.writer(style: session.outputStyle)
      let columns = [
        RowColumn(group.rawValue, isFlexible: true), RowColumn("count", isNumeric: true),
      ]
      let indices = plan.names.map { $0 == "count" ? 1 : 0 }
      try writer.begin(indices.map { columns[$0] })
      for row in rows { try writer.row(indices.map { row[$0] }) }
      try writer.end()
      return rows.isEmpty ? ExitStatus.nothing : ExitStatus.done
    }
  }

  private func printTotal(
    of query: MediaQuery, _ catalog: Catalog, _ plan: OutputPlan, _ session: Session
  ) async throws -> Int32 {
    let count = try await catalog.count(matching: query)
    if output.format == .table, output.template == nil {
      try session.print(String(count))
    } else {
      var writer = plan.writer(style: session.outputStyle)
      try writer.begin([RowColumn("count", isNumeric: true)])
      try writer.row([.integer(Int64(count))])
      try writer.end()
    }
    return count > 0 ? ExitStatus.done : ExitStatus.nothing
  }

  private func rows(
    of query: MediaQuery, by group: Group, _ catalog: Catalog
  ) async throws -> [[FieldValue]] {
    if let unit = TimelineUnit(rawValue: group.rawValue) {
      return try await catalog.timeline(matching: query, by: unit).map { bucket in
        [.text(Self.name(of: bucket)), .integer(Int64(bucket.count))]
      }
    }
    guard let named = CountGroup(rawValue: group.rawValue) else { return [] }
    try await catalog.prepareSearch(for: query.filter)
    return try await catalog.database.read { connection in
      try MediaListing(connection).counts(query, by: named)
    }.map { [$0.name, .integer(Int64($0.count))] }
  }

  /// `2023`, `2023-05` or `2023-05-01`.
  private static func name(of bucket: TimelineBucket) -> String {
    let start = bucket.range?.lowerBound?.description ?? String(bucket.year)
    return String(start.prefix(bucket.day != nil ? 10 : bucket.month != nil ? 7 : 4))
  }
}
