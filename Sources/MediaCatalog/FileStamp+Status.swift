package import Glibc
package import MediaModel

extension FileStamp {
  /// What stat(2) says of a file; times outside 1677…2262 are the nearest inside, as in a walk.
  package init(_ status: stat) {
    self.init(
      size: Int64(status.st_size), modificationTime: Self.nanoseconds(status.st_mtim),
      changeTime: Self.nanoseconds(status.st_ctim), inode: Int64(bitPattern: UInt64(status.st_ino)))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isOutside) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if isOutside { return time.tv_sec < 0 ? .min : .max }
    return seconds &+ Int64(time.tv_nsec)
  }
}
