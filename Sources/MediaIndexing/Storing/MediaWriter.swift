internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Writes derived rows inside one transaction; it never touches what a person typed.
///
/// Confined to the writer's connection. Its caches of ids hold for this transaction only.
final class MediaWriter {
  private let connection: Connection
  private let scan: Int64
  private let now: Int64
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
      "INSERT INTO media (uid, scan, added, taken, exclusion, rating,"
        + " \(columns.joined(separator: ", ")))"
        + " VALUES (\(Array(repeating: "?", count: 6 + columns.count).joined(separator: ", ")))")
    updateMedia = try connection.statement(
      "UPDATE media SET taken = coalesce((SELECT taken FROM edit WHERE media = ?1), ?2),"
        + " exclusion = (exclusion & ~3), revision = revision + 1, "
        + columns.enumerated().map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")
        + " WHERE id = ?1")
    upsertFile = try connection.statement(
      """
      INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader, error_code, error)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT DO UPDATE SET media = ?3, role = ?4, size = ?5, mtime = ?6, ctime = ?7,
        inode = ?8, reader = ?9, missing_since = NULL, error_code = ?10, error = ?11, digest = NULL
      """)
    insertKeyword = try connection.statement(
      "INSERT INTO media_keyword (media, keyword, position) VALUES (?1, ?2, ?3)"
        + " ON CONFLICT DO NOTHING")
    insertWarning = try connection.statement(
      "INSERT INTO media_warning (media, position, tag, reason) VALUES (?1, ?2, ?3, ?4)")
  }

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
      let id = try storeMedia(media, item: file.candidate.item, folder: folder)
      try storeFile(file, folder: folder, media: id, role: .main, failure: nil)
      if !media.metadata.annotations.keywords.isEmpty || !media.metadata.warnings.isEmpty {
        try storeLists(media.metadata, of: id)
      }
    case .failed(let failure, let media):
      let id = try storeFailed(media, file.candidate, folder: folder)
      try storeFile(file, folder: folder, media: id, role: .main, failure: failure)
    }
  }

  private func storeFailed(
    _ media: PreparedMedia, _ candidate: Candidate, folder: Int64
  ) throws -> Int64 {
    guard let item = candidate.item else { return try insert(media, folder: folder, exclusion: 1) }
    // What was read before the file broke stays visible beside the reason.
    try connection.execute("UPDATE media SET exclusion = (exclusion & ~3) | 1 WHERE id = \(item)")
    if candidate.isPromoted { try rename(item, folder: folder, name: candidate.name) }
    return item
  }

  /// Clears the marks of files that came back as they were.
  func revive(_ names: [KnownName]) throws {
    for name in names {
      try connection.execute(
        "UPDATE file SET missing_since = NULL WHERE folder = \(name.folder) AND name = \(name.name.bytes)"
      )
      if name.role == .main, let media = name.media {
        try connection.execute("UPDATE media SET exclusion = exclusion & ~2 WHERE id = \(media)")
      }
    }
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

  /// Marks names that are gone; an item is missing when its last name is.
  ///
  /// Names of links must come before those of items: only a link that is still there can take the
  /// place of a lost name. What is no media needs no memory.
  ///
  /// - Returns: How many items became missing.
  func markMissing(_ names: [KnownName]) throws -> Int {
    var count = 0
    for name in names {
      if name.role == .notMedia {
        try forget(name)
        continue
      }
      try connection.execute(
        "UPDATE file SET missing_since = \(now) WHERE folder = \(name.folder) AND name = \(name.name.bytes)"
      )
      // A link that this run promoted has put its row in the place of this one.
      guard connection.changes > 0, name.role == .main, let media = name.media else { continue }
      if try promoteLink(of: media, instead: name) { continue }
      try connection.execute("UPDATE media SET exclusion = exclusion | 2 WHERE id = \(media)")
      count += 1
    }
    return count
  }

  /// Makes a remaining hard link the main name of an item.
  private func promoteLink(of media: Int64, instead name: KnownName) throws -> Bool {
    guard
      let row = try connection.first(
        """
        SELECT folder, name FROM file WHERE media = \(media) AND role = 1 AND missing_since IS NULL
        ORDER BY folder, name LIMIT 1
        """),
      let folder = row[0].int64, let newName = row[1].blob
    else { return false }
    // The lost name leaves the catalog: the item lives on under the other one.
    try forget(name)
    try connection.execute(
      "UPDATE file SET role = 0 WHERE folder = \(folder) AND name = \(newName)")
    try rename(media, folder: folder, name: FilePath(bytes: newName))
    return true
  }

  private func forget(_ name: KnownName) throws {
    try connection.execute(
      "DELETE FROM file WHERE folder = \(name.folder) AND name = \(name.name.bytes)")
  }

  private func rename(_ media: Int64, folder: Int64, name: FilePath) throws {
    try connection.execute(
      """
      UPDATE media SET folder = \(folder), name_folded = \(Folding.search(name.bytes)),
        name_key = \(NaturalSortKey.make(name.bytes)), ext = \(name.fileExtension)
      WHERE id = \(media)
      """)
  }

  private func storeMedia(
    _ media: PreparedMedia, item: Int64?, folder: Int64
  ) throws -> Int64 {
    guard let id = item else { return try insert(media, folder: folder, exclusion: 0) }
    try updateMedia.bind(id, at: 1)
    try updateMedia.bind(media.captureTime.chosen.wallTime.nanoseconds, at: 2)
    try bindDerived(media, folder: folder, to: updateMedia, from: 3)
    try updateMedia.run()
    try connection.execute("DELETE FROM media_keyword WHERE media = \(id)")
    try connection.execute("DELETE FROM media_warning WHERE media = \(id)")
    return id
  }

  private func insert(_ media: PreparedMedia, folder: Int64, exclusion: Int64) throws -> Int64 {
    try insertMedia.bind(identifiers.next(at: now), at: 1)
    try insertMedia.bind(scan, at: 2)
    try insertMedia.bind(now, at: 3)
    try insertMedia.bind(media.captureTime.chosen.wallTime.nanoseconds, at: 4)
    try insertMedia.bind(exclusion, at: 5)
    try insertMedia.bind(media.metadata.annotations.rating, at: 6)
    try bindDerived(media, folder: folder, to: insertMedia, from: 7)
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
