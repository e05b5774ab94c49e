internal import CLinux
internal import Glibc

/// Signals a command-line program must answer.
package enum Signals {
  /// Makes writing into a closed pipe an error (`EPIPE`) instead of the end of the program.
  package static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

  /// Makes writing beyond ``ResourceLimits/fileSize`` an error (`EFBIG`) instead of the end of the
  /// program.
  package static func ignoreFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }

  /// Calls `body` once, on a thread of its own, with the first SIGINT, SIGTERM or SIGHUP.
  ///
  /// The second signal ends the program at once. A signal that was ignored at the start stays so.
  /// When the work is wound up, ``die(by:)`` ends the program as its caller expects.
  package static func onTermination(
    _ body: @escaping @Sendable (Int32) -> Void
  ) throws(LinuxError) {
    let number = clinux_eventfd(false)
    guard number >= 0 else { throw LinuxError("eventfd") }
    let failure = clinux_watch_termination(number)
    guard failure == 0 else {
      close(number)
      throw LinuxError(number: failure, call: "sigaction")
    }
    try Thread.start(name: "signals") {
      var signal: UInt64 = 0
      let count = withUnsafeMutableBytes(of: &signal) { bytes in
        retryingInterrupts { read(number, bytes.baseAddress, bytes.count) }
      }
      if count == MemoryLayout<UInt64>.size { body(Int32(truncatingIfNeeded: signal)) }
    }
  }

  /// Sends a signal to a process.
  package static func send(_ signal: Int32, to process: Int32) { kill(process, signal) }

  /// Ends this program by a signal, as if it had never been handled.
  package static func die(by signal: Int32) -> Never {
    clinux_die_by_signal(signal)
    _exit(128 + signal)
  }
}
