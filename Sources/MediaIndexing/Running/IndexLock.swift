internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// Keeps a second index run of the same catalog waiting, and tells it for whom.
///
/// It is a lock of the kernel on a file beside the catalog, so it ends with its process however
/// that ends. The file goes with the lock; one that a killed process left is taken over.
struct IndexLock: ~Copyable {
  private let descriptor: Int32
  private let path: FilePath

  /// What is appended to the catalog's path.
  static let suffix = "-index-lock"

  private init(descriptor: Int32, path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - catalog: The catalog's file.
  ///   - onWait: Called once with the process that holds it, when it is held.
  /// - Returns: The lock, held until it goes.
  /// - Throws: `CancellationError`, or ``CatalogError`` when the file cannot be made or locked.
  static func acquire(
    of catalog: FilePath, onWait: (Int?) -> Void
  ) async throws -> IndexLock {
    let path = FilePath(bytes: catalog.bytes + Array(suffix.utf8))
    var hasTold = false
    while true {
      let descriptor = try open(path)
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if stands(at: path, descriptor) {
          let lock = IndexLock(descriptor: descriptor, path: path)
          lock.tellHolder()
          return lock
        }
        // Its holder removed it between our opening and locking; the next one is another file.
        close(descriptor)
        continue
      }
      let failure = errno
      let holder = holder(of: descriptor)
      close(descriptor)
      guard failure == EWOULDBLOCK || failure == EINTR else { throw error(failure, path) }
      if !hasTold { onWait(holder) }
      hasTold = true
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  deinit {
    // First the name, then the lock: who comes between finds the lock held, or another file.
    _ = path.withCString { unlink($0) }
    close(descriptor)
  }

  private static func open(_ path: FilePath) throws(CatalogError) -> Int32 {
    let descriptor = path.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw error(errno, path) }
    return descriptor
  }

  private static func error(_ number: Int32, _ path: FilePath) -> CatalogError {
    CatalogError(
      code: .cannotOpen, path: path,
      reason: "the catalog cannot be locked for indexing: \(String(cString: strerror(number)))")
  }

  private static func stands(at path: FilePath, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return path.withCString { stat($0, &named) } == 0 && fstat(descriptor, &opened) == 0
      && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Only a courtesy to the one who waits; the lock holds without it.
  private borrowing func tellHolder() {
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  private static func holder(of descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int(
      String(decoding: bytes[..<max(0, count)], as: UTF8.self).prefix { $0.isNumber })
  }
}
