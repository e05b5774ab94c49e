internal import Glibc
internal import MediaModel

/// The files of a cache: whole or absent, the least used go first.
///
/// A file appears by rename only, so a crash leaves no half file under its name. Use is remembered
/// in the file's modification time. Everything here can be deleted at any time.
struct CacheFiles: Sendable {
  let folder: FilePath

  /// A use is noted at most once a minute, so that browsing does not write.
  private static let useInterval = 60
  /// Seconds in which a temporary file may have been made but not locked yet.
  private static let graceSeconds = 60

  /// The path of a file of the cache.
  func path(_ relative: FilePath) -> FilePath { folder.appending(relative) }

  /// Remembers that a file was used.
  func noteUse(of path: FilePath) {
    guard let age = FileAccess.age(of: path), age > Self.useInterval else { return }
    FileAccess.touch(path)
  }

  /// Deletes the least used files until the rest fits.
  ///
  /// - Parameters:
  ///   - budget: Bytes that may stay.
  ///   - kept: A file that stays in any case: it is about to be used.
  /// - Returns: Bytes that are left.
  func trim(to budget: Int64, keeping kept: FilePath? = nil) -> Int64 {
    var files = FileAccess.files(below: folder).filter { !TemporaryFile.isName($0.path) }
    var total = files.reduce(0) { $0 + $1.size }
    guard total > budget else { return total }
    files.sort { $0.modified < $1.modified }
    // A little below, so that the next file does not scan again.
    let target = budget - budget / 10
    for file in files where total > target && file.path != kept {
      FileAccess.remove(file.path)
      total -= file.size
    }
    return total
  }

  /// Deletes temporary files that a process left behind which is gone.
  func sweep() {
    for file in FileAccess.files(below: folder) where TemporaryFile.isName(file.path) {
      guard let age = FileAccess.age(of: file.path), age > Self.graceSeconds else { continue }
      TemporaryFile.removeIfOrphan(file.path)
    }
  }
}
