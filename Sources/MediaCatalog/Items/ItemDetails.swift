package import MediaModel
package import SQLiteDatabase

/// What is known of one item beside its fields.
package struct ItemDetails: Sendable {
  /// Other names of the same file.
  package var files: [FilePath]
  /// Tags that were dropped, `tag: reason`.
  package var warnings: [String]
  /// The date that came second, `2023-05-01T12:34:56 (mtime)`; the file's when a person set one.
  package var runnerUp: String?

  /// Reads the details of an existing item.
  package init(of item: Int64, connection: Connection) throws {
    files = try connection.rows(
      """
      SELECT r.path, d.path, f.name FROM file AS f JOIN folder AS d ON d.id = f.folder
        JOIN root AS r ON r.id = d.root
      WHERE f.media = \(item) AND f.role <> 0 ORDER BY r.path, d.path, f.name
      """
    ).map { row in
      FilePath(bytes: row[0].blob ?? []).appending(FilePath(bytes: row[1].blob ?? []))
        .appending(FilePath(bytes: row[2].blob ?? []))
    }
    warnings = try connection.rows(
      "SELECT tag, reason FROM media_warning WHERE media = \(item) ORDER BY position"
    ).map { "\($0[0].text ?? ""): \($0[1].text ?? "")" }
    let second = try connection.first(
      """
      SELECT iif(e.taken IS NULL, m.runner_up_taken, m.file_taken),
        iif(e.taken IS NULL, m.runner_up_source, m.file_taken_source)
      FROM media AS m LEFT JOIN edit AS e ON e.media = m.id WHERE m.id = \(item)
      """)
    runnerUp = second?[0].int64.map {
      "\(WallTime(nanoseconds: $0)) (\(second?[1].text ?? ""))"
    }
  }
}
