internal import CommandLineParsing
internal import CommandOutput
internal import MediaCatalog
internal import MediaPicker
internal import MediaModel
internal import SQLiteDatabase

/// `status`: the catalog, its roots, the last scan, what failed.
struct StatusCommand: RunnableCommand {
  var global = GlobalArguments()
  var showsErrors = false
  var showsWarnings = false
  var showsProtections = false
  var isJSON = false

  static let command = Command(
    describing(
      "status", "Show the catalog, its roots and what failed.", topic: "Look",
      examples: [
        CommandExample("Everything at a glance", "mediacat status"),
        CommandExample("Files that could not be read", "mediacat status --errors"),
        CommandExample("What a media file cannot do", "mediacat status --protections"),
      ]),
    initial: StatusCommand(),
    flags: [
      .toggle("errors", "List the files that could not be read, with the reason.", \.showsErrors),
      .toggle("warnings", "List the tags that were dropped, with the reason.", \.showsWarnings),
      .toggle(
        "protections", "Start a worker and show what the kernel keeps it from.", \.showsProtections),
      .toggle("json", "Print JSON.", \.isJSON),
    ] + GlobalArguments.flags.map { $0.scoped(to: \.global) })

  func run(_ session: Session) async throws -> Int32 {
    return try await session.withCatalog(global) { catalog in
      if showsErrors || showsWarnings { return try await list(session, catalog) }
      let status = try await catalog.database.read { try CatalogStatus(connection: $0) }
      let waitingCount = try await PickerSession.waitingCount(in: catalog)
      let protections = showsProtections ? try await ProtectionReport() : nil
      if isJSON {
        try session.print(json(of: status, waitingCount, catalog, protections))
      } else {
        try session.print(
          lines: lines(of: status, waitingCount, catalog) + (protections.map { [$0.line] } ?? []))
      }
      return status.roots.contains { !$0.isOnline } ? ExitStatus.failed : ExitStatus.done
    }
  }

  private func lines(
    of status: CatalogStatus, _ waitingCount: Int, _ catalog: Catalog
  ) -> [String] {
    var lines = [
      "catalog   \(catalog.path) (\(HumanText.byteCount(status.byteCount)))",
      "items     \(HumanText.count(status.images)) images, \(HumanText.count(status.videos)) videos",
    ]
    let others = [
      ("failed", status.failed), ("missing", status.missing), ("hidden", status.hidden),
    ].filter { $0.1 > 0 }.map { "\(HumanText.count($0.1)) \($0.0)" }
    if !others.isEmpty { lines.append("left out  " + others.joined(separator: ", ")) }
    lines.append("albums    \(status.albums)")
    if waitingCount > 0 {
      lines.append("pickers   \(HumanText.count(Int64(waitingCount))) to be resumed")
    }
    for root in status.roots {
      let state = root.isOnline ? "online" : "offline: \(root.reason ?? "no reason was recorded")"
      lines.append("root      \(root.path) (\(state))")
    }
    if let scan = status.lastScan { lines.append("last run  \(scan)") }
    if status.failed > 0 { lines.append("          mediacat status --errors lists what failed") }
    return lines
  }

  private func json(
    of status: CatalogStatus, _ waitingCount: Int, _ catalog: Catalog,
    _ protections: ProtectionReport?
  ) -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    json.key("catalog")
    json.string(catalog.path.displayText)
    for (name, count) in [
      ("bytes", status.byteCount), ("images", status.images), ("videos", status.videos),
      ("failed", status.failed), ("missing", status.missing), ("hidden", status.hidden),
      ("albums", status.albums), ("waiting_pickers", Int64(waitingCount)),
    ] {
      json.key(name)
      json.integer(count)
    }
    json.key("roots")
    json.beginArray()
    for root in status.roots {
      json.beginObject()
      json.key("path")
      json.string(root.path.displayText)
      json.key("state")
      json.string(root.isOnline ? "online" : "offline")
      json.key("reason")
      if let reason = root.reason { json.string(reason) } else { json.null() }
      json.endObject()
    }
    json.endArray()
    protections?.add(to: &json)
    json.endObject()
    json.lineEnd()
    return json
  }

  private func list(_ session: Session, _ catalog: Catalog) async throws -> Int32 {
    let showsErrors = showsErrors
    let rows = try await catalog.database.read { connection in
      try showsErrors ? FileReport.errors(connection) : FileReport.warnings(connection)
    }
    let format = isJSON ? RowFormat.json : .table
    var writer = format.writer(to: session.output, style: session.outputStyle)
    try writer.begin([
      RowColumn("id", isNumeric: true),
      RowColumn("reason", isFlexible: true), MediaColumns.column(named: "path"),
    ])
    for row in rows {
      try writer.row([.integer(row.id), .text(row.reason), .bytes(row.path.bytes)])
    }
    try writer.end()
    return rows.isEmpty ? ExitStatus.nothing : ExitStatus.done
  }
}
