public import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Scans folders and brings the catalog up to date with them.
  ///
  /// An unchanged file is not opened. Cancelling leaves a consistent catalog: what was stored
  /// stays, the next run goes on. A second run of the same catalog waits for the first.
  ///
  /// - Parameters:
  ///   - roots: Folders, remembered from then on; empty means all known ones.
  ///   - options: What to look at.
  ///   - reader: Reads metadata, in a worker process or in this one.
  ///   - onWait: Called with the other process's number when this run has to wait for one.
  ///   - onProgress: Called after each stretch, on no particular thread.
  /// - Returns: The balance and what stood in the way.
  /// - Throws: ``CatalogError`` for roots that do not exist or overlap; what `reader` throws;
  ///   `CancellationError`.
  public func index(
    _ roots: [FilePath] = [], options: IndexOptions = .init(), reader: any MetadataReading,
    onWait: @Sendable (Int?) -> Void = { _ in },
    onProgress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
  ) async throws -> IndexReport {
    let start = ContinuousClock.now
    let paths = try roots.map { try RootPath.canonical($0) }
    let lock = try await IndexLock.acquire(of: path, onWait: onWait)
    let now = Catalog.currentTime()
    let (records, scan) = try await database.write { connection in
      try connection.transaction {
        let records = try RootRegistry(connection: connection, now: now).roots(for: paths)
        try connection.execute("INSERT INTO scan (started) VALUES (\(now))")
        return (records, connection.lastInsertedRowID)
      }
    }
    var options = options
    options.ownPaths += ownFiles
    var run = IndexRun(
      catalog: self, options: options,
      pipeline: ReadPipeline(
        reader: reader,
        preparation: Preparation(
          resolver: CaptureTimeResolver(now: WallTime(nanoseconds: now)))),
      scan: scan, now: now, progress: ProgressMeter(onProgress))
    let places = records.map { ($0.path, $0.rules(with: options)) }
    let counting =
      options.countsAhead
      ? Task { [progress = run.progress] in try await progress.countFiles(of: places) } : nil
    defer { counting?.cancel() }
    for record in records { try await run.index(record) }
    run.report.elapsed = ContinuousClock.now - start
    let counts = run.report.counts
    try await database.write { connection in
      try connection.execute(
        """
        UPDATE scan SET finished = \(Catalog.currentTime()), seen = \(counts.seen),
          indexed = \(counts.indexed), unchanged = \(counts.unchanged), moved = \(counts.moved),
          failed = \(counts.failed), skipped = \(counts.skipped), missing = \(counts.missing)
        WHERE id = \(scan)
        """)
    }
    _ = consume lock
    return run.report
  }

  /// The catalog's own files, which are never indexed.
  private var ownFiles: [FilePath] {
    ["", "-wal", "-shm", "-journal", "-index-lock"].map {
      FilePath(bytes: path.bytes + Array($0.utf8))
    }
  }
}
