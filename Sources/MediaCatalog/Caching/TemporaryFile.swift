internal import Glibc
internal import MediaModel

/// A file under work, locked for as long as a process has it open, until it gets its real name.
///
/// The lock goes with the last process that holds the descriptor, however that ends, so orphans are
/// told from files under work without trusting process numbers or clocks.
final class TemporaryFile {
  /// Open for reading and writing.
  let descriptor: Int32
  private let path: FilePath
  private var isClosed = false

  private static let suffix = Array(".tmp".utf8)

  /// Makes an empty file beside `target`, in a folder that is made if need be.
  init(for target: FilePath) throws(CatalogError) {
    try FileAccess.makeFolders(target.parent)
    path = FilePath(
      bytes: target.bytes + Array(".\(getpid())-\(UInt32.random(in: 0 ... .max))".utf8)
        + Self.suffix)
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    // A file system without locks loses only the protection from other processes' sweeps.
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { discard() }

  /// Bytes in it.
  var byteCount: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
  }

  /// Gives it its real name.
  func keep(as target: FilePath) throws(CatalogError) {
    guard FileAccess.rename(path, target) else { throw FileAccess.failure(target) }
    close()
  }

  /// Removes it; nothing happens to a file that was kept.
  func discard() {
    guard !isClosed else { return }
    FileAccess.remove(path)
    close()
  }

  private func close() {
    isClosed = true
    Glibc.close(descriptor)
  }

  /// True for the names of such files.
  static func isName(_ path: FilePath) -> Bool { path.bytes.suffix(4).elementsEqual(suffix) }

  /// Removes one that nobody has open.
  static func removeIfOrphan(_ path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { FileAccess.remove(path) }
    Glibc.close(descriptor)
  }
}
