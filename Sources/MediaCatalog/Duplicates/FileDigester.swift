internal import ContentDigest
internal import Dispatch
internal import Glibc
internal import MediaModel
internal import Synchronization

/// What the system says of a file that a digest stands for.
struct DigestStamp: Hashable, Sendable {
  var size: Int64
  /// Nanoseconds since 1970-01-01 UTC.
  var modified: Int64
  /// The same of its last change of any kind; 0 where file systems are not to be trusted with it.
  var changed: Int64

  /// True when the status is that of the same state of the file.
  func agrees(with status: stat) -> Bool {
    let stamp = FileStamp(status)
    return stamp.size == size && stamp.modificationTime == modified
      && (changed == 0 || stamp.changeTime == changed)
  }
}

/// Why a file has no digest.
struct DigestFailure: Error, Hashable, Sendable {
  var reason: String

  static let changed = DigestFailure(
    reason: "has changed since it was indexed; run: mediacat index")

  static func system(_ number: Int32) -> DigestFailure {
    number == ENOENT
      ? DigestFailure(reason: "is gone; run: mediacat index")
      : DigestFailure(reason: "cannot be read: \(String(cString: strerror(number)))")
  }
}

/// Digests files one after the other, from their first byte to their last, on a thread of its own.
///
/// Memory is one buffer, however large a file is.
final class FileDigester: Sendable {
  private let queue = DispatchQueue(label: "mediacat.digests")
  private let isCancelled = Atomic(false)
  /// Bytes read so far, of all files.
  private let readCount = Atomic<Int64>(0)

  private static let bufferCount = 256 << 10

  /// Digests one file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - stamp: The state that the catalog knows.
  ///   - onBytes: Hears after each piece how many bytes of all files are read.
  /// - Returns: The digest of all bytes.
  /// - Throws: ``DigestFailure``; `CancellationError` between two pieces.
  func digest(
    of path: FilePath, _ stamp: DigestStamp, onBytes: @escaping @Sendable (Int64) -> Void
  ) async throws -> ContentDigest {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in
          continuation.resume(with: Result { try read(path, stamp, onBytes) })
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
  }

  private func read(
    _ path: FilePath, _ stamp: DigestStamp, _ onBytes: (Int64) -> Void
  ) throws -> ContentDigest {
    // Not blocking: the path may have become a pipe since it was indexed.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw DigestFailure.system(errno) }
    defer { close(descriptor) }
    try Self.check(descriptor, stamp)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferCount, alignment: 64)
    defer { buffer.deallocate() }
    var stream = ContentDigest.Stream()
    while true {
      if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw DigestFailure.system(errno) }
      if count == 0 { break }
      stream.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      onBytes(readCount.add(Int64(count), ordering: .relaxed).newValue)
    }
    // A file that was written to meanwhile has no digest.
    try Self.check(descriptor, stamp)
    return stream.digest()
  }

  private static func check(_ descriptor: Int32, _ stamp: DigestStamp) throws(DigestFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, stamp.agrees(with: status) else { throw .changed }
  }
}
