internal import Glibc
internal import MediaModel

/// A file opened for reading; the caller closes it.
struct OpenFile {
  let descriptor: Int32

  /// `O_NOATIME`, which Glibc shows only to programs that ask for GNU extensions.
  private static let noAccessTime: Int32 = 0o1_000_000

  /// Opens without waiting for a FIFO's writer and, where the file is ours, without touching its
  /// access time.
  init(_ path: FilePath) throws(ReadFailure) {
    guard !path.bytes.contains(0) else {
      throw ReadFailure(code: .notFound, reason: "No path holds a NUL byte.")
    }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    var descriptor = Self.open(path, flags | Self.noAccessTime)
    // Only the owner may leave the access time alone.
    if descriptor < 0, errno == EPERM { descriptor = Self.open(path, flags) }
    guard descriptor >= 0 else { throw .system(errno) }
    self.descriptor = descriptor
    // Read-ahead would fetch pictures of which only the head is wanted.
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM)
  }

  private static func open(_ path: FilePath, _ flags: Int32) -> Int32 {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.bytes.count + 1) { buffer in
      for (index, byte) in path.bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
      buffer[path.bytes.count] = 0
      guard let start = buffer.baseAddress else { return -1 }
      while true {
        let descriptor = Glibc.open(start, flags)
        if descriptor >= 0 || errno != EINTR { return descriptor }
      }
    }
  }

  func close() { _ = Glibc.close(descriptor) }

  /// What the system knows of the file; `nil` with `errno` when it refuses.
  func state() -> (isRegular: Bool, stamp: FileStamp)? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    let stamp = FileStamp(
      size: Int64(facts.st_size), modificationTime: facts.st_mtim.nanoseconds,
      changeTime: facts.st_ctim.nanoseconds, inode: Int64(bitPattern: UInt64(facts.st_ino)))
    return (facts.st_mode & S_IFMT == S_IFREG, stamp)
  }
}

extension timespec {
  /// Nanoseconds since 1970, at the ends of the range when outside it.
  fileprivate var nanoseconds: Int64 {
    let (product, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return tv_sec < 0 ? .min : .max }
    return product.addingReportingOverflow(Int64(tv_nsec)).partialValue
  }
}

extension ReadFailure {
  /// Says what the system said.
  static func system(_ code: Int32) -> ReadFailure {
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return ReadFailure(
      code: code == ENOENT || code == ENOTDIR ? .notFound : .unreadable, reason: "\(words).")
  }
}
