internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// Writes derived rows inside one transaction; it never touches what a person typed.
///
/// Confined to the writer's connection. Its caches of ids hold for this transaction only.
final class MediaWriter {
  let connection: Connection
  /// The time of the run, nanoseconds since 1970-01-01 UTC.
  let now: Int64
  private let scan: Int64
  private var folders: FolderRows
  private var cameras: NamedRows
  private var lenses: NamedRows
  private var keywords: [String: Int64] = [:]
  private var identifiers = UniqueIdentifiers()

  private let insertMedia: Statement
  private let updateMedia: Statement
  private let upsertFile: Statement
  private let insertKeyword: Statement
  private let insertWarning: Statement

  init(connection: Connection, scan: Int64, now: Int64) throws {
    self.connection = connection
    self.scan = scan
    self.now = now
    self.folders = FolderRows(connection: connection)
    self.cameras = NamedRows(connection: connection, table: "camera")
    self.lenses = NamedRows(connection: connection, table: "lens")
    let columns = MediaColumns.names
    insertMedia = try connection.statement(
      "INSERT INTO media (uid, scan, added, taken, exclusion, rating, name, size,"
        + " \(columns.joined(separator: ", ")))"
        + " VALUES (\(Array(repeating: "?", count: 8 + columns.count).joined(separator: ", ")))")
    updateMedia = try connection.statement(
      "UPDATE media SET taken = coalesce((SELECT taken FROM edit WHERE media = ?1), ?2),"
        + " exclusion = (exclusion & ~3), revision = revision + NOT EXISTS (SELECT 1 FROM file"
        // A better reader changes what is known of bytes, not the bytes.
        + " WHERE media = ?1 AND role = 0 AND (size, mtime, ctime, inode) = (?3, ?4, ?5, ?6)), "
        + columns.enumerated().map { "\($1) = ?\($0 + 7)" }.joined(separator: ", ")
        + " WHERE id = ?1")
    upsertFile = try connection.statement(
      """
      INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader, error_code, error)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT DO UPDATE SET media = ?3, role = ?4, size = ?5, mtime = ?6, ctime = ?7,
        inode = ?8, reader = ?9, missing_since = NULL, error_code = ?10, error = ?11,
        digest = iif((size, mtime, ctime, inode) = (?5, ?6, ?7, ?8), digest, NULL)
      """)
    insertKeyword = try connection.statement(
      "INSERT INTO media_keyword (media, keyword, position) VALUES (?1, ?2, ?3)"
        + " ON CONFLICT DO NOTHING")
    insertWarning = try connection.statement(
      "INSERT INTO media_warning (media, position, tag, reason) VALUES (?1, ?2, ?3, ?4)")
  }

  /// The row of a folder, made when there is none.
  func folderID(of folder: FolderReference) throws -> Int64 { try folders.id(of: folder) }

  /// Stores one file that was read, or whose reading failed.
  func store(_ file: PreparedFile) throws {
    if case .gone = file.verdict { return }
    let folder = try folders.id(of: file.candidate.folder)
    if file.candidate.isPromoted, let item = file.candidate.item {
      try connection.execute("DELETE FROM file WHERE media = \(item) AND role = 0")
    }
    switch file.verdict {
    case .gone: return
    case .notMedia: try storeFile(file, folder: folder, media: nil, role: .notMedia, failure: nil)
    case .unopened(let failure):
      try storeFile(file, folder: folder, media: nil, role: .notMedia, failure: failure)
    case .media(let media):
      let id = try storeMedia(media, of: file, folder: folder)
      try storeFile(file, folder: folder, media: id, role: .main, failure: nil)
      if !media.metadata.annotations.keywords.isEmpty || !media.metadata.warnings.isEmpty {
        try storeLists(media.metadata, of: id)
      }
    case .failed(let failure, let media):
      let id = try storeFailed(media, of: file, folder: folder)
      try storeFile(file, folder: folder, media: id, role: .main, failure: failure)
    }
  }

  private func storeFailed(
    _ media: PreparedMedia, of file: PreparedFile, folder: Int64
  ) throws -> Int64 {
    let candidate = file.candidate
    guard let item = candidate.item else {
      return try insert(media, of: file, folder: folder, exclusion: 1)
    }
    // What was read before the file broke stays visible beside the reason.
    try connection.execute("UPDATE media SET exclusion = (exclusion & ~3) | 1 WHERE id = \(item)")
    if candidate.isPromoted { try rename(item, folder: folder, name: candidate.name) }
    return item
  }

  /// Stores extra names of hard links.
  func storeLink(_ link: LinkedName) throws {
    let folder = try folders.id(of: link.folder)
    var media = link.media
    if media == nil {
      let main = try folders.id(of: link.mainFolder)
      media = try connection.first(
        "SELECT media FROM file WHERE folder = \(main) AND name = \(link.mainName.bytes)")?[0].int64
    }
    try bindFile(
      folder: folder, name: link.name, media: media, role: media == nil ? .notMedia : .hardLink,
      stamp: link.stamp, failure: nil)
  }

  private func storeMedia(
    _ media: PreparedMedia, of file: PreparedFile, folder: Int64
  ) throws -> Int64 {
    guard let id = file.candidate.item else {
      return try insert(media, of: file, folder: folder, exclusion: 0)
    }
    try updateMedia.bind(id, at: 1)
    try updateMedia.bind(media.captureTime.chosen.wallTime.nanoseconds, at: 2)
    try updateMedia.bind(file.stamp.size, at: 3)
    try updateMedia.bind(file.stamp.modificationTime, at: 4)
    try updateMedia.bind(file.stamp.changeTime, at: 5)
    try updateMedia.bind(file.stamp.inode, at: 6)
    try bindDerived(media, folder: folder, to: updateMedia, from: 7)
    try updateMedia.run()
    try connection.execute("DELETE FROM media_keyword WHERE media = \(id)")
    try connection.execute("DELETE FROM media_warning WHERE media = \(id)")
    return id
  }

  private func insert(
    _ media: PreparedMedia, of file: PreparedFile, folder: Int64, exclusion: Int64
  ) throws -> Int64 {
    try insertMedia.bind(identifiers.next(at: now).bytes, at: 1)
    try insertMedia.bind(scan, at: 2)
    try insertMedia.bind(now, at: 3)
    try insertMedia.bind(media.captureTime.chosen.wallTime.nanoseconds, at: 4)
    try insertMedia.bind(exclusion, at: 5)
    try insertMedia.bind(media.metadata.annotations.rating, at: 6)
    try insertMedia.bind(file.candidate.name.bytes, at: 7)
    try insertMedia.bind(file.stamp.size, at: 8)
    try bindDerived(media, folder: folder, to: insertMedia, from: 9)
    try insertMedia.run()
    return connection.lastInsertedRowID
  }

  private func bindDerived(
    _ media: PreparedMedia, folder: Int64, to statement: Statement, from first: Int32
  ) throws {
    let camera = media.metadata.camera
    try MediaColumns.bind(
      media, folder: folder, camera: try cameras.id(make: camera.make, model: camera.model),
      lens: try lenses.id(make: camera.lensMake, model: camera.lensModel), to: statement,
      from: first)
  }

  private func storeFile(
    _ file: PreparedFile, folder: Int64, media: Int64?, role: FileRole, failure: ReadFailure?
  ) throws {
    try bindFile(
      folder: folder, name: file.candidate.name, media: media, role: role, stamp: file.stamp,
      failure: failure)
  }

  private func bindFile(
    folder: Int64, name: FilePath, media: Int64?, role: FileRole, stamp: FileStamp,
    failure: ReadFailure?
  ) throws {
    try upsertFile.bind(folder, at: 1)
    try upsertFile.bind(name.bytes, at: 2)
    try upsertFile.bind(media, at: 3)
    try upsertFile.bind(role.rawValue, at: 4)
    try upsertFile.bind(stamp.size, at: 5)
    try upsertFile.bind(stamp.modificationTime, at: 6)
    try upsertFile.bind(stamp.changeTime, at: 7)
    try upsertFile.bind(stamp.inode, at: 8)
    try upsertFile.bind(ReaderVersion.current, at: 9)
    try upsertFile.bind(failure?.code.rawValue, at: 10)
    try upsertFile.bind(failure?.reason, at: 11)
    try upsertFile.run()
  }

  private func storeLists(_ metadata: EmbeddedMetadata, of media: Int64) throws {
    for (position, text) in metadata.annotations.keywords.enumerated() {
      try insertKeyword.bind(media, at: 1)
      try insertKeyword.bind(try keywordID(text), at: 2)
      try insertKeyword.bind(position, at: 3)
      try insertKeyword.run()
    }
    for (position, warning) in metadata.warnings.enumerated() {
      try insertWarning.bind(media, at: 1)
      try insertWarning.bind(position, at: 2)
      try insertWarning.bind(warning.tag, at: 3)
      try insertWarning.bind(warning.reason, at: 4)
      try insertWarning.run()
    }
  }

  private func keywordID(_ text: String) throws -> Int64 {
    if let id = keywords[text] { return id }
    try connection.execute("INSERT OR IGNORE INTO keyword (text) VALUES (\(text))")
    let row = try connection.first("SELECT id FROM keyword WHERE text = \(text)")
    guard let id = row?[0].int64 else {
      preconditionFailure("a keyword was inserted and is not there")
    }
    keywords[text] = id
    return id
  }
}
