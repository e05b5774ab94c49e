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

  // Apart, because other libraries are behind each kind of work.
  private let states = Guarded<[Operation.Kind: State]>([:])

  /// Notes that a worker has done something.
  func noteAnswer(_ kind: Operation.Kind) {
    states.withLock { $0[kind, default: State()].hasAnswered = true }
  }

  /// Notes that a file was the end of a worker; false when it is time to blame the worker.
  func noteConviction(_ kind: Operation.Kind) -> Bool {
    states.withLock { states in
      states[kind, default: State()].convictions += 1
      return states[kind].map { $0.hasAnswered || $0.convictions < Self.limit } ?? true
    }
  }
}
