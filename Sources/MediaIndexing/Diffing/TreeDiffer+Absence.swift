internal import Glibc
internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// What is not where the catalog says; to be asked after the walk.
extension TreeDiffer {
  /// Known files in folders that the walk did not come by.
  func vanishedFolders() throws -> [KnownName] {
    var names: [KnownName] = []
    try connection.forEach(
      "SELECT id, path FROM folder WHERE root = \(root.id) AND id <= \(newestFolder)"
    ) { row in
      let id = row.int64(0)
      guard !visited.contains(id) else { return }
      let path = FilePath(bytes: row.blob(1))
      guard !isUnseen(path) else { return }
      let isWithoutMedia = withoutMedia.contains { path.isInside($0) }
      try connection.forEach(
        "SELECT name, media, role FROM file WHERE folder = \(id) AND missing_since IS NULL"
      ) { row in
        let name = FilePath(bytes: row.blob(0))
        names.append(
          KnownName(
            folder: id, name: name, media: row.optionalInt64(1),
            role: FileRole(rawValue: row.int64(2)) ?? .notMedia,
            isLeftOut: isWithoutMedia || matcher.leavesOut(name, in: path)))
      }
    }
    return names
  }

  /// True when the walk could not see into a folder, so that nothing in it can be called gone.
  private func isUnseen(_ path: FilePath) -> Bool {
    unseen.contains { $0.bytes.isEmpty || path.isInside($0) }
  }

  /// True when the first name of an item is gone for certain.
  func isOrphan(_ media: Int64) throws -> Bool {
    if moves.moved.contains(media) { return false }
    guard
      let row = try connection.first(
        """
        SELECT d.root, d.id, d.path, f.name FROM file AS f JOIN folder AS d ON d.id = f.folder
        WHERE f.media = \(media) AND f.role = 0
        """),
      let folder = row[2].blob.map(FilePath.init(bytes:)),
      let name = row[3].blob.map(FilePath.init(bytes:))
    else { return true }
    guard row[0].int64 == root.id, !isUnseen(folder) else { return false }
    if matcher.leavesOut(name, in: folder) { return true }
    guard let id = row[1].int64, visited.contains(id) else { return true }
    return PathStatus.isAbsent(at: root.path.appending(folder).appending(name))
  }
}

extension LinuxError {
  /// True when there was nothing of that name any more.
  var isAbsence: Bool { number == ENOENT }
}
