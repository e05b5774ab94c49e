internal import MediaModel
internal import SQLiteDatabase

/// The traits by which a file is known again under another name, of all main files of the catalog.
///
/// Two numbers a file, 16 bytes: one of inode, size and time, one of name, size and time. Each holds
/// half a hash and the item's id, in order, so that a name that is nobody's costs two searches and
/// no query. What is found here is a suspicion: the row has to say so too.
struct KnownFiles: Sendable {
  private let numbers: [UInt64]
  private var isEmpty: Bool { numbers.isEmpty }

  /// More files of one trait prove nothing, and would be asked about for each new name.
  private static let mostItems = 64

  /// Reads the traits in one sweep of the table.
  init(_ connection: Connection) throws {
    var numbers: [UInt64] = []
    // Items are as many as main files, and counted in their smallest index.
    let count = try connection.first("SELECT count(*) FROM media")?[0].int ?? 0
    numbers.reserveCapacity(count * 2)
    if count > 0 {
      try connection.forEach(
        "SELECT media, size, mtime, inode, name FROM file WHERE role = 0"
      ) { row in
        // Larger ids than any collection has do not fit; their files are not known again.
        guard let id = UInt32(exactly: row.int64(0)) else { return }
        let stamp = FileStamp(
          size: row.int64(1), modificationTime: row.int64(2), changeTime: 0, inode: row.int64(3))
        numbers.append(Self.hash(stamp) << 32 | UInt64(id))
        let look = row.withBlob(4) { Self.hash($0, stamp) }
        numbers.append(look << 32 | UInt64(id))
      }
    }
    numbers.sort()
    self.numbers = numbers
  }

  /// Items that may have this inode, size and time.
  func items(with stamp: FileStamp) -> [Int64] { isEmpty ? [] : items(Self.hash(stamp)) }

  /// Items that may have this name, size and time.
  func items(named name: FilePath, _ stamp: FileStamp) -> [Int64] {
    isEmpty ? [] : items(name.bytes.withUnsafeBytes { Self.hash($0, stamp) })
  }

  private func items(_ hash: UInt64) -> [Int64] {
    var (low, high) = (0, numbers.count)
    let first = hash << 32
    while low < high {
      let middle = low + (high - low) / 2
      if numbers[middle] < first { low = middle + 1 } else { high = middle }
    }
    let found = numbers[low...].prefix(Self.mostItems + 1).prefix { $0 >> 32 == hash & Self.half }
    return found.count > Self.mostItems ? [] : found.map { Int64($0 & Self.half) }
  }

  private static let half: UInt64 = 0xFFFF_FFFF

  // Hashes differ from run to run, so that no collection is made to have many alike.

  private static func hash(_ stamp: FileStamp) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(stamp.inode)
    hasher.combine(stamp.size)
    hasher.combine(stamp.modificationTime)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  private static func hash(_ name: UnsafeRawBufferPointer, _ stamp: FileStamp) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: name)
    hasher.combine(stamp.size)
    hasher.combine(stamp.modificationTime)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
