internal import ContentDigest
internal import Glibc
internal import MediaModel
internal import SQLiteDatabase

/// A file that is as large as another one.
struct SizeTwin: Sendable {
  var item: Int64
  var path: FilePath
  var folder: Int64
  var name: [UInt8]
  /// Its row's state: what the digest must be stored with.
  var stored: DigestStamp
  /// Whether the file system changes inodes and change times by itself.
  var isUnstable: Bool
  var inode: Int64
  var digest: ContentDigest?

  /// What a file must still be like.
  var stamp: DigestStamp {
    DigestStamp(
      size: stored.size, modified: stored.modified, changed: isUnstable ? 0 : stored.changed)
  }

  /// Reads all of a query's items that share their size with another of them; empty files do not
  /// count.
  static func all(of query: MediaQuery, _ connection: Connection) throws -> [SizeTwin] {
    var sizes: [(size: Int64, item: Int64)] = []
    let planner = try QueryPlanner(query, connection: connection)
    try MediaListing(connection).forEach(
      planner, columns: "m.size, m.id", tables: [], after: nil, limit: query.limit
    ) { row, statement in
      let first = Int32(1 + statement.termCount)
      if row.int64(first) > 0 { sizes.append((row.int64(first), row.int64(first + 1))) }
    }
    sizes.sort { ($0.size, $0.item) < ($1.size, $1.item) }
    var twins: [SizeTwin] = []
    for index in sizes.indices {
      let hasTwin =
        index > 0 && sizes[index - 1].size == sizes[index].size
        || index + 1 < sizes.count && sizes[index + 1].size == sizes[index].size
      if hasTwin, let twin = try SizeTwin(of: sizes[index].item, connection) { twins.append(twin) }
    }
    return twins
  }

  private init?(of item: Int64, _ connection: Connection) throws {
    guard
      let row = try connection.first(
        """
        SELECT r.path, d.path, f.name, f.folder, f.size, f.mtime, f.ctime, f.inode, f.digest,
          r.unstable_inodes
        FROM file AS f JOIN folder AS d ON d.id = f.folder JOIN root AS r ON r.id = d.root
        WHERE f.media = \(item) AND f.role = 0
        """)
    else { return nil }
    self.item = item
    name = row[2].blob ?? []
    path = FilePath(bytes: row[0].blob ?? []).appending(FilePath(bytes: row[1].blob ?? []))
      .appending(FilePath(bytes: name))
    folder = row[3].int64 ?? 0
    stored = DigestStamp(
      size: row[4].int64 ?? 0, modified: row[5].int64 ?? 0, changed: row[6].int64 ?? 0)
    inode = row[7].int64 ?? 0
    digest = row[8].blob.flatMap { ContentDigest(bytes: $0) }
    isUnstable = row[9].int64 == 1
  }

  /// Keeps the digest, unless the row tells of another state by now.
  func store(_ digest: ContentDigest, _ connection: Connection) throws {
    try connection.execute(
      """
      UPDATE file SET digest = \(digest.bytes) WHERE folder = \(folder) AND name = \(name)
        AND media = \(item) AND role = 0 AND size = \(stored.size) AND mtime = \(stored.modified)
        AND ctime = \(stored.changed)
      """)
  }

  /// Where the file is now, by device and inode; no file is opened.
  ///
  /// - Throws: ``DigestFailure`` when it is not what the catalog knows.
  func identity() throws(DigestFailure) -> FileIdentity {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw .system(errno) }
    guard stamp.agrees(with: status) else { throw .changed }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  struct FileIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
  }
}
