internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// What lstat(2) says of a path; for the few looks that are not part of a walk.
struct PathStatus {
  var isFolder: Bool
  var isRegularFile: Bool
  var stamp: FileStamp

  /// Looks at a path; a link at its end is not followed.
  ///
  /// - Returns: `nil` when nothing is there, or nothing that may be looked at.
  init?(at path: FilePath) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) == 0 }) else { return nil }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
    stamp = FileStamp(status)
  }

  /// True when there is certainly nothing at a path.
  static func isAbsent(at path: FilePath) -> Bool {
    PathStatus(at: path) == nil && (errno == ENOENT || errno == ENOTDIR)
  }
}
