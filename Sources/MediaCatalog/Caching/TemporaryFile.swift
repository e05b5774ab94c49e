internal import Glibc
package import MediaModel

/// A file under work, locked for as long as a process has it open, until it gets its real name.
///
/// The lock goes with the last process that holds the descriptor, however that ends, so orphans are
/// told from files under work without trusting process numbers or clocks. What is not kept goes with
/// its last user.
package final class TemporaryFile {
  /// Open for reading and writing.
  package let descriptor: Int32
  private let path: FilePath
  private let folder: Int32
  private var isClosed = false

  private static let suffix = Array(".tmp".utf8)

  /// Makes an empty file beside `target`, whose folder must be there.
  ///
  /// Relative targets, here and when it is kept, start at an open `folder`, which must stay open;
  /// without one at the working folder.
  ///
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`, which names the target.
  package init(
    for target: FilePath, in folder: Int32 = FileAccess.workingFolder, mode: UInt32 = 0o600
  ) throws(CatalogError) {
    let ending = Array(".\(getpid())-\(UInt32.random(in: 0 ... .max))".utf8) + Self.suffix
    // Names have 255 bytes at most; one that is as long as that leaves no room for the ending.
    let excess = target.lastComponent.bytes.count + ending.count - 255
    path = FilePath(bytes: target.bytes.dropLast(max(0, excess)) + ending)
    self.folder = folder
    descriptor = path.withCString {
      openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    }
    guard descriptor >= 0 else { throw FileAccess.failure(target) }
    // A file system without locks loses only the protection from other processes' sweeps.
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit { discard() }

  /// Bytes in it.
  var byteCount: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
  }

  /// Appends bytes.
  ///
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`.
  package func write(_ bytes: [UInt8]) throws(CatalogError) {
    var written = 0
    var reason: CatalogError?
    bytes.withUnsafeBytes { buffer in
      while written < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress! + written, buffer.count - written)
        if count < 0, errno == EINTR { continue }
        if count < 0 {
          reason = FileAccess.failure(path)
          return
        }
        written += count
      }
    }
    if let reason { throw reason }
  }

  /// Gives it its real name, in place of a file that has it.
  ///
  /// - Throws: ``CatalogError`` `unwritable` or `noSpace`.
  package func keep(as target: FilePath) throws(CatalogError) {
    try flush(for: target)
    guard FileAccess.rename(path, target, in: folder) else { throw FileAccess.failure(target) }
    close()
  }

  /// Gives it a name that nothing may have yet.
  ///
  /// - Throws: ``CatalogError`` `exists` when something has it, `unwritable`, `noSpace`.
  package func keep(asNew target: FilePath) throws(CatalogError) {
    try flush(for: target)
    // link(2) takes no name that is there; file systems without hard links have nothing like it.
    let isLinked = path.withCString { old in
      target.withCString { linkat(folder, old, folder, $0, 0) == 0 }
    }
    if isLinked {
      FileAccess.remove(path, in: folder)
    } else if FileAccess.isTaken(target, in: folder) {
      throw FileAccess.taken(target)
    } else if !FileAccess.rename(path, target, in: folder) {
      throw FileAccess.failure(target)
    }
    close()
  }

  /// Removes it; nothing happens to a file that was kept.
  package func discard() {
    guard !isClosed else { return }
    FileAccess.remove(path, in: folder)
    close()
  }

  /// Network file systems report only at a close what they could not write.
  private func flush(for target: FilePath) throws(CatalogError) {
    let copy = dup(descriptor)
    if copy >= 0, Glibc.close(copy) != 0 { throw FileAccess.failure(target) }
  }

  private func close() {
    isClosed = true
    Glibc.close(descriptor)
  }

  /// True for the names of such files.
  package static func isName(_ path: FilePath) -> Bool {
    path.bytes.suffix(4).elementsEqual(suffix)
  }

  /// Removes one that nobody has open.
  package static func removeIfOrphan(_ path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { FileAccess.remove(path) }
    Glibc.close(descriptor)
  }
}
