package import MediaModel
package import SQLiteDatabase

/// The catalog at a glance.
package struct CatalogStatus: Sendable {
  /// A root and whether it is there.
  package struct Root: Sendable {
    /// Its folder.
    package var path: FilePath
    /// Whether its items can be reached.
    package var isOnline: Bool
    /// Why not.
    package var reason: String?
  }

  /// Size of the file.
  package var byteCount: Int64
  /// Images that pages show.
  package var images: Int64
  /// Videos that pages show.
  package var videos: Int64
  /// Items whose file cannot be read.
  package var failed: Int64
  /// Items whose file is gone.
  package var missing: Int64
  /// Items a person hid.
  package var hidden: Int64
  /// User albums.
  package var albums: Int64
  /// Roots by path.
  package var roots: [Root]
  /// When the last run was, and what it counted.
  package var lastScan: String?

  /// Gathers it.
  package init(connection: Connection) throws {
    func number(_ sql: SQL) throws -> Int64 { try connection.first(sql)?[0].int64 ?? 0 }
    byteCount =
      try number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    images = try number("SELECT sum(count) FROM month_count WHERE type = 1")
    videos = try number("SELECT sum(count) FROM month_count WHERE type = 2")
    func excluded(_ bit: Int64) throws -> Int64 {
      try number(
        "SELECT count(*) FROM media WHERE exclusion <> 0 AND (exclusion & \(bit)) <> 0")
    }
    failed = try excluded(Exclusion.failed)
    missing = try excluded(Exclusion.missing)
    hidden = try excluded(Exclusion.hidden)
    albums = try number("SELECT count(*) FROM album")
    roots = try connection.rows(
      "SELECT path, state, state_reason FROM root WHERE state <> 'removed' ORDER BY path"
    ).map { row in
      Root(
        path: FilePath(bytes: row[0].blob ?? []), isOnline: row[1].text == "online",
        reason: row[2].text)
    }
    lastScan = try connection.first(
      """
      SELECT strftime('%Y-%m-%dT%H:%M:%SZ', started / 1000000000, 'unixepoch'), finished, seen,
        indexed, unchanged, moved, failed, skipped, missing FROM scan ORDER BY id DESC LIMIT 1
      """
    ).map(Self.description)
  }

  private static func description(of scan: Row) -> String {
    let start = scan[0].text ?? ""
    guard !scan[1].isNull else { return "\(start), not finished: the next run goes on from there" }
    let names = ["seen", "indexed", "unchanged", "moved", "failed", "skipped", "missing"]
    let counts = names.enumerated().map { "\($1) \(scan[$0 + 2].int64 ?? 0)" }
    return "\(start): " + counts.joined(separator: ", ")
  }
}
