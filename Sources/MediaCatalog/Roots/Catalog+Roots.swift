public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Lists the roots by path.
  public func roots() async throws -> [Root] {
    try await database.read { connection in
      try connection.rows(
        """
        SELECT id, path, state, state_reason, last_scan, filesystem_type, unstable_inodes, excludes,
          (SELECT count(*) FROM folder AS d JOIN media AS m ON m.folder = d.id
            WHERE d.root = root.id AND m.exclusion = 0)
        FROM root WHERE state <> 'removed' ORDER BY path
        """
      ).map { row in
        Root(
          id: row[0].int64 ?? 0, path: FilePath(bytes: row[1].blob ?? []),
          state: row[2].text == "online" ? .online : .offline, reason: row[3].text,
          count: row[8].int ?? 0, lastScan: row[4].int64, fileSystem: row[5].text,
          hasUnstableInodes: row[6].int64 == 1,
          excludes: (row[7].blob ?? []).split(separator: 0).map { FilePath(bytes: Array($0)) })
      }
    }
  }

  /// Stops scanning a root; its items become offline and keep everything a person typed.
  ///
  /// Indexing the same folder again brings them back.
  ///
  /// - Throws: ``CatalogError`` `notFound`.
  public func removeRoot(_ path: FilePath) async throws {
    try await database.write { connection in
      try connection.execute(
        """
        UPDATE root SET state = 'removed', state_reason = 'removed by a person'
        WHERE path = \(path.bytes) AND state <> 'removed'
        """)
      if connection.changes == 0 { throw Self.unknownRoot(path) }
    }
  }

  /// Tells the catalog that a root's folder is elsewhere now: ids, albums and edits stay.
  ///
  /// - Parameters:
  ///   - old: The folder as the catalog knows it.
  ///   - new: Where it is now; absolute.
  /// - Throws: ``CatalogError`` when `old` is no root, or `new` overlaps another one that was not
  ///   removed.
  public func relocateRoot(_ old: FilePath, to new: FilePath) async throws {
    try await database.write { connection in
      try connection.transaction {
        let known = try connection.rows("SELECT id, path, state FROM root").map { row in
          (
            id: row[0].int64 ?? 0, path: FilePath(bytes: row[1].blob ?? []),
            isRemoved: row[2].text == "removed"
          )
        }
        guard let root = known.first(where: { $0.path == old }) else { throw Self.unknownRoot(old) }
        let others = known.filter { $0.id != root.id }
        for other in others where !other.isRemoved {
          if new.isInside(other.path) || other.path.isInside(new) {
            throw CatalogError(
              code: .invalid, path: new, reason: "overlaps the root \(other.path)")
          }
        }
        // A removed root that has the path gets the one that becomes free, for every root has one.
        let removed = others.first { $0.path == new }
        if let removed { try Self.setPath(of: removed.id, to: FilePath("\0"), connection) }
        try Self.setPath(of: root.id, to: new, connection)
        if let removed { try Self.setPath(of: removed.id, to: old, connection) }
        try connection.execute(
          """
          UPDATE root SET state = 'online', state_reason = NULL, unstable_inodes = 0,
            filesystem_uuid = x'' -- the next scan takes the inodes of the new place
          WHERE id = \(root.id)
          """)
      }
    }
  }

  private static func setPath(
    of root: Int64, to path: FilePath, _ connection: Connection
  ) throws {
    try connection.execute("UPDATE root SET path = \(path.bytes) WHERE id = \(root)")
  }

  private static func unknownRoot(_ path: FilePath) -> CatalogError {
    CatalogError(
      code: .notFound, path: path, reason: "is no root; mediacat roots lists them")
  }
}
