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
    guard path.withCString({ lstat($0, &status) == 0 }) else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    stamp = FileStamp(
      size: Int64(status.st_size), modificationTime: Self.nanoseconds(status.st_mtim),
      changeTime: Self.nanoseconds(status.st_ctim), inode: Int64(bitPattern: UInt64(status.st_ino)))
  }

  /// True when there is certainly nothing at a path.
  static func isAbsent(at path: FilePath) -> Bool {
    PathStatus(at: path) == nil && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The same as the walk says of times outside 1677…2262.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isOutside) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if isOutside { return time.tv_sec < 0 ? .min : .max }
    return seconds &+ Int64(time.tv_nsec)
  }
}
