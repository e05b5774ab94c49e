internal import SQLiteDatabase

/// Stands in for the triggers of new items while thousands are inserted in one transaction.
///
/// What the triggers would do for each row, this does for all of them at the end: number the
/// changes, count by month, folder and run, note places, and ask for words. A trigger costs a row
/// even when it has nothing to do, and keeps SQLite from inserting without a savepoint.
struct BulkLoad {
  private let connection: Connection
  private let scan: Int64
  private let first: Int64

  /// Fewer rows are quicker with triggers than without, because turning those off and on again makes
  /// SQLite prepare its statements anew.
  private static let leastCount = 100

  /// Inserts new items, inside a transaction.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - scan: The run that found them.
  ///   - connection: The writer's.
  ///   - insert: Inserts them, and changes nothing else.
  /// - Throws: What `insert` throws, and errors of the database.
  static func run(
    _ count: Int, scan: Int64, _ connection: Connection, _ insert: () throws -> Void
  ) throws {
    guard count >= leastCount else { return try insert() }
    try connection.withoutTriggers {
      let load = try BulkLoad(connection: connection, scan: scan)
      try insert()
      try load.finish()
    }
  }

  private init(connection: Connection, scan: Int64) throws {
    self.connection = connection
    self.scan = scan
    first = try connection.first("SELECT coalesce(max(id), 0) + 1 FROM media")?[0].int64 ?? 1
  }

  private func finish() throws {
    let changes =
      try connection.first("SELECT coalesce(max(seq), 0) FROM change")?[0].int64 ?? 0
    let seq: SQL = "\(changes + 1 - first) + id"
    try connection.execute(
      """
      INSERT INTO change (seq, kind, id, operation, added)
      SELECT \(seq), 1, id, 1, \(seq) FROM media WHERE id >= \(first)
      """)
    try connection.execute(
      """
      INSERT INTO media_cell (cell, taken, media, latitude, longitude)
      SELECT CAST((latitude + 90) * 10 AS INTEGER) * 4096 + CAST((longitude + 180) * 10 AS INTEGER),
        taken, id, latitude, longitude
      FROM media WHERE id >= \(first) AND exclusion = 0 AND latitude BETWEEN -90 AND 90
        AND longitude BETWEEN -180 AND 180
      ORDER BY 1, 2, 3
      """)
    try connection.execute(
      """
      INSERT INTO search_pending (media) SELECT id FROM media WHERE id >= \(first)
      ON CONFLICT DO NOTHING
      """)
    try count()
  }

  /// A month or a folder, and a type.
  private struct Group: Hashable {
    var value: Int64
    var type: Int64
  }

  private func count() throws {
    var months: [Group: Int64] = [:]
    var folders: [Group: Int64] = [:]
    try connection.forEach(
      "SELECT month, folder, type FROM media WHERE id >= \(first) AND exclusion = 0"
    ) { row in
      months[Group(value: row.int64(0), type: row.int64(2)), default: 0] += 1
      folders[Group(value: row.int64(1), type: row.int64(2)), default: 0] += 1
    }
    for (group, count) in months {
      try connection.execute(
        """
        INSERT INTO month_count (month, type, count) VALUES (\(group.value), \(group.type), \(count))
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """)
    }
    for (group, count) in folders {
      try connection.execute(
        """
        INSERT INTO folder_count (folder, type, count)
        VALUES (\(group.value), \(group.type), \(count))
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """)
      try connection.execute(
        """
        INSERT INTO scan_count (scan, root, type, count)
        SELECT \(scan), root, \(group.type), \(count) FROM folder WHERE id = \(group.value)
        ON CONFLICT DO UPDATE SET count = count + excluded.count
        """)
    }
  }
}
