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

  /// A root that lost more than half of at least so many items at once is not believed.
  static let massLossFloor = 20

  /// Walks one root.
  mutating func index(_ root: RootRecord) async throws {
    let inspection = try await catalog.database.read { connection in
      try RootInspection(of: root, connection: connection)
    }
    if let reason = inspection.offlineReason {
      return try await markOffline(root, reason: reason)
    }
    var root = root
    root.hasUnstableInodes = inspection.hasUnstableInodes
    let differ = try TreeDiffer(
      root: root, rules: root.rules(with: options), options: options, catalog: catalog.path)
    var vanished = try await walk(root, with: differ)
    vanished += try await differ.vanishedFolders()
    if let lost = try await massLoss(vanished, of: root) {
      return try await markOffline(
        root,
        reason: "lost \(lost) media files, more than half of all, at once; nothing was marked "
          + "missing. If they are really gone: mediacat index --accept-loss \(root.path.shellWord)")
    }
    try await markMissing(vanished)
    try await RootRecord.finish(
      root, as: inspection, rules: root.rules(with: options), at: now, in: catalog.database)
  }

  // MARK: Walking, reading, storing

  /// Brings the catalog up to date with what is there.
  ///
  /// - Returns: Names that are not there.
  private mutating func walk(
    _ root: RootRecord, with differ: TreeDiffer
  ) async throws -> [KnownName] {
    var queue = StoreQueue(database: catalog.database, scan: scan, now: now)
    do {
      let (vanished, links) = try await read(root, from: differ, into: &queue)
      try await queue.finish(links: links)
      return vanished
    } catch {
      await queue.settle()
      throw error
    }
  }

  private mutating func read(
    _ root: RootRecord, from differ: TreeDiffer, into queue: inout StoreQueue
  ) async throws -> (vanished: [KnownName], links: [LinkedName]) {
    var vanished: [KnownName] = []
    var links: [LinkedName] = []
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
    return (vanished, links)
  }

  /// Counts all files beside the run, so that progress knows how many there are.
  func countAhead(_ roots: [RootRecord]) -> Task<Void, any Error> {
    let places = roots.map { ($0.path, $0.rules(with: options)) }
    return Task { [progress, crosses = options.crossesFileSystems] in
      try await progress.countFiles(of: places, crossingFileSystems: crosses)
    }
  }

  // MARK: What is gone

  /// How many items a root lost at once, `nil` when that is believable.
  private func massLoss(_ vanished: [KnownName], of root: RootRecord) async throws -> Int? {
    let lost = vanished.count { $0.role == .main && !$0.isLeftOut }
    if options.acceptsMassLoss || lost < Self.massLossFloor { return nil }
    let known = try await catalog.database.read { connection in
      try connection.first(
        """
        SELECT count(*) FROM folder AS d JOIN file AS f ON f.folder = d.id
        WHERE d.root = \(root.id) AND f.role = 0 AND f.missing_since IS NULL
        """)?[0].int ?? 0
    }
    return lost * 2 > known ? lost : nil
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

  private mutating func markMissing(_ vanished: [KnownName]) async throws {
    let (scan, now) = (scan, now)
    let ordered = vanished.filter { $0.role != .main } + vanished.filter { $0.role == .main }
    for batch in ordered.chunks(of: StoreQueue.filesPerTransaction) {
      report.counts.missing += try await catalog.database.write { connection in
        try connection.transaction {
          try MediaWriter(connection: connection, scan: scan, now: now).markMissing(batch)
        }
      }
    }
  }
}
