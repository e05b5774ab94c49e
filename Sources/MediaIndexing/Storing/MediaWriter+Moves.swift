internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

/// Items whose files have another name.
extension MediaWriter {
  /// Gives items the names under which they were found; nothing else of them changes.
  ///
  /// Those that changed places with each other must come in one call.
  func move(_ files: [MovedFile]) throws {
    // A name is one row's, so those that change places make room first, under names no file has.
    for file in files where file.isExchange {
      try connection.execute(
        """
        UPDATE file SET name = \(Array("\0\(file.media)".utf8))
        WHERE media = \(file.media) AND role = 0
        """)
    }
    for file in files { try move(file) }
  }

  private func move(_ file: MovedFile) throws {
    let folder = try folderID(of: file.folder)
    // What is no media, or was a link, and is this item now.
    try connection.execute(
      """
      DELETE FROM file WHERE folder = \(folder) AND name = \(file.name.bytes) AND role IN (1, 3)
      """)
    let (kept, added): (Int64, Int64) =
      switch file.state {
      case .found: (~2, 0)
      case .lost: (~0, 2)
      case .replaced: (~0, 0)
      }
    // First the item, so that the trigger that keeps its name equal finds nothing to do.
    try connection.execute(
      """
      UPDATE media SET folder = \(folder), name = \(file.name.bytes),
        name_folded = \(Folding.search(file.name.bytes)),
        name_key = \(NaturalSortKey.make(file.name.bytes)), ext = \(file.name.fileExtension),
        exclusion = exclusion & \(kept) | \(added)
      WHERE id = \(file.media)
      """)
    try connection.execute(
      """
      UPDATE file SET folder = \(folder), name = \(file.name.bytes)
      WHERE media = \(file.media) AND role = 0
      """)
    switch file.state {
    case .found(let stamp):
      try connection.execute(
        """
        UPDATE file SET size = \(stamp.size), mtime = \(stamp.modificationTime),
          ctime = \(stamp.changeTime), inode = \(stamp.inode), missing_since = NULL
        WHERE media = \(file.media) AND role = 0
        """)
    case .lost:
      try connection.execute(
        """
        UPDATE file SET missing_since = coalesce(missing_since, \(now))
        WHERE media = \(file.media) AND role = 0
        """)
    case .replaced: break
    }
  }
}
