internal import MediaModel

/// Failures that will not pass by themselves, so that a broken file is opened once a run.
struct FailureMemory<Key: Hashable & Sendable> {
  private var failures: [Key: RenderFailure] = [:]

  /// Failures that are remembered; beyond that all are forgotten at once.
  private static var limit: Int { 100_000 }

  /// The failure of a key, `nil` when it is worth a try.
  subscript(key: Key) -> RenderFailure? { failures[key] }

  /// Remembers an error if it is a failure of the file itself.
  mutating func note(_ error: any Error, for key: Key) {
    guard let failure = error as? RenderFailure, !failure.code.isTransient else { return }
    if failures.count >= Self.limit { failures.removeAll() }
    failures[key] = failure
  }
}
