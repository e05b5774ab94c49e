package import MediaModel
package import SQLiteDatabase

/// A file with something to say about it.
package struct FileReport: Sendable {
  /// The item.
  package var id: Int64
  /// Its path.
  package var path: FilePath
  /// What is to be said.
  package var reason: String

  private static let source: SQL = """
    FROM file AS f JOIN folder AS d ON d.id = f.folder JOIN root AS r ON r.id = d.root
    """

  /// Files that could not be read, by path.
  package static func errors(_ connection: Connection) throws -> [FileReport] {
    try connection.rows(
      """
      SELECT m.id, r.path, d.path, f.name, f.error_code || ': ' || f.error \(source)
        JOIN media AS m ON m.id = f.media
      WHERE (m.exclusion & 3) = 1 AND f.error_code IS NOT NULL AND m.exclusion <> 0
      ORDER BY r.path, d.path, f.name
      """
    ).map(FileReport.init)
  }

  /// Tags that were dropped, by path.
  package static func warnings(_ connection: Connection) throws -> [FileReport] {
    try connection.rows(
      """
      SELECT w.media, r.path, d.path, f.name, w.tag || ': ' || w.reason \(source)
        JOIN media_warning AS w ON w.media = f.media
      WHERE f.role = 0 ORDER BY r.path, d.path, f.name, w.position
      """
    ).map(FileReport.init)
  }

  private init(_ row: Row) {
    id = row[0].int64 ?? 0
    path = FilePath(bytes: row[1].blob ?? []).appending(FilePath(bytes: row[2].blob ?? []))
      .appending(FilePath(bytes: row[3].blob ?? []))
    reason = row[4].text ?? ""
  }
}
