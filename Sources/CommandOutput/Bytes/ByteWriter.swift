internal import Glibc

/// A buffered writer to a file descriptor, which stays the caller's.
///
/// Nothing is written until 64 KiB are there or ``flush()`` is called; not even when the writer goes
/// away, because that could not report a full disk. `SIGPIPE` must be ignored by the process.
/// Used by one task at a time.
package final class ByteWriter {
  private let descriptor: Int32?
  private var buffer: [UInt8] = []
  private static let capacity = 64 << 10

  /// Writes to an open descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  private init() { descriptor = nil }

  /// Keeps everything in memory, until ``takeBytes()``.
  package static func inMemory() -> ByteWriter { ByteWriter() }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    try flushIfFull()
  }

  /// Writes the UTF-8 bytes of a text.
  package func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Writes one byte.
  package func write(_ byte: UInt8) throws(OutputError) {
    buffer.append(byte)
    try flushIfFull()
  }

  /// Hands all bytes to the system.
  ///
  /// After a failure the rest is dropped, so that a second try writes nothing twice.
  package func flush() throws(OutputError) {
    guard let descriptor, !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    let failure = buffer.withUnsafeBytes { Self.write($0, to: descriptor) }
    if let failure { throw OutputError(errorNumber: failure) }
  }

  /// Takes what was not flushed; for a writer in memory, everything.
  package func takeBytes() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  private func flushIfFull() throws(OutputError) {
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes all bytes and returns `errno`, `nil` when it worked.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    guard let base = bytes.baseAddress else { return nil }
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, base + written, bytes.count - written)
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another process made the shared terminal or pipe non-blocking: wait until it takes more.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&request, 1, -1) < 0, errno != EINTR { return errno }
      default: return errno
      }
    }
    return nil
  }
}
