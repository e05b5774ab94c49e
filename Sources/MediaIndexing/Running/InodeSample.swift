internal import MediaModel
internal import SQLiteDatabase

/// A look at some known files of a root, whether they and their inodes are what they were.
///
/// exFAT, sshfs and mergerfs give files new inodes at each mount. The files looked at come from
/// folders all over the root, so that one rewritten folder does not speak for the rest.
struct InodeSample {
  private var asked = 0
  private var looked = 0
  private var renumbered = 0

  /// How many files are looked at.
  private static let fileCount = 64
  /// Fewer files of equal size and time prove nothing.
  private static let leastCount = 8

  /// Looks for the files of a root in its folder, or in another one.
  init(of root: RootRecord, in place: FilePath? = nil, connection: Connection) throws {
    let folders = try connection.rows("SELECT id, path FROM folder WHERE root = \(root.id)")
    guard !folders.isEmpty else { return }
    let stride = max(1, folders.count / Self.fileCount)
    let filesPerFolder = max(1, Self.fileCount * stride / folders.count)
    for index in Swift.stride(from: 0, to: folders.count, by: stride) {
      guard let id = folders[index][0].int64, let path = folders[index][1].blob else { continue }
      let folder = (place ?? root.path).appending(FilePath(bytes: path))
      try connection.forEach(
        """
        SELECT name, size, mtime, inode FROM file
        WHERE folder = \(id) AND missing_since IS NULL LIMIT \(filesPerFolder)
        """
      ) { row in
        asked += 1
        let stamp = PathStatus(at: folder.appending(FilePath(bytes: row.blob(0))))?.stamp
        guard let stamp, stamp.size == row.int64(1), stamp.modificationTime == row.int64(2)
        else { return }
        looked += 1
        if stamp.inode != row.int64(3) { renumbered += 1 }
      }
    }
  }

  /// True when most files have their size and time but another inode.
  var provesUnstable: Bool { looked >= Self.leastCount && renumbered * 2 > looked }

  /// True when nearly all files are there, as the very files they were.
  var isSameFolder: Bool { hasNearlyAll && renumbered == 0 }

  /// True when nearly all files are there, as copies.
  var isCopy: Bool { hasNearlyAll && renumbered > 0 && looked >= Self.leastCount }

  private var hasNearlyAll: Bool { asked > 0 && looked * 10 >= asked * 9 }
}
