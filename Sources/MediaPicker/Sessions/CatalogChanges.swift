internal import MediaCatalog
internal import SQLiteDatabase

/// What happened in a catalog since a number of its change log.
struct CatalogChanges: Sendable {
  /// The number of the last change.
  var latest: Int64
  /// Items that came or changed.
  var changed: Set<Int64> = []
  /// Items that are no more.
  var removed: Set<Int64> = []
  /// Whether albums or roots changed.
  var hasOther = false
  /// Whether there were too many to name.
  var isOverfull = false

  private static let limit = 10_000

  /// The number of the last change.
  static func latest(in catalog: Catalog) async throws -> Int64 {
    try await catalog.database.readBriefly { connection in
      try connection.first("SELECT max(seq) FROM change")?[0].int64 ?? 0
    }
  }

  /// Reads what came behind a number; `nil` when nothing did.
  static func since(_ sequence: Int64, in catalog: Catalog) async throws -> CatalogChanges? {
    try await catalog.database.readBriefly { connection in
      let latest = try connection.first("SELECT max(seq) FROM change")?[0].int64 ?? 0
      // Another file under the same name: its numbers begin anew.
      guard latest >= sequence else { return CatalogChanges(latest: latest, isOverfull: true) }
      guard latest > sequence else { return nil }
      var changes = CatalogChanges(latest: latest)
      var count = 0
      try connection.forEach(
        """
        SELECT kind, id, operation FROM change WHERE seq > \(sequence) ORDER BY seq
          LIMIT \(limit + 1)
        """
      ) { row in
        count += 1
        switch (row.int(0), row.int(2)) {
        case (1, 2): changes.removed.insert(row.int64(1))
        case (1, _): changes.changed.insert(row.int64(1))
        default: changes.hasOther = true
        }
      }
      changes.isOverfull = count > limit
      return changes
    }
  }
}
