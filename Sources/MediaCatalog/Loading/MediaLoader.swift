internal import Synchronization

/// The one thing that a view shows: loads what is selected, and forgets what was.
///
/// Whatever order loads end in, no state of an earlier selection is shown once there is a later one.
public final class MediaLoader<Value: MediaTransferable>: Sendable {
  private struct Slot {
    /// Counts selections; a state of another number is stale.
    var generation = 0
    var handle: LoadHandle<Value>?
  }
  private let slot = Mutex(Slot())
  private let broadcast = StateBroadcast(LoadState<Value>.empty)
  private let options: LoadOptions

  /// Makes an empty loader.
  public init(_ type: Value.Type = Value.self, _ options: LoadOptions = LoadOptions()) {
    self.options = options
  }

  deinit {
    slot.withLock { $0.handle }?.cancel()
    broadcast.finish()
  }

  /// The present state.
  public var state: LoadState<Value> { broadcast.state }

  /// The present state and those that follow, on the caller's executor; they end with the loader.
  ///
  /// Who is slow misses states on the way, never the latest.
  public var states: AsyncStream<LoadState<Value>> { broadcast.stream() }

  /// Loads another source in place of the present one, or the same anew; `nil` empties the slot.
  ///
  /// The state has changed when this returns.
  public func select(_ source: (any MediaSource)?) {
    let old = slot.withLock { slot in
      slot.generation += 1
      let old = slot.handle
      let handle = source.map { begin($0, slot.generation) }
      slot.handle = handle
      let state = handle.map { LoadState<Value>.loading($0.progress) } ?? .empty
      broadcast.change { _ in state }
      return old
    }
    old?.cancel()
  }

  private func begin(_ source: any MediaSource, _ generation: Int) -> LoadHandle<Value> {
    let handle = source.load(Value.self, options)
    let states = handle.states
    Task { [weak self] in
      for await state in states { self?.show(state, of: generation) }
    }
    return handle
  }

  private func show(_ state: LoadState<Value>, of generation: Int) {
    slot.withLock { slot in
      guard slot.generation == generation else { return }
      broadcast.change { _ in state }
    }
  }
}
