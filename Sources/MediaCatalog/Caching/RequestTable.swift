/// Who waits for what: equal requests are worked on once, the most wanted first, and what nobody
/// waits for any more is not begun at all.
///
/// A value without clocks or tasks, so that its rules can be tested alone.
struct RequestTable<Key: Hashable & Sendable, Waiter: Sendable> {
  /// How much a request is wanted.
  private struct Wanted {
    var waiters: [Int: Waiter] = [:]
    var priority: Int
    var isRunning = false
    /// True when it is made whether or not anybody waits for it.
    var isKept = false
  }

  private var wanted: [Key: Wanted] = [:]
  /// Keys by priority, in order of arrival; those that were given up are skipped when met.
  private var queues: [Int: [Key]] = [:]
  private var heads: [Int: Int] = [:]
  private var nextNumber = 0

  /// Requests that run or wait.
  var count: Int { wanted.count }

  /// True when it runs or waits.
  func contains(_ key: Key) -> Bool { wanted[key] != nil }

  /// Adds a waiter.
  ///
  /// - Returns: Its number, and whether the request is new and has to be scheduled.
  mutating func add(
    _ waiter: Waiter, for key: Key, priority: Int
  ) -> (number: Int, isNew: Bool) {
    nextNumber += 1
    guard var known = wanted[key] else {
      wanted[key] = Wanted(waiters: [nextNumber: waiter], priority: priority)
      queues[priority, default: []].append(key)
      return (nextNumber, true)
    }
    known.waiters[nextNumber] = waiter
    if priority > known.priority, !known.isRunning {
      known.priority = priority
      queues[priority, default: []].append(key)
    }
    wanted[key] = known
    return (nextNumber, false)
  }

  /// The waiter that gives up, `nil` when it was answered already.
  ///
  /// - Returns: The waiter, and whether running work is for nobody now.
  mutating func remove(_ number: Int, from key: Key) -> (
    waiter: Waiter, isAbandoned: Bool
  )? {
    guard let waiter = wanted[key]?.waiters.removeValue(forKey: number) else { return nil }
    guard wanted[key]?.waiters.isEmpty == true else { return (waiter, false) }
    let wasRunning = wanted[key]?.isRunning == true
    if !wasRunning { wanted[key] = nil }
    return (waiter, wasRunning && wanted[key]?.isKept != true)
  }

  /// Begins what nobody waits for; false when it is wanted or runs already.
  mutating func begin(_ key: Key, priority: Int) -> Bool {
    guard wanted[key] == nil else { return false }
    wanted[key] = Wanted(priority: priority, isRunning: true, isKept: true)
    return true
  }

  /// The most wanted request that does not run yet, of a priority of at least `least`; it counts as
  /// running from now on.
  mutating func takeNext(least: Int = .min) -> Key? {
    for priority in queues.keys.sorted(by: >) where priority >= least {
      while let key = popFirst(priority) {
        guard var known = wanted[key], !known.isRunning, known.priority == priority else {
          continue
        }
        known.isRunning = true
        wanted[key] = known
        return key
      }
    }
    return nil
  }

  /// Puts a request that stopped without an answer back into its queue.
  ///
  /// - Returns: False when nobody waits for it.
  mutating func restart(_ key: Key) -> Bool {
    guard var known = wanted[key], !known.waiters.isEmpty else { return false }
    known.isRunning = false
    wanted[key] = known
    queues[known.priority, default: []].append(key)
    return true
  }

  /// Ends a request.
  ///
  /// - Returns: All who waited for it.
  mutating func finish(_ key: Key) -> [Waiter] {
    (wanted.removeValue(forKey: key)?.waiters ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func popFirst(_ priority: Int) -> Key? {
    guard let queue = queues[priority] else { return nil }
    let head = heads[priority] ?? 0
    guard head < queue.count else {
      queues[priority] = nil
      heads[priority] = nil
      return nil
    }
    heads[priority] = head + 1
    return queue[head]
  }
}
