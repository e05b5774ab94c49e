internal import CLinux
internal import Glibc

/// How a child process ended.
package enum ChildExit: Hashable, Sendable {
  /// By itself.
  case exited(code: Int32)
  /// By a signal.
  case signalled(Int32)
  /// Nobody can say: the program ignores SIGCHLD, or somebody else waited for the child.
  case unknown

  init(waitStatus: Int32) {
    if clinux_exited(waitStatus) {
      self = .exited(code: clinux_exit_code(waitStatus))
    } else if clinux_signalled(waitStatus) {
      self = .signalled(clinux_ending_signal(waitStatus))
    } else {
      self = .unknown
    }
  }
}

extension ChildExit: CustomStringConvertible {
  /// `signal SIGSEGV` or `exit code 3`.
  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let number):
      "signal " + (clinux_signal_name(number).map { "SIG" + String(cString: $0) } ?? "\(number)")
    case .unknown: "unknown cause"
    }
  }
}
