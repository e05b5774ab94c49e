internal import MediaModel

/// Gives batches back in the order they were opened, whatever order they are done in.
struct ReorderBuffer {
  private var opened = 0
  private var released = 0
  private var done: [Int: [PreparedFile]] = [:]

  /// Batches opened and not yet given back by a reader.
  var pending: Int { opened - released - done.count }

  /// Opens the next batch.
  mutating func open() -> Int {
    defer { opened += 1 }
    return opened
  }

  /// Takes a finished batch; returns all that are next in order.
  mutating func add(_ files: [PreparedFile], at number: Int) -> [[PreparedFile]] {
    done[number] = files
    var ready: [[PreparedFile]] = []
    while let next = done.removeValue(forKey: released) {
      ready.append(next)
      released += 1
    }
    return ready
  }
}

extension Array {
  /// Cuts into pieces of at most `count` elements.
  func chunks(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }
}
