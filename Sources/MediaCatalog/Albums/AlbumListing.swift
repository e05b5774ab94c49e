internal import MediaModel
internal import SQLiteDatabase

/// Lists albums with their counts and dates.
struct AlbumListing {
  let connection: Connection

  /// User albums by title, then folder albums by path.
  func all() throws -> [Album] { try user() + folders() }

  private func user() throws -> [Album] {
    try connection.rows(
      """
      SELECT id, title, parent, image_count, video_count, query IS NOT NULL,
        (SELECT taken FROM album_item WHERE album = album.id ORDER BY taken LIMIT 1),
        (SELECT taken FROM album_item WHERE album = album.id ORDER BY taken DESC LIMIT 1)
      FROM album ORDER BY title_key, id
      """
    ).map { row in
      Album(
        id: row[0].int64 ?? 0, kind: row[5].int64 == 1 ? .smart : .user, title: row[1].text ?? "",
        parent: row[2].int64, imageCount: row[3].int ?? 0, videoCount: row[4].int ?? 0,
        dates: Self.dates(row[6], row[7]))
    }
  }

  private func folders() throws -> [Album] {
    try connection.rows(
      """
      SELECT d.id, r.path, d.path, d.parent, s.images, s.videos, s.first, s.last
      FROM (SELECT folder, sum(type = 1) AS images, sum(type = 2) AS videos, min(taken) AS first,
          max(taken) AS last FROM media WHERE exclusion = 0 GROUP BY folder) AS s
        JOIN folder AS d ON d.id = s.folder JOIN root AS r ON r.id = d.root
      WHERE r.state = 'online' ORDER BY r.path, d.path
      """
    ).map { row in
      let path = FilePath(bytes: row[1].blob ?? []).appending(FilePath(bytes: row[2].blob ?? []))
      return Album(
        id: row[0].int64 ?? 0, kind: .folder, title: path.displayText, parent: row[3].int64,
        imageCount: row[4].int ?? 0, videoCount: row[5].int ?? 0,
        dates: Self.dates(row[6], row[7]))
    }
  }

  private static func dates(_ first: SQLValue, _ last: SQLValue) -> ClosedRange<WallTime>? {
    guard let first = first.int64, let last = last.int64, first <= last else { return nil }
    return WallTime(nanoseconds: first)...WallTime(nanoseconds: last)
  }
}
