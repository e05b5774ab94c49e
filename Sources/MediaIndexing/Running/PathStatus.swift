internal import Glibc
internal import MediaModel

/// What lstat(2) says of a path; for the few looks that are not part of a walk.
struct PathStatus {
  var isFolder: Bool
  var stamp: FileStamp

  /// Looks at a path; a link at its end is not followed.
  ///
  /// - Returns: `nil` when nothing is there, or nothing that may be looked at.
  init?(at path: FilePath) {
    var status = stat()
    let answered = (path.bytes + [0]).withUnsafeBytes {
      lstat($0.assumingMemoryBound(to: CChar.self).baseAddress!, &status) == 0
    }
    guard answered else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    stamp = FileStamp(
      size: Int64(status.st_size), modificationTime: Self.nanoseconds(status.st_mtim),
      changeTime: Self.nanoseconds(status.st_ctim), inode: Int64(bitPattern: UInt64(status.st_ino)))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
