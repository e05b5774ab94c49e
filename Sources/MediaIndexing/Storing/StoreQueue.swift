internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// Gathers files into large transactions; one is written while the next is gathered.
struct StoreQueue {
  let database: Database
  let scan: Int64
  let now: Int64
  /// Names whose missing mark goes with the next transaction.
  var revived: [KnownName] = []
  private var moved: [MovedFile] = []
  private var replaced: [ReplacedFile] = []
  private var gathered: [PreparedFile] = []
  /// Gives its files back when they are stored: that many values are freed faster than the next ones
  /// are written, but not by the thread that writes.
  private var writing: Task<[PreparedFile], any Error>?
  private var lastStart = ContinuousClock.now

  /// Files a transaction: large enough that index pages are written once for many rows.
  static let filesPerTransaction = 1_000
  /// Files of the first one, which keeps the writer waiting until it is full.
  private static let filesOfFirst = 250
  /// A slow collection is stored at least this often.
  private static let longestWait: Duration = .seconds(2)

  init(database: Database, scan: Int64, now: Int64) {
    self.database = database
    self.scan = scan
    self.now = now
  }

  /// Adds files, and starts a transaction when there are enough.
  ///
  /// - Returns: What these files count as.
  mutating func add(_ files: [PreparedFile]) async throws -> IndexCounts {
    gathered += files
    if gathered.count >= (writing == nil ? Self.filesOfFirst : Self.filesPerTransaction)
      || ContinuousClock.now - lastStart > Self.longestWait
    {
      try await start()
    }
    return files.reduce(into: IndexCounts()) { counts, file in
      switch file.verdict {
      case .media: counts.indexed += 1
      case .failed: counts.failed += 1
      case .notMedia, .unopened, .gone: counts.skipped += 1
      }
    }
  }

  /// Adds items that have other names; those of one call go into one transaction.
  mutating func add(_ files: [MovedFile]) async throws {
    moved += files
    if moved.count >= Self.filesPerTransaction { try await start() }
  }

  /// Adds files whose inodes are others.
  mutating func add(_ files: [ReplacedFile]) async throws {
    replaced += files
    if replaced.count >= Self.filesPerTransaction { try await start() }
  }

  /// Stores what is left, then the links to it.
  mutating func finish(links: [LinkedName]) async throws {
    try await start()
    for batch in links.chunks(of: Self.filesPerTransaction) { try await start(links: batch) }
    _ = try await writing?.value
  }

  /// Lets the transaction that is under way come to its end, when the run cannot go on.
  ///
  /// Its own failure would only hide what stopped the run; what it stored is whole either way.
  func settle() async { _ = await writing?.result }

  private mutating func start(links: [LinkedName] = []) async throws {
    // One at a time: gathering waits here when storing is the slower part.
    let stored = try await writing?.value
    defer { withExtendedLifetime(stored) {} }
    let (files, revived, moved, replaced) = (gathered, revived, moved, replaced)
    let (scan, now) = (scan, now)
    gathered = []
    self.revived = []
    self.moved = []
    self.replaced = []
    lastStart = .now
    guard
      !files.isEmpty || !revived.isEmpty || !moved.isEmpty || !replaced.isEmpty || !links.isEmpty
    else { return }
    let database = database
    writing = Task {
      try await database.write { connection in
        try connection.transaction {
          let writer = try MediaWriter(connection: connection, scan: scan, now: now)
          try writer.replace(replaced)
          try writer.revive(revived)
          try writer.move(moved)
          let count = files.count { $0.candidate.item == nil }
          try BulkLoad.run(count, scan: scan, connection) {
            for index in files.indices where files[index].candidate.item == nil {
              try writer.store(files[index])
            }
          }
          for index in files.indices where files[index].candidate.item != nil {
            try writer.store(files[index])
          }
          for link in links { try writer.storeLink(link) }
          try SearchIndex(connection).updateIfBehind()
        }
      }
      return files
    }
  }
}
