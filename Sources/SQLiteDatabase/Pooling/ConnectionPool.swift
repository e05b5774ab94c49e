internal import Synchronization

/// Lends hosts, at most so many at a time; who waits is served in order of arrival.
final class ConnectionPool: Sendable {
  private let state: Mutex<State>
  private let limit: Int
  private let makeHost: @Sendable (Int) -> ConnectionHost
  private let path: String?

  /// Makes an empty pool; hosts are made as they are needed, up to `limit`.
  init(limit: Int, path: String?, makeHost: @escaping @Sendable (Int) -> ConnectionHost) {
    self.limit = max(1, limit)
    self.path = path
    self.makeHost = makeHost
    state = Mutex(State())
  }

  /// Makes a pool of one host.
  convenience init(of host: ConnectionHost, path: String?) {
    self.init(limit: 1, path: path) { _ in host }
  }

  /// Tasks that wait now.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Hosts made so far.
  var hostCount: Int { state.withLock { $0.idle.count + $0.lentCount } }

  /// Lends a host for the time of `body`.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled while it waits.
  func withHost<T: Sendable>(_ body: (ConnectionHost) async throws -> T) async throws -> T {
    let host = if let idle = try takeIdle() { idle } else { try await take() }
    defer { giveBack(host) }
    return try await body(host)
  }

  /// Turns waiting tasks away, lets running bodies end, and closes all hosts.
  func close() async {
    let turnedAway = state.withLock { state in
      state.isClosed = true
      return state.waiting.removeAll()
    }
    for waiter in turnedAway { waiter.resume(throwing: closedError) }
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state in
        if state.lentCount > 0 { state.drains.append(continuation) }
        return state.lentCount == 0
      }
      if isDrained { continuation.resume() }
    }
    let hosts = state.withLock { state in
      defer { state.idle.removeAll() }
      return state.idle
    }
    for host in hosts { await host.close() }
  }

  /// Takes a host that nobody waits for, without leaving the caller's thread.
  private func takeIdle() throws -> ConnectionHost? {
    try Task.checkCancellation()
    return state.withLock { state in
      guard !state.isClosed, let host = state.idle.popLast() else { return nil }
      state.lentCount += 1
      return host
    }
  }

  private func take() async throws -> ConnectionHost {
    let ticket = state.withLock { $0.waiting.nextTicket() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state in
          admit(continuation, ticket: ticket, state: &state)
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      // Not there yet: `admit` finds the task cancelled. Not there any more: it has its host.
      let waiter = state.withLock { $0.waiting.remove(ticket) }
      waiter?.resume(throwing: CancellationError())
    }
  }

  /// Answers at once or queues the continuation.
  private func admit(
    _ continuation: Waiter, ticket: Int, state: inout State
  ) -> Result<ConnectionHost, any Error>? {
    if state.isClosed { return .failure(closedError) }
    if Task.isCancelled { return .failure(CancellationError()) }
    if let host = state.idle.popLast() {
      state.lentCount += 1
      return .success(host)
    }
    guard state.lentCount < limit else {
      state.waiting.append(continuation, ticket: ticket)
      return nil
    }
    state.lentCount += 1
    return .success(makeHost(state.lentCount))
  }

  private func giveBack(_ host: ConnectionHost) {
    let next: (waiter: Waiter?, drains: [CheckedContinuation<Void, Never>]) = state.withLock {
      state in
      // Straight into the next hands: whoever asks only now must not overtake.
      if let waiter = state.waiting.removeFirst() { return (waiter, []) }
      state.idle.append(host)
      state.lentCount -= 1
      guard state.lentCount == 0 else { return (nil, []) }
      defer { state.drains.removeAll() }
      return (nil, state.drains)
    }
    next.waiter?.resume(returning: host)
    for drain in next.drains { drain.resume() }
  }

  private var closedError: DatabaseError { .misuse("the database is closed", path: path) }

  private typealias Waiter = CheckedContinuation<ConnectionHost, any Error>

  private struct State {
    var idle: [ConnectionHost] = []
    var lentCount = 0
    var waiting = WaitingLine<Waiter>()
    var isClosed = false
    var drains: [CheckedContinuation<Void, Never>] = []
  }
}
