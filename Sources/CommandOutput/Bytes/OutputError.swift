internal import Glibc

/// Output that could not be written.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure.
  package enum Code: String, Sendable {
    /// The reader went away (`EPIPE`): stop quietly, it is no error.
    case closedPipe = "closed-pipe"
    /// The disk or the quota is full.
    case noSpace = "no-space"
    /// Anything else the system says.
    case unwritable
  }

  /// What kind of failure.
  package var code: Code
  /// The system's number.
  package var errorNumber: Int32

  /// Takes `errno` of a failed write.
  package init(errorNumber: Int32) {
    self.errorNumber = errorNumber
    switch errorNumber {
    case EPIPE: code = .closedPipe
    case ENOSPC, EDQUOT: code = .noSpace
    default: code = .unwritable
    }
  }

  /// True when the reader went away, which ends the output but is no error.
  package var isClosedPipe: Bool { code == .closedPipe }

  /// One sentence for people.
  package var description: String {
    "the output cannot be written: \(String(cString: strerror(errorNumber)))"
  }
}
