internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// What a recovery did.
public struct CaptureRecovery: Hashable, Sendable {
  /// Captures whose interrupted promotion is finished.
  public var promoted: [String] = []
  /// Captures that are staged again, because their folder is no longer in a root, or full.
  public var undone: [String] = []
  /// Captures whose root is offline: only when it is back can be told where they are.
  public var waiting: [String] = []
  /// Captures that were looked at, because nothing had or could.
  public var looked: [String] = []

  /// Makes the result of a recovery that found nothing to do.
  public init() {}
}

extension CaptureInbox {
  /// Makes up for crashes; meant for the start of a program, and harmless at any time.
  ///
  /// Interrupted promotions are finished, under another name when theirs was taken meanwhile, or
  /// undone when that is impossible. Captures that nothing has looked at yet are looked at, and so are
  /// those whose file was gone and is back.
  ///
  /// - Returns: What was done.
  /// - Throws: ``CatalogError``, `DatabaseError`, `CancellationError`.
  @discardableResult
  public func recover() async throws -> CaptureRecovery {
    // Nothing was ever captured: nothing is made.
    guard try await hasRows() else { return CaptureRecovery() }
    let lock = try await CaptureLock.acquire(in: folder.parent)
    var recovery = try await finishPromotions()
    _ = consume lock
    recovery.looked = try await lookAgain()
    return recovery
  }

  private func hasRows() async throws -> Bool {
    try await catalog.database.read { try $0.first("SELECT 1 FROM capture LIMIT 1") != nil }
  }

  /// Finishes or undoes promotions that a crash interrupted; the caller has the lock.
  func finishPromotions() async throws -> CaptureRecovery {
    var recovery = CaptureRecovery()
    for row in try await rows() {
      switch row.capture.state {
      case .promoting:
        guard let target = row.target else { continue }
        await files.removeLeftovers(of: target)
        switch try await finish(row, target) {
        case .promoted: recovery.promoted.append(row.capture.uid)
        case .undone: recovery.undone.append(row.capture.uid)
        case .waiting: recovery.waiting.append(row.capture.uid)
        }
      case .promoted: await files.remove([row.staged])
      default: break
      }
    }
    return recovery
  }

  private enum Ending {
    case promoted, undone, waiting
  }

  /// Finishes or undoes one promotion.
  private func finish(_ row: CaptureRow, _ target: FilePath) async throws -> Ending {
    let uid = row.capture.uid
    do {
      let folder = try PromotionTarget(
        target.parent, roots: try await catalog.roots(), own: self.folder.parent
      ).folder
      var names = PromotionNames(in: folder)
      _ = try await place(CaptureMove(row.capture, to: target), &names)
    } catch let error as CatalogError where error.code == .offline {
      return .waiting
    } catch is CatalogError {
      // A staged file that is gone too is for the sweep to tell.
      try await catalog.database.write { connection in
        try connection.execute(
          """
          UPDATE capture SET state = 'staged', target = NULL
          WHERE uid = \(uid) AND state = 'promoting'
          """)
      }
      return .undone
    }
    try await settle([uid])
    await files.remove([row.staged])
    return .promoted
  }

  /// Looks at captures that nothing could look at yet.
  private func lookAgain() async throws -> [String] {
    var looked: [String] = []
    for row in try await rows() where row.needsLook && !Self.isAbsent(row.capture.path) {
      // Whoever is just adding it holds it.
      guard let token = await files.hold(row.staged) else { continue }
      do {
        let now = try await self.row(row.capture.uid)
        if now.needsLook, now.staged == row.staged {
          try await look(now)
          looked.append(row.capture.uid)
        }
        await files.letGo(token)
      } catch let error as CatalogError where error.code == .notFound {
        await files.letGo(token)
      } catch {
        await files.letGo(token)
        throw error
      }
    }
    return looked
  }

  private func rows() async throws -> [CaptureRow] {
    try await catalog.database.read { [folder] in try CaptureRow.all($0, in: folder) }
  }
}

extension CaptureRow {
  /// True for what a crash left unseen, what nothing could read, and what may be back.
  fileprivate var needsLook: Bool {
    switch capture.state {
    case .staged: capture.type == nil
    case .quarantined: capture.error.map { $0.isTransient || $0.code == .missing } ?? true
    default: false
    }
  }
}
