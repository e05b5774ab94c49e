internal import Glibc
internal import MediaModel
internal import SQLiteDatabase

/// What the catalog knows of one folder, in the order of its names' bytes.
///
/// Names lie in one buffer, so a folder of a million files is a few allocations.
struct KnownFolder {
  private(set) var files: [KnownFile] = []
  private var names: [UInt8] = []
  private var ends: [Int] = []

  /// Knows nothing: for folders that are new.
  init() {}

  /// Reads a folder's rows in one sweep of their key.
  init(folder: Int64, connection: Connection) throws {
    try connection.forEach(
      """
      SELECT name, media, role, size, mtime, ctime, inode, reader, missing_since IS NOT NULL,
        error_code FROM file WHERE folder = \(folder) ORDER BY name
      """
    ) { row in
      row.withBlob(0) { names.append(contentsOf: $0) }
      ends.append(names.count)
      files.append(
        KnownFile(
          media: row.optionalInt64(1), role: FileRole(rawValue: row.int64(2)) ?? .notMedia,
          stamp: FileStamp(
            size: row.int64(3), modificationTime: row.int64(4), changeTime: row.int64(5),
            inode: row.int64(6)),
          reader: row.int64(7), isMissing: row.bool(8),
          failure: row.optionalText(9).map(ReadFailure.Code.init(rawValue:))))
    }
  }

  /// How many names are known.
  var count: Int { files.count }

  /// One name.
  func name(at index: Int) -> FilePath {
    FilePath(bytes: Array(names[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
  }

  /// One name with its item, for a change of its row.
  func knownName(at index: Int, in folder: Int64) -> KnownName {
    KnownName(
      folder: folder, name: name(at: index), media: files[index].media, role: files[index].role)
  }

  /// Compares a known name with another by bytes: below, at or above zero, as `memcmp` says.
  func compareName(at index: Int, with other: UnsafeBufferPointer<UInt8>) -> Int {
    let start = index == 0 ? 0 : ends[index - 1]
    let count = ends[index] - start
    return names.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, let otherBase = other.baseAddress else {
        return count - other.count
      }
      let order = memcmp(base + start, otherBase, min(count, other.count))
      return order != 0 ? Int(order) : count - other.count
    }
  }
}
