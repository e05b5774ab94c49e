internal import MediaModel
internal import SQLiteDatabase

/// What index runs of a stretch of time found: counts, dates and the newest item, without a look at
/// the items.
///
/// An item's `added` is the start of the run that found it, so runs stand for their items.
struct ImportSummary {
  private var counts: [MediaType: Int] = [:]
  private var dates: ClosedRange<WallTime>?
  private var newest: Int64?

  /// Sums up all items, or those of one type.
  init(of range: WallTimeRange, type: MediaType? = nil, connection: Connection) throws {
    let isOfType: SQL = type.map { " AND +type = \(raw: String($0.rawValue))" } ?? ""
    let scans: SQL = """
      (SELECT c.scan, c.type, sum(c.count) AS count
        FROM scan AS s CROSS JOIN scan_count AS c ON c.scan = s.id JOIN root AS r ON r.id = c.root
        WHERE \(FilterCompiler.condition("s.started", range)) AND r.state = 'online'\(isOfType)
        GROUP BY c.scan, c.type)
      """
    try connection.forEach("SELECT type, sum(count) FROM \(scans) GROUP BY type") { row in
      if let type = MediaType(rawValue: UInt8(truncatingIfNeeded: row.int64(0))) {
        counts[type] = row.int(1)
      }
    }
    // Runs of which nothing is online are not looked at; the first item of the others is a seek.
    let isOnline = try Self.onlineCondition(connection)
    let ends = try ["ASC", "DESC"].map { direction in
      try connection.first(
        """
        SELECT m.taken, m.id FROM (SELECT DISTINCT scan FROM \(scans)) AS s
          CROSS JOIN media AS m ON m.id = (SELECT id FROM media
            WHERE scan = s.scan AND exclusion = 0 AND \(isOnline)\(isOfType)
            ORDER BY taken \(raw: direction), id \(raw: direction) LIMIT 1)
          ORDER BY m.taken \(raw: direction), m.id \(raw: direction) LIMIT 1
        """)
    }
    if let first = ends[0]?[0].int64, let last = ends[1]?[0].int64, first <= last {
      dates = WallTime(nanoseconds: first)...WallTime(nanoseconds: last)
      newest = ends[1]?[1].int64
    }
  }

  /// What holds for the items of roots that are there.
  static func onlineCondition(_ connection: Connection) throws -> SQL {
    try connection.first("SELECT 1 FROM root WHERE state <> 'online' LIMIT 1") == nil
      ? "1" : "folder NOT IN (\(FilterCompiler.offlineFolders))"
  }

  /// Writes what was found into an album.
  func describe(_ album: inout Album) {
    album.imageCount = counts[.image] ?? 0
    album.videoCount = counts[.video] ?? 0
    album.dates = dates
    album.cover = newest
  }
}
