internal import LinuxSystem

/// Lends workers out, one caller each, in the order of ``WaitingLine``.
///
/// The worker used last goes out first, and a new one is made only when all are busy: light use
/// starts few processes.
final class WorkerSlots: Sendable {
  private struct State {
    var all: [Worker] = []
    var idle: [Worker] = []
    var waiting = WaitingLine<CheckedContinuation<Worker, any Error>>()
    var nextTicket: UInt64 = 0
    var isClosed = false
  }

  /// Workers at most.
  let capacity: Int
  private let settings: WorkerPool.Configuration
  private let health = PoolHealth()
  private let state = Guarded(State())

  init(_ settings: WorkerPool.Configuration) {
    self.settings = settings
    self.capacity = max(1, settings.workerCount)
  }

  /// Runs `body` with a worker that nobody else has meanwhile.
  func withWorker<Result: Sendable>(
    for kind: Operation.Kind, _ body: (Worker) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let worker = try await acquire(for: kind)
    defer { release(worker) }
    return try await body(worker)
  }

  /// Stops all workers, each after its batch; who waits for one gets an error.
  func close() async {
    var (workers, waiting) = state.withLock { state in
      defer { state = State(nextTicket: state.nextTicket, isClosed: true) }
      return (state.all, state.waiting)
    }
    while let waiter = waiting.next() { waiter.resume(throwing: Self.closed) }
    for worker in workers { await worker.stop() }
  }

  private static let closed = WorkerError(code: .closed, reason: "the worker pool has been closed")

  private func acquire(for kind: Operation.Kind) async throws -> Worker {
    let ticket = state.withLock { state in
      defer { state.nextTicket += 1 }
      return state.nextTicket
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { lend(&$0, ticket, kind, continuation) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiting.remove(ticket: ticket) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Resumes at once or queues; under the lock, so that a cancellation finds either the flag set
  /// or the ticket queued.
  private func lend(
    _ state: inout State, _ ticket: UInt64, _ kind: Operation.Kind,
    _ continuation: CheckedContinuation<Worker, any Error>
  ) {
    if state.isClosed {
      continuation.resume(throwing: Self.closed)
    } else if Task.isCancelled {
      continuation.resume(throwing: CancellationError())
    } else if let worker = state.idle.popLast() {
      continuation.resume(returning: worker)
    } else if state.all.count < capacity {
      do throws(WorkerError) {
        let worker = try Worker(settings, health)
        state.all.append(worker)
        continuation.resume(returning: worker)
      } catch {
        continuation.resume(throwing: error)
      }
    } else {
      state.waiting.add(continuation, ticket: ticket, for: kind)
    }
  }

  private func release(_ worker: Worker) {
    let waiter = state.withLock { state -> CheckedContinuation<Worker, any Error>? in
      if let waiter = state.waiting.next() { return waiter }
      if !state.isClosed { state.idle.append(worker) }
      return nil
    }
    waiter?.resume(returning: worker)
  }
}
