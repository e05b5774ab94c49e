internal import Synchronization

/// A state that several listen to: each gets the present one, then every change it is quick enough
/// for, and always the last.
final class StateBroadcast<State: Sendable>: Sendable {
  private struct Contents {
    var state: State
    var isFinished = false
    var next = 0
    var listeners: [Int: AsyncStream<State>.Continuation] = [:]

    /// Makes the state final and gives those who listen, for their streams to be ended.
    mutating func end() -> [AsyncStream<State>.Continuation] {
      isFinished = true
      defer { listeners = [:] }
      return Array(listeners.values)
    }
  }
  private let contents: Mutex<Contents>

  init(_ state: State) { contents = Mutex(Contents(state: state)) }

  /// The present state.
  var state: State { contents.withLock { $0.state } }

  /// Changes the state, unless it is final.
  ///
  /// - Parameters:
  ///   - isFinal: Whether the streams end with it.
  ///   - change: Gives the next state, or `nil` to leave it.
  /// - Returns: Whether it changed.
  @discardableResult
  func change(isFinal: Bool = false, _ change: (State) -> State?) -> Bool {
    let (isChanged, ended) = contents.withLock {
      contents -> (Bool, [AsyncStream<State>.Continuation]) in
      guard !contents.isFinished, let state = change(contents.state) else { return (false, []) }
      contents.state = state
      // Inside the lock, so that all get the states in order.
      for listener in contents.listeners.values { listener.yield(state) }
      return (true, isFinal ? contents.end() : [])
    }
    // Outside of it: the end of a stream calls back.
    for listener in ended { listener.finish() }
    return isChanged
  }

  /// Ends all streams; the state stays.
  func finish() {
    let ended = contents.withLock { $0.end() }
    for listener in ended { listener.finish() }
  }

  /// A stream that begins with the present state; `owner` lives as long as someone listens.
  func stream(keeping owner: (any AnyObject & Sendable)? = nil) -> AsyncStream<State> {
    let (stream, listener) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let number = contents.withLock { contents -> Int? in
      listener.yield(contents.state)
      if contents.isFinished { return nil }
      contents.next += 1
      contents.listeners[contents.next] = listener
      return contents.next
    }
    guard let number else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in
      withExtendedLifetime(owner) { self?.remove(number) }
    }
    return stream
  }

  private func remove(_ number: Int) {
    // What the listener holds goes after the lock.
    let listener = contents.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(listener) {}
  }
}
