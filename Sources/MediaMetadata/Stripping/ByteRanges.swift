/// A set of byte ranges, for telling what may be overwritten from what must stay.
struct ByteRanges {
  private var ranges: [Range<Int64>] = []

  /// True when it holds no byte.
  var isEmpty: Bool { ranges.isEmpty }
  /// Ranges that were added, joined ones counting once.
  var count: Int { ranges.count }

  /// Adds a range.
  mutating func add(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    // Neighbours come in order mostly.
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// Adds all ranges of another set.
  mutating func add(_ other: ByteRanges) { for range in other.ranges { add(range) } }

  /// The ranges in order, without overlaps.
  var joined: [Range<Int64>] {
    var result: [Range<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// What lies in this set but not in `other`.
  func subtracting(_ other: ByteRanges) -> [Range<Int64>] {
    let kept = other.joined
    var result: [Range<Int64>] = []
    var index = 0
    for range in joined {
      var start = range.lowerBound
      while index < kept.count, kept[index].upperBound <= start { index += 1 }
      var next = index
      while next < kept.count, kept[next].lowerBound < range.upperBound {
        if kept[next].lowerBound > start { result.append(start..<kept[next].lowerBound) }
        start = max(start, kept[next].upperBound)
        next += 1
      }
      if start < range.upperBound { result.append(start..<range.upperBound) }
    }
    return result
  }

  /// What lies in both sets.
  func intersection(_ other: ByteRanges) -> ByteRanges {
    var outside = ByteRanges()
    for range in subtracting(other) { outside.add(range) }
    var result = ByteRanges()
    for range in subtracting(outside) { result.add(range) }
    return result
  }
}
