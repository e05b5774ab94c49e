internal import Glibc
package import MediaModel

/// The few things that the catalog does with files itself.
package enum FileAccess {
  /// What relative paths start at when no open folder is named.
  package static let workingFolder: Int32 = AT_FDCWD

  /// True when something stands at a path.
  static func exists(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) == 0 } }

  /// True when something has a name, a link that leads nowhere too.
  package static func isTaken(_ path: FilePath, in folder: Int32 = workingFolder) -> Bool {
    var status = stat()
    return path.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 }
  }

  /// The error for a name that is taken.
  package static func taken(_ path: FilePath) -> CatalogError {
    CatalogError(
      code: .exists, path: path, reason: "is there already; nothing was overwritten")
  }

  /// A whole small file, `nil` when it is not there or cannot be read.
  package static func read(_ path: FilePath) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size <= 64 << 20 else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        count += got
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Writes a file by way of a temporary one and a rename.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, mode: UInt32 = 0o600
  ) throws(CatalogError) {
    let file = try TemporaryFile(for: path, mode: mode)
    try file.write(bytes)
    try file.keep(as: path)
  }

  /// Makes a folder and those above it, for their owner only unless the mode says otherwise.
  package static func makeFolders(
    _ folder: FilePath, mode: UInt32 = 0o700
  ) throws(CatalogError) {
    var missing: [FilePath] = []
    var current = folder
    while !current.bytes.isEmpty, current != "/", !exists(current) {
      missing.append(current)
      current = current.parent
    }
    for folder in missing.reversed()
    where folder.withCString({ mkdir($0, mode) != 0 && errno != EEXIST }) {
      throw failure(folder, "cannot be made")
    }
  }

  /// Removes a file; nothing happens when it is not there.
  package static func remove(_ path: FilePath, in folder: Int32 = workingFolder) {
    _ = path.withCString { unlinkat(folder, $0, 0) }
  }

  /// Sets a modification time, in nanoseconds since 1970-01-01 UTC; a file system that keeps no times
  /// has the file all the same.
  package static func setModificationTime(of descriptor: Int32, _ nanoseconds: Int64) {
    var (second, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (second, rest) = (second - 1, rest + 1_000_000_000) }
    // UTIME_OMIT of <sys/stat.h>: the time of the last access stays.
    let times = [
      timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2),
      timespec(tv_sec: Int(second), tv_nsec: Int(rest)),
    ]
    futimens(descriptor, times)
  }

  /// Sets a file's modification time to now.
  static func touch(_ path: FilePath) { _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) } }

  /// Seconds since a file was modified.
  static func age(of path: FilePath) -> Int? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    return time(nil) - status.st_mtim.tv_sec
  }

  /// Bytes of a regular file, `nil` when it is none.
  static func size(of path: FilePath) -> Int64? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  /// A file below a folder.
  struct Found {
    var path: FilePath
    var size: Int64
    /// Nanoseconds since 1970-01-01 UTC.
    var modified: Int64
  }

  /// All regular files in the folders of a folder; the cache is no deeper.
  static func files(below folder: FilePath) -> [Found] {
    var found: [Found] = []
    for shard in names(in: folder).map({ folder.appending($0) }) {
      for path in names(in: shard).map({ shard.appending($0) }) {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
        else { continue }
        found.append(
          Found(
            path: path, size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)))
      }
    }
    return found
  }

  /// The names in a folder, none when it cannot be read.
  package static func names(in folder: FilePath) -> [FilePath] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      // In place: the kernel gives short names no 256 bytes, so a copy of the field would read on.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        FilePath(bytes: Array($0.prefix { $0 != 0 }))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Gives a file another name; false when the system refuses.
  static func rename(_ old: FilePath, _ new: FilePath, in folder: Int32 = workingFolder) -> Bool {
    old.withCString { old in new.withCString { renameat(folder, old, folder, $0) == 0 } }
  }

  /// What the system said last about a file.
  package static func failure(
    _ path: FilePath, _ what: String = "cannot be written"
  ) -> CatalogError {
    let number = errno
    let code: CatalogError.Code =
      switch number {
      case ENOSPC, EDQUOT: .noSpace
      // What this file system does not take: the next file may still fit.
      case EFBIG: .tooLarge
      case ENAMETOOLONG, EILSEQ, EINVAL: .notPermitted
      default: .unwritable
      }
    return CatalogError(
      code: code, path: path, reason: "\(what): \(String(cString: strerror(number)))")
  }
}
