internal import CLinux
internal import Glibc

/// What ended a wait.
package enum Readiness: Hashable, Sendable {
  /// The descriptor can be read or written without blocking, or its other end is gone.
  case ready
  /// The second descriptor was readable.
  case woken
  /// The time is over.
  case timedOut

  /// What to wait for.
  package enum Interest: Sendable { case reading, writing }

  /// Blocks the thread until `descriptor` is ready, `other` is readable, or the time is over.
  ///
  /// `other` may be −1 for none, and comes first when both are ready. A negative time waits for ever.
  package static func wait(
    for descriptor: Int32, _ interest: Interest, orFor other: Int32, milliseconds: Int32
  ) -> Readiness {
    let deadline = MonotonicClock.milliseconds() + Int64(milliseconds)
    var left = milliseconds
    while true {
      var interests = (
        pollfd(
          fd: descriptor, events: Int16(interest == .reading ? POLLIN : POLLOUT), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0)
      )
      let count = withUnsafeMutableBytes(of: &interests) {
        poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, left)
      }
      if count > 0 { return interests.1.revents != 0 ? .woken : .ready }
      if count == 0 { return .timedOut }
      // EINTR; ENOMEM is the only other, and passes.
      if milliseconds >= 0 {
        left = Int32(max(0, deadline - MonotonicClock.milliseconds()))
      }
    }
  }
}
