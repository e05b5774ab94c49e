/// Time limits of requests, which are not those of the work itself: others may wait for it too.
enum Deadline {
  /// Runs `body` for no longer than a time, then cancels it.
  ///
  /// - Throws: `overdue` when the time is over first; what `body` throws.
  static func run<Value: Sendable>(
    within time: Duration?, else overdue: @autoclosure () -> any Error,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let time else { return try await body() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else { throw overdue() }
      return value
    }
  }
}
