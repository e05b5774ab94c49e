internal import ContentDigest
internal import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Finds groups of items whose files are equal byte for byte, as XXH3-128 tells.
  ///
  /// Only files that are as large as another one are read, from their first byte to their last, and
  /// each only once: the digest is kept with the file's size and times, and forgotten when those
  /// change. Hard links are one item, so they are no duplicates; neither are empty files.
  ///
  /// - Parameters:
  ///   - query: Which items are compared with each other.
  ///   - onProgress: Hears of the reading, on any thread.
  /// - Returns: Disjoint groups, those that take most bytes too many first. The main item of a group
  ///   is the one with the lowest id.
  /// - Throws: ``CatalogError`` for an unknown album; `CancellationError`, after the digests so far
  ///   were kept.
  public func duplicates(
    matching query: MediaQuery = MediaQuery(),
    onProgress: @escaping @Sendable (DuplicateProgress) -> Void = { _ in }
  ) async throws -> DuplicateReport {
    try await prepareSearch(for: query.filter)
    var twins = try await database.read { try SizeTwin.all(of: query, $0) }
    var report = DuplicateReport()
    try await digest(&twins, &report, onProgress)
    report.groups = Self.groups(of: twins, &report)
    return report
  }

  /// Digests that are stored in one transaction; a file larger than the bytes is stored at once.
  private static let batch = (files: 256, bytes: 64 << 20 as Int64)

  /// Gives every file a digest that can have one.
  private func digest(
    _ twins: inout [SizeTwin], _ report: inout DuplicateReport,
    _ onProgress: @escaping @Sendable (DuplicateProgress) -> Void
  ) async throws {
    // In the order in which most file systems have laid them down.
    let places = twins.indices.filter { twins[$0].digest == nil }
      .sorted { (twins[$0].inode, $0) < (twins[$1].inode, $1) }
    if places.isEmpty { return }
    let total = places.reduce(0 as Int64) { $0 + twins[$1].stored.size }
    let digester = FileDigester()
    var batch: [SizeTwin] = []
    do {
      for place in places {
        let path = twins[place].path
        do {
          twins[place].digest = try await digester.digest(of: path, twins[place].stamp) { count in
            onProgress(DuplicateProgress(readByteCount: count, totalByteCount: total, path: path))
          }
          batch.append(twins[place])
        } catch let failure as DigestFailure {
          report.problems.append(DuplicateReport.Problem(path: path, reason: failure.reason))
        }
        let bytes = batch.reduce(0) { $0 + $1.stored.size }
        if batch.count >= Self.batch.files || bytes >= Self.batch.bytes {
          await store(batch, &report)
          batch = []
        }
      }
      await store(batch, &report)
    } catch {
      await store(batch, &report)
      throw error
    }
  }

  /// Keeps digests; what cannot be kept is a problem of the next search, not of this one.
  private func store(_ batch: [SizeTwin], _ report: inout DuplicateReport) async {
    if batch.isEmpty { return }
    // A task of its own, so that a cancelled search keeps what it has.
    let storing = Task {
      try await database.write { connection in
        try connection.transaction {
          for twin in batch { if let digest = twin.digest { try twin.store(digest, connection) } }
        }
      }
    }
    if case .failure(let error) = await storing.result {
      let problem = DuplicateReport.Problem(
        path: path, reason: "digests cannot be kept, the next search reads again: \(error)")
      if report.problems.last != problem { report.problems.append(problem) }
    }
  }

  private static func groups(
    of twins: [SizeTwin], _ report: inout DuplicateReport
  ) -> [DuplicateGroup] {
    let equal = Dictionary(grouping: twins.filter { $0.digest != nil }) { twin in
      EqualBytes(size: twin.stored.size, digest: twin.digest)
    }
    var found: [(surplus: Int64, group: DuplicateGroup)] = []
    for (key, members) in equal where members.count > 1 {
      var known: Set<SizeTwin.FileIdentity> = []
      var items: [DuplicateGroup.Member] = []
      for twin in members.sorted(by: { $0.item < $1.item }) {
        do throws(DigestFailure) {
          // One file that two roots show by two paths is no duplicate of itself.
          if known.insert(try twin.identity()).inserted {
            items.append(DuplicateGroup.Member(item: twin.item))
          }
        } catch {
          report.problems.append(DuplicateReport.Problem(path: twin.path, reason: error.reason))
        }
      }
      if items.count > 1 {
        let (surplus, isHuge) = key.size.multipliedReportingOverflow(by: Int64(items.count - 1))
        found.append((isHuge ? .max : surplus, DuplicateGroup(members: items)))
      }
    }
    report.problems.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    return found.sorted { one, other in
      one.surplus != other.surplus
        ? one.surplus > other.surplus : one.group.members[0].item < other.group.members[0].item
    }.map(\.group)
  }

  private struct EqualBytes: Hashable {
    var size: Int64
    var digest: ContentDigest?
  }
}
