internal import MediaModel
internal import Synchronization

extension Deadline {
  /// Runs `body` until it ends, its time is over or the task is cancelled, whichever comes first.
  ///
  /// Unlike ``run(within:else:_:)`` it does not wait for a body that goes on though it was cancelled:
  /// a client's own source may not listen, and its accessors end all the same.
  ///
  /// - Throws: ``MediaModel/RenderFailure`` `timedOut`; `CancellationError`; what `body` throws.
  static func race<Value: Sendable>(
    within time: Duration?, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let finish = Finish<Value>()
    let work = Task {
      do { finish.settle(.success(try await body())) } catch { finish.settle(.failure(error)) }
    }
    let clock = time.map { time in
      Task {
        do { try await Task.sleep(for: time) } catch { return }
        finish.settle(.failure(overdue))
        work.cancel()
      }
    }
    defer { clock?.cancel() }
    return try await withTaskCancellationHandler {
      try await finish.value
    } onCancel: {
      finish.settle(.failure(CancellationError()))
      work.cancel()
    }
  }

  /// The error of a request whose time is over.
  static var overdue: RenderFailure {
    RenderFailure(code: .timedOut, reason: "It was not ready by the deadline of the request.")
  }
}

/// The first result of several that may come, for one who waits.
private final class Finish<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
  }
  private let state = Mutex(State.open)

  /// Takes a result; all but the first are dropped.
  func settle(_ result: Result<Value, any Error>) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .open:
        state = .settled(result)
        return nil
      case .awaited(let waiter):
        state = .settled(result)
        return waiter
      case .settled: return nil
      }
    }
    waiter?.resume(with: result)
  }

  /// The first result; asked for once.
  var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { waiter in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if case .settled(let result) = state { return result }
          state = .awaited(waiter)
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    }
  }
}
