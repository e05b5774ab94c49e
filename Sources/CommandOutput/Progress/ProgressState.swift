/// How far something is.
package struct ProgressState: Hashable, Sendable {
  /// What is going on: `Indexing`.
  package var activity: String
  /// Items done.
  package var done: Int64
  /// Items in all, `nil` while that is unknown.
  package var total: Int64?
  /// The item at work, a path in any encoding.
  package var current: [UInt8]?

  /// Makes a state.
  package init(activity: String, done: Int64 = 0, total: Int64? = nil, current: [UInt8]? = nil) {
    self.activity = activity
    self.done = done
    self.total = total
    self.current = current
  }
}

/// Items a second, smoothed: the last seconds count most.
struct SmoothedRate {
  private(set) var perSecond: Double?
  private var lastDone: Int64 = 0
  private var lastTime: Duration?

  /// The weight of what is this old has fallen to 1/e.
  private static let memory = 5.0

  mutating func update(done: Int64, at time: Duration) {
    guard let lastTime, done >= lastDone else {
      // The first call, or a count that started again.
      (lastDone, lastTime, perSecond) = (done, time, nil)
      return
    }
    let (seconds, attoseconds) = (time - lastTime).components
    let interval = Double(seconds) + Double(attoseconds) * 1e-18
    guard interval >= 0.05 else { return }
    let rate = Double(done - lastDone) / interval
    if let known = perSecond {
      // 1 - e^(-x) is x / (1 + x) closely enough, and needs no mathematics library.
      let weight = interval / (interval + Self.memory)
      perSecond = known + (rate - known) * weight
    } else {
      perSecond = rate
    }
    (lastDone, self.lastTime) = (done, time)
  }
}
