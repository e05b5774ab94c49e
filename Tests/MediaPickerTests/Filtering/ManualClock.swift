import Synchronization

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var next = 0
    var sleepers: [Int: (deadline: Instant, waiter: CheckedContinuation<Void, any Error>)] = [:]
    var observers: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let (isOver, observers) = state.withLock { state in
          if Task.isCancelled || deadline <= state.now {
            return (true, [CheckedContinuation<Void, Never>]())
          }
          state.sleepers[number] = (deadline, waiter)
          let ready = state.observers.filter { $0.count <= state.sleepers.count }
          state.observers.removeAll { $0.count <= state.sleepers.count }
          return (false, ready.map(\.waiter))
        }
        for observer in observers { observer.resume() }
        if isOver {
          if Task.isCancelled {
            waiter.resume(throwing: CancellationError())
          } else {
            waiter.resume()
          }
        }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.waiter
        .resume(throwing: CancellationError())
    }
  }

  /// Waits until so many sleep.
  func sleepers(_ count: Int) async {
    await withCheckedContinuation { waiter in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.observers.append((count, waiter))
        return false
      }
      if isThere { waiter.resume() }
    }
  }

  /// Goes on, and wakes those whose time has come, the earliest first.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in woken { sleeper.waiter.resume() }
  }
}
