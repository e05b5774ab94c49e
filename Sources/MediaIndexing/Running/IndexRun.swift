internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// One index run: for each root walk, read, store; then the names that are gone.
///
/// Stores are one transaction each, so a kill at any moment leaves a catalog that the next run
/// completes. Storing a batch overlaps with walking and reading the next.
struct IndexRun {
  let catalog: Catalog
  let options: IndexOptions
  let pipeline: ReadPipeline
  let scan: Int64
  /// The time of the run, nanoseconds since 1970-01-01 UTC; also what `added` says.
  let now: Int64
  let progress: ProgressMeter
  var report = IndexReport()

  /// Files a transaction: large enough that index pages are written once for many rows.
  static let filesPerTransaction = 4_000
  /// A root that lost more than half of at least so many files at once is not believed.
  static let massLossFloor = 20

  /// Walks one root.
  mutating func index(_ root: RootRecord) async throws {
    let inspection = try await catalog.database.read { connection in
      try RootInspection(of: root, connection: connection)
    }
    if let reason = inspection.offlineReason {
      try await markOffline(root, reason: reason)
      return
    }
    var root = root
    root.hasUnstableInodes = inspection.hasUnstableInodes
    let differ = try TreeDiffer(
      root: root, rules: root.rules(with: options), options: options, catalog: catalog.path)
    var vanished = try await walk(root, with: differ)
    vanished += try await differ.vanishedFolders()
    if try await isMassLoss(vanished, of: root) {
      try await markOffline(
        root,
        reason: "lost \(vanished.count) files, more than half of all, at once; nothing was marked"
          + " missing. If they are really gone: mediacat index --accept-loss '\(root.path)'")
      return
    }
    try await finish(root, inspection, vanished: vanished)
  }

  // MARK: Walking, reading, storing

  private mutating func walk(
    _ root: RootRecord, with differ: TreeDiffer
  ) async throws -> [KnownName] {
    var vanished: [KnownName] = []
    var links: [LinkedName] = []
    var queue = StoreQueue(database: catalog.database, scan: scan, now: now)
    let pipeline = pipeline
    let inFlight = pipeline.reader.concurrency * ReadPipeline.batchesPerReader
    try await withThrowingTaskGroup(of: (Int, [PreparedFile]).self) { group in
      var reorder = ReorderBuffer()
      func take(_ batch: (Int, [PreparedFile])) async throws {
        for files in reorder.add(batch.1, at: batch.0) {
          report.counts += try await queue.add(files)
        }
      }
      while let step = try await differ.next(candidates: ReadPipeline.batchCount * inFlight) {
        report.counts += step.counts
        report.problems += step.problems
        vanished += step.vanished
        links += step.links
        queue.revived += step.revived
        for batch in step.candidates.chunks(of: ReadPipeline.batchCount) {
          if reorder.pending >= inFlight, let done = try await group.next() { try await take(done) }
          let number = reorder.open()
          group.addTask { (number, try await pipeline.read(batch, root: root.path)) }
        }
        progress.report(report.counts, folder: root.path.appending(step.folder))
      }
      while let done = try await group.next() {
        try await take(done)
        progress.report(report.counts, folder: root.path)
      }
    }
    try await queue.finish(links: links)
    return vanished
  }

  // MARK: The end of a root

  private func isMassLoss(_ vanished: [KnownName], of root: RootRecord) async throws -> Bool {
    if options.acceptsMassLoss || vanished.count < Self.massLossFloor { return false }
    let known = try await catalog.database.read { connection in
      try connection.first(
        """
        SELECT count(*) FROM folder AS d JOIN file AS f ON f.folder = d.id
        WHERE d.root = \(root.id) AND f.missing_since IS NULL
        """)?[0].int ?? 0
    }
    return vanished.count * 2 > known
  }

  private mutating func markOffline(_ root: RootRecord, reason: String) async throws {
    report.problems.append(IndexProblem(kind: .offline, path: root.path, reason: reason))
    try await catalog.database.write { connection in
      try connection.execute(
        """
        UPDATE root SET state = 'offline', state_reason = \(reason)
        WHERE id = \(root.id) AND (state <> 'offline' OR state_reason IS NOT \(reason))
        """)
    }
  }

  private mutating func finish(
    _ root: RootRecord, _ inspection: RootInspection, vanished: [KnownName]
  ) async throws {
    let (scan, now, rules) = (scan, now, root.rules(with: options))
    for batch in vanished.chunks(of: Self.filesPerTransaction) {
      report.counts.missing += try await catalog.database.write { connection in
        try connection.transaction {
          try MediaWriter(connection: connection, scan: scan, now: now).markMissing(batch)
        }
      }
    }
    try await catalog.database.write { connection in
      try connection.transaction {
        try connection.execute(
          """
          UPDATE root SET state = 'online', state_reason = NULL, last_scan = \(now),
            filesystem_uuid = coalesce(\(inspection.identity?.uuid), filesystem_uuid),
            filesystem_type = \(inspection.identity?.type),
            unstable_inodes = \(inspection.hasUnstableInodes),
            include_hidden = \(rules.includesHidden), default_ignores = \(rules.usesDefaults),
            excludes = \(rules.excludes.flatMap { $0.bytes + [0] })
          WHERE id = \(root.id)
          """)
        try connection.execute("DELETE FROM root_entry WHERE root = \(root.id)")
        for name in inspection.entries.prefix(RootInspection.rememberedEntries) {
          try connection.execute(
            "INSERT INTO root_entry (root, name) VALUES (\(root.id), \(name.bytes))")
        }
      }
    }
  }
}
