internal import MediaModel
internal import SQLiteDatabase

/// Tallies of everything, or of one type, without a look at the items: triggers keep the counts, and
/// the ends of each album are found in an index.
///
/// Right only while all roots are there.
struct IndexedTallies {
  let connection: Connection
  /// `nil` for both.
  let type: MediaType?

  func all() throws -> AlbumTallies {
    AlbumTallies(
      users: try tallies(users), folders: try tallies(folders), scans: try tallies(scans),
      covers: try covers())
  }

  /// Keeps an index out that begins with the type: each album is smaller than a type.
  private var isOfType: SQL { type.map { " AND +type = \(raw: String($0.rawValue))" } ?? "" }

  /// Counts of images and videos that are of the type.
  private func counts(_ images: String, _ videos: String) -> SQL {
    let (first, second) = (type == .video ? "0" : images, type == .image ? "0" : videos)
    return "\(raw: first) AS images, \(raw: second) AS videos"
  }

  private func tallies(_ sql: SQL) throws -> [Int64: AlbumTally] {
    var tallies: [Int64: AlbumTally] = [:]
    try connection.forEach(sql) { row in
      tallies[row.int64(0)] = AlbumTally(
        imageCount: row.int(1), videoCount: row.int(2), ends: AlbumEnds(row, from: 3))
    }
    return tallies
  }

  /// Rows of the id, both counts and the ends.
  var users: SQL {
    let index = type == nil ? "media_taken" : "media_type_taken"
    let isOfType: SQL = type.map { " AND m.type = \(raw: String($0.rawValue))" } ?? ""
    let shown: SQL = """
      FROM album_item AS i CROSS JOIN media AS m INDEXED BY \(raw: index)
        ON m.taken = i.taken AND m.id = i.media
      WHERE i.album = a.id AND m.exclusion = 0\(isOfType)
      """
    return """
      SELECT a.id, a.images, a.videos,
        \(AlbumEnds.columns(of: shown, taken: "i.taken", id: "i.media"))
      FROM (SELECT id, \(counts("image_count", "video_count")) FROM album
        WHERE query IS NULL) AS a WHERE a.images + a.videos > 0
      """
  }

  var folders: SQL {
    let shown: SQL = """
      FROM media INDEXED BY media_folder_taken
        WHERE folder = s.folder AND exclusion = 0\(isOfType)
      """
    return """
      SELECT s.folder, s.images, s.videos, \(AlbumEnds.columns(of: shown))
      FROM (SELECT folder,
          \(counts("sum(iif(type = 1, count, 0))", "sum(iif(type = 2, count, 0))"))
          FROM folder_count GROUP BY folder) AS s WHERE s.images + s.videos > 0
      """
  }

  var scans: SQL {
    let shown: SQL = """
      FROM media INDEXED BY media_scan_taken WHERE scan = s.scan AND exclusion = 0\(isOfType)
      """
    return """
      SELECT s.scan, s.images, s.videos, \(AlbumEnds.columns(of: shown))
      FROM (SELECT scan,
          \(counts("sum(iif(type = 1, count, 0))", "sum(iif(type = 2, count, 0))"))
          FROM scan_count GROUP BY scan HAVING images + videos > 0
          ORDER BY scan DESC LIMIT \(SmartAlbums.importLimit)) AS s
      """
  }

  private func covers() throws -> Set<Int64> {
    let rows = try connection.rows(
      """
      SELECT id FROM media WHERE id IN (SELECT cover FROM album WHERE cover IS NOT NULL)
        AND +exclusion = 0\(isOfType)
      """)
    return Set(rows.compactMap { $0[0].int64 })
  }
}
