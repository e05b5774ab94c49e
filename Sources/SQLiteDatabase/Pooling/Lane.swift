internal import Dispatch

/// A thread of its own, for C calls that block.
actor Lane {
  private let executor: QueueExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(label: String) { executor = QueueExecutor(label: label) }

  /// Runs `body` on the thread.
  func perform<T: Sendable>(_ body: @Sendable () throws -> T) rethrows -> T { try body() }

  /// Runs `body` on the thread, then `finish` with what became of it.
  ///
  /// - Parameters:
  ///   - body: What to run.
  ///   - cancel: Called from anywhere while `body` runs, when the task is cancelled; never again once
  ///     `finish` is called.
  ///   - finish: Called on the thread too.
  /// - Returns: What `finish` returns.
  /// - Throws: What `finish` throws.
  func perform<T: Sendable>(
    _ body: @Sendable () throws -> T, onCancel cancel: @Sendable () -> Void,
    finish: @Sendable (Result<T, any Error>) throws -> T
  ) async throws -> T {
    let result: Result<T, any Error>
    do {
      // `perform` belongs to the actor: a closure that did not need it would run on one of Swift's
      // own threads instead of this one.
      result = .success(
        try await withTaskCancellationHandler {
          try perform(body)
        } onCancel: {
          cancel()
        })
    } catch {
      result = .failure(error)
    }
    return try finish(result)
  }
}

/// A serial executor on a queue of Dispatch.
///
/// `DispatchSerialQueue` is missing on Linux; this is the whole of it.
private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
