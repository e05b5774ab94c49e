/// Numbers events, and hands them to all who listen.
struct EventLog: Sendable {
  /// The number of the last event.
  private(set) var sequence: Int
  private var listeners: [Int: AsyncStream<PickerEvent>.Continuation] = [:]
  private var nextListener = 0

  init(after sequence: Int = 0) { self.sequence = sequence }

  mutating func append(_ kind: PickerEvent.Kind) {
    sequence += 1
    let event = PickerEvent(sequence: sequence, kind: kind)
    for listener in listeners.values { listener.yield(event) }
    if event.isTerminal {
      for listener in listeners.values { listener.finish() }
      listeners = [:]
    }
  }

  /// Takes a listener, which hears first where the session stands.
  mutating func add(
    _ listener: AsyncStream<PickerEvent>.Continuation, _ state: PickerState
  ) -> Int? {
    listener.yield(PickerEvent(sequence: sequence, kind: .snapshot(state)))
    if state.outcome != nil {
      listener.finish()
      return nil
    }
    nextListener += 1
    listeners[nextListener] = listener
    return nextListener
  }

  mutating func remove(_ listener: Int) { listeners[listener] = nil }
}
