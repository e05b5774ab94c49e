internal import Glibc
internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// What a sweep did.
public struct CaptureSweep: Hashable, Sendable {
  /// Discarded and promoted captures that are forgotten now.
  public var forgotten: [String] = []
  /// Files without a capture that a crash left behind.
  public var orphanCount = 0
  /// Captures whose file is gone, as of now.
  public var missing: [String] = []

  /// Makes the result of a sweep that found nothing.
  public init() {}
}

extension CaptureInbox {
  /// Removes what nobody needs any more; meant for the start of a program.
  ///
  /// Discarded and promoted captures without a running lease are forgotten with their staged files,
  /// and files that a crash left behind are removed. A capture whose file is gone is quarantined.
  /// What is staged or quarantined is never removed: a person made it.
  ///
  /// - Returns: What was done.
  /// - Throws: ``CatalogError``, `DatabaseError`.
  @discardableResult
  public func sweep() async throws -> CaptureSweep {
    let (folder, time) = (folder, now())
    return try await catalog.database.write { connection in
      // Within the transaction no other process can add a row for a file that has none here.
      try connection.transaction {
        var sweep = CaptureSweep()
        let rows = try CaptureRow.all(connection, in: folder)
        var known: Set<FilePath> = []
        for row in rows {
          if [.discarded, .promoted].contains(row.capture.state), row.lease(at: time) == nil {
            FileAccess.remove(folder.appending(row.staged))
            try connection.execute("DELETE FROM capture WHERE uid = \(row.capture.uid)")
            sweep.forgotten.append(row.capture.uid)
          } else {
            known.insert(row.staged)
          }
        }
        sweep.missing = try Self.noteMissing(rows, folder, connection)
        for name in FileAccess.names(in: folder) where !known.contains(name) {
          if Self.removeOrphan(name, in: folder, at: time) { sweep.orphanCount += 1 }
        }
        return sweep
      }
    }
  }

  /// Quarantines captures whose file is gone.
  private static func noteMissing(
    _ rows: [CaptureRow], _ folder: FilePath, _ connection: Connection
  ) throws -> [String] {
    var missing: [String] = []
    for row in rows where [.staged, .quarantined].contains(row.capture.state) {
      guard row.capture.error?.code != .missing, isAbsent(folder.appending(row.staged)) else {
        continue
      }
      try connection.execute(
        """
        UPDATE capture SET state = 'quarantined', error_code = 'missing',
          error = 'Its file is gone from the inbox.' WHERE uid = \(row.capture.uid)
        """)
      missing.append(row.capture.uid)
    }
    return missing
  }

  /// True when nothing has a name; what cannot be told counts as there.
  static func isAbsent(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Removes a file of an add that did not end, unless it is still going on.
  private static func removeOrphan(
    _ name: FilePath, in folder: FilePath, at time: Int64
  ) -> Bool {
    guard StagedName.isOne(name) || StagedName.isTemporary(name) else { return false }
    let path = folder.appending(name)
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
      FileStamp(status).changeTime < time - grace
    else { return false }
    TemporaryFile.removeIfOrphan(path)
    return isAbsent(path)
  }
}
