internal import Glibc
internal import MediaModel

/// A media file opened for reading.
struct OpenMedia: ~Copyable {
  let descriptor: Int32
  /// Bytes in the file when it was opened.
  let count: Int

  /// Opens a regular file; a FIFO is not waited for.
  init(_ path: FilePath) throws(RenderFailure) {
    guard !path.bytes.contains(0) else {
      throw RenderFailure(code: .notFound, reason: "No path holds a NUL byte.")
    }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system(errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      _ = close(descriptor)
      throw RenderFailure(code: .unreadable, reason: "It is not a regular file.")
    }
    self.descriptor = descriptor
    count = Int(facts.st_size)
  }

  deinit { _ = close(descriptor) }

  /// Reads from the start, as many bytes as there are up to `limit`.
  borrowing func read(upTo limit: Int) throws(RenderFailure) -> [UInt8] {
    var failure: Int32 = 0
    let descriptor = descriptor
    let wanted = min(count, limit)
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      while initialized < wanted {
        let got = pread(descriptor, start + initialized, wanted - initialized, off_t(initialized))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        initialized += got
      }
    }
    guard failure == 0 else { throw .system(failure) }
    return bytes
  }
}
