/// How many of the words each positional gets.
struct PositionalCounts {
  private(set) var counts: [Int] = []

  /// Shares words out from the left, leaving later positionals what they need at least.
  init(
    _ positionals: [PositionalDescription], words: [RawArgument], of command: String
  ) throws(UsageError) {
    var left = words.count
    var reserved = positionals.reduce(0) { $0 + $1.count.minimum }
    if left < reserved { throw Self.missing(positionals, given: left) }
    for positional in positionals {
      reserved -= positional.count.minimum
      let count = min(left - reserved, positional.count.maximum)
      counts.append(count)
      left -= count
    }
    if left > 0 {
      let extra = words[words.count - left].displayText
      throw UsageError(
        positionals.isEmpty
          ? "'\(command)' takes no words beside flags, but got '\(extra)'"
          : "'\(extra)' is one word too many")
    }
  }

  private static func missing(
    _ positionals: [PositionalDescription], given: Int
  ) -> UsageError {
    // Words go to the required ones first, in order.
    let required = positionals.filter { $0.count.minimum > 0 }.dropFirst(given)
    let names = required.map { $0.count == .oneOrMore ? "\($0.name)…" : $0.name }
    return UsageError("missing \(names.joined(separator: " and "))")
  }
}
