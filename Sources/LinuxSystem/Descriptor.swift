internal import CLinux
internal import Glibc
package import MediaModel

/// An open descriptor, closed when its owner goes.
package struct Descriptor: ~Copyable, Sendable {
  /// The number; valid as long as this value lives.
  package let number: Int32

  /// Takes a descriptor over.
  package init(owning number: Int32) { self.number = number }

  /// Opens a file for reading, close-on-exec.
  package init(path: FilePath) throws(LinuxError) {
    let opened = path.withCString { name in
      retryingInterrupts { clinux_openat(AT_FDCWD, name, O_RDONLY | O_CLOEXEC) }
    }
    guard opened >= 0 else { throw LinuxError("openat", path: path) }
    self.number = opened
  }

  deinit {
    // Never repeated: on Linux the number is free after EINTR too, and may already be another's.
    close(number)
  }

  /// Makes reads and writes return at once; concerns this end of a pipe only.
  package borrowing func setNonblocking() throws(LinuxError) {
    guard clinux_set_nonblocking(number) >= 0 else { throw LinuxError("fcntl") }
  }

  /// Asks for a larger pipe; the kernel may refuse an unprivileged user, which costs only speed.
  package borrowing func widenPipe(to byteCount: Int32) {
    _ = clinux_widen_pipe(number, byteCount)
  }

  /// Reads once.
  ///
  /// - Returns: Bytes read, 0 at the end, `nil` when a non-blocking read would have to wait.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(LinuxError) -> Int? {
    let number = number
    let count = retryingInterrupts { Glibc.read(number, buffer.baseAddress, buffer.count) }
    if count < 0, errno == EAGAIN { return nil }
    guard count >= 0 else { throw LinuxError("read") }
    return count
  }

  /// Writes once.
  ///
  /// - Returns: Bytes taken, `nil` when a non-blocking write would have to wait.
  package borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(LinuxError) -> Int? {
    let number = number
    let count = retryingInterrupts { Glibc.write(number, bytes.baseAddress, bytes.count) }
    if count < 0, errno == EAGAIN { return nil }
    guard count >= 0 else { throw LinuxError("write") }
    return count
  }

  /// Reads to the end, for the small files of /proc and /sys whose size nobody knows before.
  ///
  /// - Throws: `EFBIG` above `limit`.
  package borrowing func readToEnd(limit: Int = 16 << 20) throws(LinuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    defer { block.deallocate() }
    while let count = try read(into: block), count > 0 {
      guard bytes.count + count <= limit else { throw LinuxError(number: EFBIG, call: "read") }
      bytes.append(contentsOf: block[..<count])
    }
    return bytes
  }
}

/// Repeats a system call for as long as a signal interrupts it.
@inline(__always)
func retryingInterrupts<Result: FixedWidthInteger & SignedInteger>(
  _ call: () -> Result
) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
