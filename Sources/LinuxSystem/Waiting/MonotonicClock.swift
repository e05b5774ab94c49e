internal import CLinux
internal import Glibc

/// The clock that never jumps and that all processes share (`CLOCK_MONOTONIC`).
package enum MonotonicClock {
  /// Milliseconds since some moment before the start of the system.
  package static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
