internal import SQLiteDatabase

/// Stands in for the triggers of new items while thousands are inserted in one transaction.
///
/// What the triggers would do for each row, this does for all of them at the end: number the
/// changes, count by month, folder and run, note places, and ask for words.
struct BulkLoad {
  private let connection: Connection
  private let first: Int64

  /// Begins, inside a transaction; until ``finish()`` nothing else may write.
  init(_ connection: Connection) throws {
    self.connection = connection
    first = try connection.first("SELECT coalesce(max(id), 0) + 1 FROM media")?[0].int64 ?? 1
    try connection.execute("INSERT INTO bulk_load (first) VALUES (\(first))")
  }

  /// Brings all that the triggers keep up to date, and gives them back their work.
  func finish() throws {
    try connection.execute("DELETE FROM bulk_load")
    for statement in statements { try connection.execute(statement) }
  }

  private var statements: [SQL] {
    [
      """
      INSERT INTO change (kind, id, operation, added)
      SELECT 1, id, 1, (SELECT coalesce(max(seq), 0) FROM change) + row_number() OVER (ORDER BY id)
      FROM media WHERE id >= \(first)
      """,
      """
      INSERT INTO month_count (month, type, count)
      SELECT month, type, count(*) FROM media WHERE id >= \(first) AND exclusion = 0 GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """,
      """
      INSERT INTO folder_count (folder, type, count)
      SELECT folder, type, count(*) FROM media WHERE id >= \(first) AND exclusion = 0 GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """,
      """
      INSERT INTO scan_count (scan, root, type, count)
      SELECT m.scan, d.root, m.type, sum(m.count) FROM (
          SELECT scan, folder, type, count(*) AS count FROM media
            WHERE id >= \(first) AND exclusion = 0 GROUP BY 1, 2, 3) AS m
        JOIN folder AS d ON d.id = m.folder GROUP BY 1, 2, 3
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """,
      """
      INSERT INTO media_cell (cell, taken, media, latitude, longitude)
      SELECT CAST((latitude + 90) * 10 AS INTEGER) * 4096 + CAST((longitude + 180) * 10 AS INTEGER),
        taken, id, latitude, longitude
      FROM media WHERE id >= \(first) AND exclusion = 0 AND latitude BETWEEN -90 AND 90
        AND longitude BETWEEN -180 AND 180
      ORDER BY 1, 2, 3
      """,
      """
      INSERT INTO search_pending (media) SELECT id FROM media WHERE id >= \(first)
      ON CONFLICT DO NOTHING
      """,
    ]
  }
}
