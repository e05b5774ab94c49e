internal import Glibc
internal import MediaCatalog
internal import MediaModel

/// Lets one promotion at a time work on an inbox, in whichever process.
///
/// It is a lock of the kernel on a file in the picker's folder, so it ends with its process however
/// that ends. The file stays.
struct CaptureLock: ~Copyable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock.
  ///
  /// - Parameter folder: The picker's folder, which is made if need be.
  /// - Returns: The lock, held until it goes.
  /// - Throws: `CancellationError`; ``CatalogError`` `unwritable` or `noSpace`.
  static func acquire(in folder: FilePath) async throws -> CaptureLock {
    try FileAccess.makeFolders(folder)
    let path = folder.appending("captures-lock")
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    let lock = CaptureLock(descriptor: descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks loses only the protection from other processes.
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    return lock
  }
}
