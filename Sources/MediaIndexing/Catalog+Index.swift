public import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Scans folders and brings the catalog up to date with them.
  ///
  /// An unchanged file is not opened. Cancelling leaves a consistent catalog: what was stored
  /// stays, the next run goes on. A second run of the same catalog waits for the first. A new folder
  /// that is a known root under another path is that root from now on.
  ///
  /// - Parameters:
  ///   - roots: Folders, remembered from then on; empty means all known ones.
  ///   - options: What to look at.
  ///   - reader: Reads metadata, in a worker process or in this one.
  ///   - onWait: Called with the other process's number when this run has to wait for one.
  ///   - onProgress: Called after each stretch, on no particular thread.
  /// - Returns: The balance and what stood in the way.
  /// - Throws: ``CatalogError`` for roots that do not exist or overlap, and for new ones that hold
  ///   copies of what an absent root held; what `reader` throws;
  ///   `CancellationError`.
  public func index(
    _ roots: [FilePath] = [], options: IndexOptions = .init(), reader: any MetadataReading,
    onWait: @Sendable (Int?) -> Void = { _ in },
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> IndexReport {
    let start = ContinuousClock.now
    let paths = try roots.map { try RootPath.canonical($0) }
    try refusePickerFolder(in: paths)
    let lock = try await IndexLock.acquire(of: path, onWait: onWait)
    let now = Catalog.currentTime()
    let (records, relocations, scan) = try await begin(paths, at: now)
    var options = options
    options.ownPaths = options.ownPaths.map(RootPath.resolved) + ownFiles
    var run = IndexRun(
      catalog: self, options: options,
      pipeline: ReadPipeline(
        reader: reader,
        preparation: Preparation(
          resolver: CaptureTimeResolver(now: WallTime(nanoseconds: now)))),
      scan: scan, now: now, progress: ProgressMeter(onProgress))
    run.report.relocations = relocations
    let counting = options.countsAhead ? run.countAhead(records) : nil
    defer { counting?.cancel() }
    try await run.index(records)
    run.report.elapsed = ContinuousClock.now - start
    try await finish(scan, run.report.counts)
    _ = consume lock
    return run.report
  }

  /// Keeps the pickers' files from being indexed by name: they are copies on their way.
  func refusePickerFolder(in roots: [FilePath]) throws(CatalogError) {
    let own = FilePath(bytes: RootPath.resolved(path).bytes + Array(Catalog.pickerSuffix.utf8))
    guard let root = roots.first(where: { $0.isInside(own) }) else { return }
    throw CatalogError(
      code: .invalid, path: root,
      reason: "holds captures that are not part of the collection yet; mediacat capture promote"
        + " moves them into it")
  }

  /// Finds or adds the roots, and opens the run's row.
  private func begin(
    _ paths: [FilePath], at now: Int64
  ) async throws -> (roots: [RootRecord], relocations: [RootRelocation], scan: Int64) {
    try await database.write { connection in
      try connection.transaction {
        var registry = RootRegistry(connection: connection, now: now)
        let records = try registry.roots(for: paths)
        try connection.execute("INSERT INTO scan (started) VALUES (\(now))")
        return (records, registry.relocations, connection.lastInsertedRowID)
      }
    }
  }

  /// Closes the run's row with its balance.
  private func finish(_ scan: Int64, _ counts: IndexCounts) async throws {
    try await database.write { connection in
      try connection.execute(
        """
        UPDATE scan SET finished = \(Catalog.currentTime()), seen = \(counts.seen),
          indexed = \(counts.indexed), unchanged = \(counts.unchanged), moved = \(counts.moved),
          failed = \(counts.failed), skipped = \(counts.skipped), missing = \(counts.missing)
        WHERE id = \(scan)
        """)
      // A run that found little has time for the words that a larger one left.
      if counts.indexed + counts.moved < SearchIndex.backlogLimit / 10 {
        try connection.transaction { _ = try SearchIndex(connection).update() }
      }
    }
  }

  /// The catalog's own files and its picker's, which are never indexed.
  private var ownFiles: [FilePath] {
    let path = RootPath.resolved(path)
    return ["", "-wal", "-shm", "-journal", IndexLock.suffix, Catalog.pickerSuffix].map {
      FilePath(bytes: path.bytes + Array($0.utf8))
    }
  }
}
