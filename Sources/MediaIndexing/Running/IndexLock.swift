internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// Keeps a second index run of the same catalog waiting, and tells it for whom.
///
/// It is a lock of the kernel on a file beside the catalog, so it ends with its process however
/// that ends.
struct IndexLock: ~Copyable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - catalog: The catalog's file.
  ///   - onWait: Called once with the process that holds it, when it is held.
  /// - Returns: The lock, held until it goes.
  /// - Throws: `CancellationError`, or ``CatalogError`` when the file cannot be made.
  static func acquire(
    of catalog: FilePath, onWait: (Int?) -> Void
  ) async throws -> IndexLock {
    let path = FilePath(bytes: catalog.bytes + Array("-index-lock".utf8))
    let opened = (path.bytes + [0]).withUnsafeBytes {
      open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    }
    guard opened >= 0 else {
      throw CatalogError(code: .cannotOpen, path: path, reason: String(cString: strerror(errno)))
    }
    let lock = IndexLock(descriptor: opened)
    var hasTold = false
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      if !hasTold { onWait(holder(of: opened)) }
      hasTold = true
      try await Task.sleep(for: .milliseconds(100))
    }
    let text = Array("\(getpid())\n".utf8)
    // Only a courtesy to the one who waits; the lock holds without it.
    _ = ftruncate(opened, 0)
    _ = pwrite(opened, text, text.count, 0)
    return lock
  }

  deinit { close(descriptor) }

  private static func holder(of descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int(String(decoding: bytes[..<max(0, count)], as: UTF8.self).filter(\.isNumber))
  }
}
