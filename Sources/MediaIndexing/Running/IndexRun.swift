internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// One index run: for each root walk, read, store; then, when all roots were seen, the names that are
/// gone, because what left one root may have come to another.
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
  private var moves = MoveDetector()

  init(
    catalog: Catalog, options: IndexOptions, pipeline: ReadPipeline, scan: Int64, now: Int64,
    progress: ProgressMeter
  ) {
    self.catalog = catalog
    self.options = options
    self.pipeline = pipeline
    self.scan = scan
    self.now = now
    self.progress = progress
  }

  /// A root that lost more than half of at least so many items at once is not believed.
  static let massLossFloor = 20

  /// A root that was walked, with the names that are not there.
  private struct WalkedRoot {
    var root: RootRecord
    var inspection: RootInspection
    var vanished: [KnownName]
  }

  /// Brings the catalog up to date with roots.
  mutating func index(_ roots: [RootRecord]) async throws {
    var walked: [WalkedRoot] = []
    for root in roots {
      if let root = try await walk(root) { walked.append(root) }
    }
    for root in walked { try await close(root) }
  }

  /// Walks one root, `nil` when it is offline.
  private mutating func walk(_ root: RootRecord) async throws -> WalkedRoot? {
    let inspection = try await catalog.database.read { connection in
      try RootInspection(of: root, connection: connection)
    }
    if let reason = inspection.offlineReason {
      try await markOffline(root, reason: reason)
      return nil
    }
    var root = root
    root.hasUnstableInodes = inspection.hasUnstableInodes
    let differ = try TreeDiffer(
      root: root, filesystem: inspection.identity?.uuid, rules: root.rules(with: options),
      options: options, moves: moves, catalog: catalog.path)
    var vanished = try await walk(root, with: differ)
    vanished += try await differ.vanishedFolders()
    moves = await differ.moves
    return WalkedRoot(root: root, inspection: inspection, vanished: vanished)
  }

  /// Marks what is gone from a root, when that is to be believed.
  private mutating func close(_ walked: WalkedRoot) async throws {
    let root = walked.root
    // What has another name is no loss.
    let vanished = walked.vanished.filter { name in
      name.role != .main || name.media.map { !moves.moved.contains($0) } ?? true
    }
    if let lost = try await massLoss(vanished, of: root) {
      return try await markOffline(
        root,
        reason: "lost \(lost) media files, more than half of all, at once; nothing was marked "
          + "missing. If they are really gone: mediacat index --accept-loss \(root.path.shellWord)")
    }
    try await markMissing(vanished)
    try await RootRecord.finish(
      root, as: walked.inspection, rules: root.rules(with: options), at: now, in: catalog.database)
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
        try await queue.add(step.replaced)
        try await queue.add(step.moved)
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
