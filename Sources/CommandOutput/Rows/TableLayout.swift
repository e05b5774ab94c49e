/// How many cells each column of a table gets.
struct TableLayout: Hashable {
  /// Spaces between columns.
  static let gap = 2
  /// A column is not cut below this while another one can give.
  static let minimum = 8

  /// Cells a column; columns that are left out for want of room are missing at the end.
  let widths: [Int]

  /// Gives every column what its values need, when the line has room for it.
  ///
  /// Otherwise the widest flexible columns are cut to one width. When that is not enough, columns are
  /// served from the left and the rest is cut or left out: a line never wraps.
  init(needed: [Int], isFlexible: [Bool], available: Int) {
    let gaps = Self.gap * max(0, needed.count - 1)
    guard needed.reduce(gaps, +) > available else {
      widths = needed
      return
    }
    let fixed = zip(needed, isFlexible).reduce(gaps) { $0 + ($1.1 ? 0 : $1.0) }
    let flexible = zip(needed, isFlexible).filter(\.1).map(\.0)
    let limit = max(Self.limit(flexible, sum: available - fixed), Self.minimum)
    var left = available
    var widths: [Int] = []
    for (needed, isFlexible) in zip(needed, isFlexible) {
      let room = left - (widths.isEmpty ? 0 : Self.gap)
      if room < 1 { break }
      widths.append(min(isFlexible ? min(needed, limit) : needed, room))
      left = room - (widths.last ?? 0)
    }
    self.widths = widths
  }

  /// The largest width such that all, cut to it, take at most `sum`.
  private static func limit(_ widths: [Int], sum: Int) -> Int {
    var left = sum
    for (index, width) in widths.sorted().enumerated() {
      let share = left / (widths.count - index)
      if width > share { return share }
      left -= width
    }
    return .max
  }
}
