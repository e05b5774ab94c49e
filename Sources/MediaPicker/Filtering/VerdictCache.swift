internal import MediaModel
internal import SQLiteDatabase
internal import Synchronization
public import MediaCatalog

/// Remembers what filters said of items: in memory, and in the catalog for the next program.
///
/// All of it can be learned again, so a catalog that is busy, full or cannot be written costs nobody
/// a filtered item. Writing happens behind those who filter, in batches.
public final class VerdictCache: Sendable {
  /// What was said of one revision of an item.
  private struct Verdict {
    var revision: Int64
    var isShown: Bool
  }
  private typealias Verdicts = [FilterIdentity: [Int64: Verdict]]

  private struct State {
    var known: Verdicts = [:]
    var knownCount = 0
    /// What the catalog does not have yet.
    var waiting: Verdicts = [:]
    var waitingCount = 0
    /// Filters of which other versions may still be in the catalog.
    var unpurged: Set<FilterIdentity> = []
    var storing: Task<Void, Never>?
    var failure: String?
  }

  private let database: Database
  private let state = Mutex(State())

  /// Verdicts of one transaction.
  private static let batchCount = 500
  /// Verdicts in memory; more are looked up in the catalog.
  private static let knownLimit = 200_000
  /// Verdicts that wait while the catalog is busy; more are dropped.
  private static let waitingLimit = 50_000
  /// Old rows that are deleted in one transaction, so that others may write between.
  private static let purgeCount = 5_000

  /// Makes an empty memory over what a catalog has.
  public init(catalog: Catalog) { database = catalog.database }

  /// Why the last batch was not stored, `nil` when it was.
  public var failure: String? { state.withLock { $0.failure } }

  /// Stores what there is now, and returns when it is stored or lost.
  ///
  /// Call it before a program ends.
  public func flush() async {
    storeSoon()
    await state.withLock { $0.storing }?.value
  }

  /// Notes that a filter is in use, so that what its other versions said goes.
  func begin(_ identity: FilterIdentity) {
    state.withLock { state in
      let isOther: (FilterIdentity) -> Bool = { $0.name == identity.name && $0 != identity }
      state.known = state.known.filter { !isOther($0.key) }
      state.waiting = state.waiting.filter { !isOther($0.key) }
      state.unpurged = state.unpurged.filter { !isOther($0) }
      state.knownCount = state.known.values.reduce(0) { $0 + $1.count }
      state.waitingCount = state.waiting.values.reduce(0) { $0 + $1.count }
      state.unpurged.insert(identity)
    }
  }

  /// Takes what a filter said; never waits.
  func add(_ isShown: Bool, of media: Media, by identity: FilterIdentity) {
    let verdict = Verdict(revision: media.revision, isShown: isShown)
    let isBatch = state.withLock { state in
      Self.keep(verdict, of: media.id, by: identity, &state)
      guard state.waitingCount < Self.waitingLimit else { return false }
      if state.waiting[identity, default: [:]].updateValue(verdict, forKey: media.id) == nil {
        state.waitingCount += 1
      }
      return state.waitingCount % Self.batchCount == 0
    }
    if isBatch { storeSoon() }
  }

  private static func keep(
    _ verdict: Verdict, of media: Int64, by identity: FilterIdentity, _ state: inout State
  ) {
    if state.known[identity]?[media] == nil {
      if state.knownCount >= knownLimit { return }
      state.knownCount += 1
    }
    state.known[identity, default: [:]][media] = verdict
  }

  /// What a filter said of the present revisions of items; those it said nothing of are absent.
  ///
  /// - Throws: `CancellationError`; a catalog that cannot be read knows nothing.
  func verdicts(
    of media: [Media], by identity: FilterIdentity
  ) async throws -> [Int64: Bool] {
    var found: [Int64: Bool] = [:]
    var rest: [Int64: Int64] = [:]
    state.withLock { state in
      let known = state.known[identity]
      for item in media {
        if let verdict = known?[item.id], verdict.revision == item.revision {
          found[item.id] = verdict.isShown
        } else {
          rest[item.id] = item.revision
        }
      }
    }
    if rest.isEmpty { return found }
    let stored: [Int64: Verdict]
    do {
      stored = try await lookUp(Array(rest.keys), by: identity)
    } catch let error as CancellationError {
      throw error
    } catch {
      state.withLock { $0.failure = "\(error)" }
      return found
    }
    state.withLock { state in
      for (id, verdict) in stored where rest[id] == verdict.revision {
        found[id] = verdict.isShown
        Self.keep(verdict, of: id, by: identity, &state)
      }
    }
    return found
  }

  private func lookUp(
    _ ids: [Int64], by identity: FilterIdentity
  ) async throws -> [Int64: Verdict] {
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
    return try await database.readBriefly { connection in
      var found: [Int64: Verdict] = [:]
      try connection.forEach(Self.lookUp(list, identity)) { row in
        found[row.int64(0)] = Verdict(revision: row.int64(1), isShown: row.bool(2))
      }
      return found
    }
  }

  /// What a filter said of the items of a JSON list of ids.
  static func lookUp(_ list: String, _ identity: FilterIdentity) -> SQL {
    """
    SELECT v.media, v.revision, v.verdict FROM picker_filter AS f
      CROSS JOIN json_each(\(list)) AS j
      CROSS JOIN filter_verdict AS v ON v.filter = f.id AND v.media = j.value
      WHERE f.name = \(identity.name) AND f.version = \(identity.version)
    """
  }
}

// MARK: - Storing

extension VerdictCache {
  /// Begins to store what waits, behind what is being stored.
  func storeSoon() {
    state.withLock { state in
      if state.waiting.isEmpty, state.unpurged.isEmpty { return }
      let (batch, purges) = (state.waiting, state.unpurged)
      state.waiting = [:]
      state.waitingCount = 0
      state.unpurged = []
      let previous = state.storing
      // A task of its own: whoever filters may be cancelled, this is not.
      state.storing = Task {
        await previous?.value
        await self.store(batch, purges)
      }
    }
  }

  private func store(_ batch: Verdicts, _ purges: Set<FilterIdentity>) async {
    do {
      if !batch.isEmpty { try await insert(batch) }
      for identity in purges { try await purge(others: identity) }
      if !batch.isEmpty { state.withLock { $0.failure = nil } }
    } catch let error as DatabaseError where error.isBusy {
      // An index run has the file; what was said later wins.
      state.withLock { state in
        state.failure = "\(error)"
        state.unpurged.formUnion(purges)
        for (identity, verdicts) in batch where state.waitingCount < Self.waitingLimit {
          state.waiting[identity, default: [:]].merge(verdicts) { new, _ in new }
        }
        state.waitingCount = state.waiting.values.reduce(0) { $0 + $1.count }
      }
    } catch {
      // Lost, and learned again.
      state.withLock { $0.failure = "\(error)" }
    }
  }

  /// Stores verdicts, but not of items whose bytes have changed meanwhile or that are gone.
  private func insert(_ batch: Verdicts) async throws {
    try await database.write { connection in
      try connection.transaction {
        for (identity, verdicts) in batch {
          try connection.execute(
            """
            INSERT INTO picker_filter (name, version)
              VALUES (\(identity.name), \(identity.version)) ON CONFLICT DO NOTHING
            """)
          for (media, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
            try connection.execute(
              """
              INSERT INTO filter_verdict (filter, media, revision, verdict)
                SELECT f.id, m.id, m.revision, \(verdict.isShown)
                FROM picker_filter AS f CROSS JOIN media AS m
                WHERE f.name = \(identity.name) AND f.version = \(identity.version)
                  AND m.id = \(media) AND m.revision = \(verdict.revision)
                ON CONFLICT DO UPDATE
                  SET revision = excluded.revision, verdict = excluded.verdict
              """)
          }
        }
      }
    }
  }

  /// Deletes what other versions of a filter said.
  private func purge(others identity: FilterIdentity) async throws {
    let others: SQL = """
      FROM picker_filter AS f WHERE f.name = \(identity.name) AND f.version <> \(identity.version)
      """
    let isNeeded = try await database.readBriefly { connection in
      try connection.first("SELECT 1 \(others)") != nil
    }
    guard isNeeded else { return }
    var isDone = false
    while !isDone {
      isDone = try await database.write { connection in
        try connection.transaction {
          try connection.execute(
            """
            DELETE FROM filter_verdict WHERE (filter, media) IN (
              SELECT v.filter, v.media FROM filter_verdict AS v
                WHERE v.filter IN (SELECT f.id \(others)) LIMIT \(Self.purgeCount))
            """)
          if connection.changes == Self.purgeCount { return false }
          try connection.execute("DELETE FROM picker_filter WHERE id IN (SELECT f.id \(others))")
          return true
        }
      }
    }
  }
}
