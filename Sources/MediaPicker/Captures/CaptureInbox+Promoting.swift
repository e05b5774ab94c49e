internal import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension CaptureInbox {
  /// Moves captures into the collection: all of them, or none when one cannot be.
  ///
  /// Nothing is ever overwritten: the second `IMG.jpg` becomes `IMG (2).jpg`. Where each one goes is
  /// written down before anything happens, so ``recover()`` finishes what a crash interrupted. The
  /// next index run finds the new files.
  ///
  /// - Parameters:
  ///   - uids: Staged captures; those that are promoted already keep their place.
  ///   - path: A folder in a root of the catalog, made if it is missing.
  ///   - owner: Who promotes: what others hold is refused.
  /// - Returns: The new paths, in the same order.
  /// - Throws: ``CatalogError`` `notFound`, `leased`; `notPermitted` for what is not staged and for a
  ///   folder outside of all roots; `offline`, `unwritable`, `noSpace`.
  @discardableResult
  public func promote(
    _ uids: [String], into path: FilePath, by owner: String? = nil
  ) async throws -> [FilePath] {
    let lock = try await CaptureLock.acquire(in: folder.parent)
    _ = try await finishPromotions()
    let target = try PromotionTarget(path, roots: try await catalog.roots(), own: folder.parent)
    var names = PromotionNames(in: target.folder)
    let journal = try await journal(uids, &names, by: owner)
    // From here on it is done or undone, whether or not the caller still wants it.
    let work = Task { [names] in try await carryOut(journal.moves, names) }
    let paths = try await journal.places.merging(work.value) { $1 }
    _ = consume lock
    return uids.compactMap { paths[$0] }
  }

  // MARK: The steps

  /// What was written down.
  struct Journal: Sendable {
    var moves: [CaptureMove] = []
    /// Where those are that were promoted before.
    var places: [String: FilePath] = [:]
  }

  /// Writes down where captures will go.
  func journal(
    _ uids: [String], _ names: inout PromotionNames, by owner: String?
  ) async throws -> Journal {
    let (folder, time, before) = (folder, now(), names)
    let (journal, after) = try await catalog.database.write { connection in
      try connection.transaction {
        var (names, journal) = (before, Journal())
        var seen: Set<String> = []
        for uid in uids where seen.insert(uid).inserted {
          let row = try CaptureRow.require(uid, connection, in: folder)
          if row.capture.state == .promoted {
            journal.places[uid] = row.capture.path
            continue
          }
          try row.requireFree(for: owner, at: time)
          guard row.capture.state == .staged, row.capture.type != nil else {
            throw CatalogError(
              code: .notPermitted,
              reason: "\(uid) cannot be promoted: "
                + (row.capture.error?.description ?? "it is \(row.capture.state.rawValue)"))
          }
          let move = CaptureMove(row.capture, to: names.next(for: row.capture))
          try Self.write(move, connection)
          journal.moves.append(move)
        }
        return (journal, names)
      }
    }
    names = after
    return journal
  }

  /// Does what was written down; takes it back when one of it cannot be done.
  ///
  /// - Returns: Where each capture is.
  private func carryOut(
    _ moves: [CaptureMove], _ names: PromotionNames
  ) async throws -> [String: FilePath] {
    var placed: [String: PlacedCapture] = [:]
    var names = names
    do {
      for move in moves { placed[move.uid] = try await place(move, &names) }
      try await settle(moves.map(\.uid))
    } catch {
      await files.takeBack(Array(placed.values))
      do {
        try await setState("staged", of: moves.map(\.uid))
      } catch {
        // The first error is the one to report. The journal stays, and a recovery follows it.
      }
      throw error
    }
    await files.remove(moves.map(\.staged.lastComponent))
    return placed.mapValues(\.target)
  }

  /// Puts one file into its place, under the next name when someone else took the planned one.
  func place(
    _ move: CaptureMove, _ names: inout PromotionNames
  ) async throws -> PlacedCapture {
    var move = move
    while true {
      do {
        return try await files.place(move)
      } catch let error as CatalogError where error.code == .exists {
        let capture = try await row(move.uid).capture
        move.target = names.next(for: capture)
        let next = move
        try await catalog.database.write { try Self.write(next, $0) }
      }
    }
  }

  /// Marks captures as promoted.
  func settle(_ uids: [String]) async throws { try await setState("promoted", of: uids) }

  private func setState(_ state: String, of uids: [String]) async throws {
    try await catalog.database.write { connection in
      try connection.transaction {
        for uid in uids {
          try connection.execute(
            """
            UPDATE capture SET state = \(state),
              target = CASE WHEN \(state) = 'promoted' THEN target END
            WHERE uid = \(uid) AND state = 'promoting'
            """)
        }
      }
    }
  }

  private static func write(_ move: CaptureMove, _ connection: Connection) throws {
    try connection.execute(
      """
      UPDATE capture SET state = 'promoting', target = \(move.target.bytes)
      WHERE uid = \(move.uid) AND state IN ('staged', 'promoting')
      """)
  }
}

extension CaptureMove {
  init(_ capture: Capture, to target: FilePath) {
    self.init(
      uid: capture.uid, staged: capture.path, target: target, digest: capture.digest,
      byteCount: capture.byteCount)
  }
}
