internal import LinuxSystem

/// Whether the workers of a pool work at all.
///
/// A library that does not fit the processor kills every worker at every file. Without this the
/// whole collection would be recorded as files that crash a reader, which no later run tries again.
final class PoolHealth: Sendable {
  /// Files that may be the end of a worker before any other has been read.
  static let limit = 50

  private struct State {
    var hasAnswered = false
    var convictions = 0
  }

  private let state = Guarded(State())

  /// Notes that a worker has read something.
  func noteAnswer() { state.withLock { $0.hasAnswered = true } }

  /// Notes that a file was the end of a worker; false when it is time to blame the worker.
  func noteConviction() -> Bool {
    state.withLock { state in
      state.convictions += 1
      return state.hasAnswered || state.convictions < Self.limit
    }
  }
}
