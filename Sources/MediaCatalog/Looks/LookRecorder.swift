internal import MediaModel
internal import SQLiteDatabase

/// Stores what is learned of pictures, in batches, off the path of those who asked for thumbnails.
///
/// All of it can be learned again: a full disk, a catalog that cannot be written or a crash cost
/// nobody a thumbnail.
actor LookRecorder {
  private struct Learned {
    var look: PictureLook
    var revision: Int64
  }

  private let database: Database
  private var waiting: [Int64: Learned] = [:]
  private var timer: Task<Void, Never>?
  private var storing: Task<Void, Never>?
  private var isClosed = false
  /// Why the last batch was not stored, `nil` when it was.
  private(set) var failure: String?

  /// Looks of one transaction.
  private static let batchCount = 500
  /// The longest that a look waits for others.
  private static let patience = Duration.seconds(2)
  /// Looks that are kept while the catalog is busy; more are dropped.
  private static let limit = 20_000

  init(database: Database) { self.database = database }

  /// Takes what one item looks like.
  func add(_ look: PictureLook, of item: Int64, revision: Int64) {
    guard !isClosed, waiting.count < Self.limit else { return }
    waiting[item] = Learned(look: look, revision: revision)
    if waiting.count >= Self.batchCount {
      startStoring()
    } else if timer == nil {
      timer = Task { [weak self] in
        do { try await Task.sleep(for: Self.patience) } catch { return }
        await self?.startStoring()
      }
    }
  }

  /// Stores what is there now, and returns when it is stored or lost.
  func flush() async {
    startStoring()
    await storing?.value
  }

  /// Stores the rest; later looks are dropped.
  func close() async {
    await flush()
    // What came while the last batch was on its way.
    await flush()
    isClosed = true
  }

  /// Takes what waits and stores it behind what is being stored.
  private func startStoring() {
    timer?.cancel()
    timer = nil
    if waiting.isEmpty { return }
    let batch = waiting
    waiting = [:]
    let previous = storing
    // A task of its own: whoever asked for a thumbnail may be cancelled, this is not.
    storing = Task {
      await previous?.value
      await store(batch)
    }
  }

  private func store(_ batch: [Int64: Learned]) async {
    do {
      try await database.write { connection in
        try connection.transaction {
          for (item, learned) in batch.sorted(by: { $0.key < $1.key }) {
            try Self.store(learned, of: item, connection)
          }
        }
      }
      failure = nil
    } catch let error as DatabaseError where error.isBusy {
      // An index run has the file; newer looks of the same items win.
      failure = "\(error)"
      if waiting.count + batch.count <= Self.limit { waiting.merge(batch) { new, _ in new } }
    } catch {
      // Lost, and learned again with the next thumbnail made ahead.
      failure = "\(error)"
    }
  }

  /// Stores one, unless the item's bytes have changed meanwhile or the item is gone.
  private static func store(
    _ learned: Learned, of item: Int64, _ connection: Connection
  ) throws {
    let look = learned.look
    try connection.execute(
      """
      INSERT INTO look (media, revision, version, hash, detail, color, placeholder)
        SELECT id, revision, \(PictureLook.version), \(Int64(bitPattern: look.hash.bits)),
          \(look.hash.detail), \(look.dominantColor & 0xFF_FFFF), \(String(decoding: Base64.encode(look.placeholder), as: UTF8.self))
        FROM media WHERE id = \(item) AND revision = \(learned.revision)
        ON CONFLICT DO UPDATE SET revision = excluded.revision, version = excluded.version,
          hash = excluded.hash, detail = excluded.detail, color = excluded.color,
          placeholder = excluded.placeholder
      """)
  }
}
