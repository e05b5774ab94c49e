internal import MediaModel
internal import SQLiteDatabase

/// The paths of some folders, looked up in two statements, whatever their number.
///
/// They stay in one buffer: each item's path is joined of root, folder and name at once.
struct FolderPaths {
  private struct Root {
    var id: Int64
    var path: FilePath
    var isOnline: Bool
  }

  private struct Folder {
    var root: Int
    var path: Range<Int>
  }

  /// Few, so that the one of a folder is found by looking at each.
  private var roots: [Root] = []
  private var folders: [Folder?]
  private var bytes: [UInt8] = []

  /// Looks folders up; they are asked for by their place in the list.
  init(of ids: [Int64], _ connection: Connection) throws {
    folders = Array(repeating: nil, count: ids.count)
    try connection.forEach("SELECT id, path, state = 'online' FROM root") { row in
      roots.append(
        Root(id: row.int64(0), path: FilePath(bytes: row.blob(1)), isOnline: row.bool(2)))
    }
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
    try connection.forEach(
      """
      SELECT j.key, d.root, d.path FROM json_each(\(list)) AS j
        CROSS JOIN folder AS d ON d.id = j.value
      """
    ) { row in
      let id = row.int64(1)
      guard let root = roots.firstIndex(where: { $0.id == id }) else { return }
      let start = bytes.count
      row.withBlob(2) { bytes += $0 }
      folders[row.int(0)] = Folder(root: root, path: start..<bytes.count)
    }
  }

  /// True when the root of a folder is there.
  func isOnline(_ place: Int) -> Bool { folders[place].map { roots[$0.root].isOnline } ?? false }

  /// The absolute path of a name in a folder.
  func path(of place: Int, _ name: UnsafeRawBufferPointer) -> FilePath {
    guard let folder = folders[place] else { return FilePath(bytes: Array(name)) }
    return bytes.withUnsafeBytes { bytes in
      roots[folder.root].path.appending(
        UnsafeRawBufferPointer(rebasing: bytes[folder.path]), name)
    }
  }
}
