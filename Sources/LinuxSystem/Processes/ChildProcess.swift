internal import CLinux
internal import Glibc
package import MediaModel

/// A child process with pipes to its standard input and output.
///
/// The child sees descriptors 0, 1, 2 and the one it was given as 3, and none besides. It is killed
/// and waited for when this object goes, so it leaves neither a process nor a zombie behind.
package final class ChildProcess {
  /// Number of the process.
  package let number: Int32
  private var input: Descriptor?
  private let output: Descriptor
  private var handle: Descriptor?
  private var ended: ChildExit?

  /// Where the child's standard error goes.
  package enum StandardError: Hashable, Sendable {
    /// Nowhere.
    case discarded
    /// Where this process writes its own.
    case inherited
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program, not looked up in `PATH`.
  ///   - arguments: Without the program's name.
  ///   - extra: A descriptor that the child shall have as number 3.
  ///   - standardError: Where its messages go.
  /// - Throws: ``LinuxError`` of `posix_spawn` when the program cannot be run.
  package init(
    path: FilePath, arguments: [String], passing extra: borrowing Descriptor,
    standardError: StandardError = .discarded
  ) throws(LinuxError) {
    Self.reapLeftovers()
    let toChild = try Pipe()
    let fromChild = try Pipe()
    let passed = try extra.raised()
    try toChild.writing.setNonblocking()
    try fromChild.reading.setNonblocking()
    let plan = SpawnPlan(
      input: toChild.reading.number, output: fromChild.writing.number, extra: passed.number,
      standardError: standardError)
    self.number = try plan.spawn(path, arguments)
    self.input = try toChild.writing.raised()
    self.output = try fromChild.reading.raised()
    let handle = clinux_pidfd_open(number)
    self.handle = handle >= 0 ? Descriptor(owning: handle) : nil
  }

  deinit { end() }

  /// The descriptor to wait for before reading.
  package var outputNumber: Int32 { output.number }

  /// The descriptor to wait for before writing, −1 once it is closed.
  package var inputNumber: Int32 { input?.number ?? -1 }

  /// Reads what the child wrote, without blocking; see ``Descriptor/read(into:)``.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(LinuxError) -> Int? {
    try output.read(into: buffer)
  }

  /// Writes to the child, without blocking; see ``Descriptor/write(_:)``.
  ///
  /// - Throws: `EPIPE` when the child is gone; SIGPIPE must be ignored, see ``Signals``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(LinuxError) -> Int? {
    guard input != nil else { throw LinuxError(number: EPIPE, call: "write") }
    return try input?.write(bytes)
  }

  /// Closes the child's standard input, which asks it to end.
  package func closeInput() { input = nil }

  /// Makes both pipes hold more, so that neither side waits for the other as often.
  package func widenPipes(to byteCount: Int32) {
    input?.widenPipe(to: byteCount)
    output.widenPipe(to: byteCount)
  }

  /// Lets this process and others of its priority go first: raises the niceness of a child that has no
  /// thread but its first, setpriority(2).
  ///
  /// - Parameter steps: How much above this process's own, 0…19; a system that refuses is left alone.
  package func yieldPriority(by steps: Int32) {
    errno = 0
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    guard own != -1 || errno == 0 else { return }
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(number), own + steps)
  }

  /// Kills the child, if it still runs, and waits for it.
  ///
  /// A child that hangs in the kernel, as on a dead network mount, does not die at once; the next
  /// start waits for it, so that nothing hangs here.
  @discardableResult
  package func end() -> ChildExit {
    if let exit = poll() { return exit }
    kill(number, SIGKILL)
    if let exit = wait(milliseconds: 1_000) { return exit }
    Self.leftovers.withLock { $0.append(number) }
    ended = .signalled(SIGKILL)
    return .signalled(SIGKILL)
  }

  /// Waits for the child to end by itself; `nil` when it has not after that time.
  package func wait(milliseconds: Int32) -> ChildExit? {
    let deadline = MonotonicClock.milliseconds() + Int64(milliseconds)
    while true {
      if let exit = poll() { return exit }
      let left = deadline - MonotonicClock.milliseconds()
      guard left > 0 else { return nil }
      if let handle = handle?.number {
        _ = Readiness.wait(for: handle, .reading, orFor: -1, milliseconds: Int32(left))
      } else {
        usleep(1_000)
      }
    }
  }

  /// How the child ended; `nil` while it runs.
  package func poll() -> ChildExit? {
    if ended == nil { ended = Self.exit(of: number) }
    return ended
  }

  private static func exit(of number: Int32) -> ChildExit? {
    var status: Int32 = 0
    let result = retryingInterrupts { waitpid(number, &status, WNOHANG) }
    if result == 0 { return nil }
    return result == number ? ChildExit(waitStatus: status) : .unknown
  }

  /// Children that were killed but had not died yet.
  private static let leftovers = Guarded<[Int32]>([])

  private static func reapLeftovers() {
    leftovers.withLock { $0.removeAll { exit(of: $0) != nil } }
  }
}
