import MediaPicker

/// Holds the calls of a filter until a test lets them go, and counts them.
actor Gate {
  private var waiting: [PickerItemID: CheckedContinuation<Void, Never>] = [:]
  private var observers:
    [(isTrue: (Gate.Counts) -> Bool, waiter: CheckedContinuation<Void, Never>)] =
      []
  private var isOpen = false
  private(set) var counts = Counts()

  /// What happened at the gate.
  struct Counts: Sendable {
    /// Calls that came, that are inside now, and that were inside at once at most.
    var (came, inside, peak) = (0, 0, 0)
    /// In the order in which they came.
    var ids: [PickerItemID] = []
  }

  /// Waits to be let go; it does not listen to cancellation.
  func pass(_ id: PickerItemID) async {
    counts.came += 1
    counts.inside += 1
    counts.peak = max(counts.peak, counts.inside)
    counts.ids.append(id)
    if isOpen {
      leave()
      return
    }
    await withCheckedContinuation { waiter in
      waiting[id] = waiter
      notify()
    }
    leave()
  }

  private func leave() {
    counts.inside -= 1
    notify()
  }

  private func notify() {
    let ready = observers.filter { $0.isTrue(counts) }
    observers.removeAll { $0.isTrue(counts) }
    for observer in ready { observer.waiter.resume() }
  }

  /// Waits until the counts are as wanted.
  func wait(_ isTrue: @escaping @Sendable (Counts) -> Bool) async {
    if isTrue(counts) { return }
    await withCheckedContinuation { observers.append((isTrue, $0)) }
  }

  /// Those who wait.
  var ids: [PickerItemID] { waiting.keys.sorted { $0.description < $1.description } }

  /// Lets one go.
  func open(_ id: PickerItemID) { waiting.removeValue(forKey: id)?.resume() }

  /// Lets all go, those to come too.
  func openAll() {
    isOpen = true
    let all = waiting.values
    waiting = [:]
    for waiter in all { waiter.resume() }
  }
}

extension ItemFilter {
  /// Waits at a gate, then shows the item.
  static func held(by gate: Gate) -> ItemFilter {
    ItemFilter { item in
      await gate.pass(item.id)
      return item
    }
  }
}
