internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Names that are gone, back, or taken over by another name of the same file.
extension MediaWriter {
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

  /// Takes what a file system says of files that did not change.
  func replace(_ files: [ReplacedFile]) throws {
    for file in files {
      try connection.execute(
        """
        UPDATE file SET ctime = \(file.changeTime), inode = \(file.inode)
        WHERE folder = \(file.folder) AND name = \(file.name.bytes)
        """)
    }
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

  /// Gives an item another name, and what follows from names.
  func rename(_ media: Int64, folder: Int64, name: FilePath) throws {
    try connection.execute(
      """
      UPDATE media SET folder = \(folder), name_folded = \(Folding.search(name.bytes)),
        name_key = \(NaturalSortKey.make(name.bytes)), ext = \(name.fileExtension)
      WHERE id = \(media)
      """)
  }
}
