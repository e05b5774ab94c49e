internal import UnicodeText

/// The text of one progress line.
struct ProgressText {
  /// Writes the line, at most `width` cells.
  ///
  /// `Indexing  [=====>    ]  45%  4 512 of 10 000  1 234/s  0:12 left  DCIM/IMG_0001.JPG`
  ///
  /// What matters least goes first when the line is short: the item, the bar, the time, the rate.
  static func line(_ state: ProgressState, rate: Double?, frame: Int, width: Int) -> String {
    let counts = counts(state)
    var parts = [EscapedText.forTerminal(state.activity)]
    parts.append(state.total == nil ? spinner(frame) : percent(state))
    parts.append(counts)
    var optional: [String] = []
    if let rate { optional.append("\(perSecond(rate))/s") }
    if let left = timeLeft(state, rate: rate) { optional.append("\(left) left") }
    for part in optional where cells(parts + [part]) <= width { parts.append(part) }
    if state.total != nil, cells(parts) + 2 + barWidth + 2 <= width {
      parts.insert(bar(state), at: 1)
    }
    let line = TerminalCells.truncated(parts.joined(separator: "  "), toCells: width)
    let room = width - TerminalCells.width(line) - 2
    guard let current = state.current, room >= 8 else { return line }
    let item = EscapedText.forTerminal(current)
    return line + "  " + TerminalCells.truncatedKeepingEnd(item, toCells: room)
  }

  private static let barWidth = 20

  private static func cells(_ parts: [String]) -> Int {
    parts.reduce(2 * (parts.count - 1)) { $0 + TerminalCells.width($1) }
  }

  /// The share that is done, 0…1; nothing to do is all done.
  private static func share(_ state: ProgressState) -> Double {
    guard let total = state.total, total > 0 else { return 1 }
    return min(max(Double(state.done) / Double(total), 0), 1)
  }

  /// Rounded down: 100 % means done.
  private static func percent(_ state: ProgressState) -> String {
    let text = "\(Int(share(state) * 100))%"
    return String(repeating: " ", count: 4 - text.count) + text
  }

  private static func bar(_ state: ProgressState) -> String {
    let inside = barWidth - 2
    let filled = Int(share(state) * Double(inside))
    let head = filled < inside ? ">" : ""
    let full = String(repeating: "=", count: filled) + head
    return "[" + full + String(repeating: " ", count: inside - full.count) + "]"
  }

  private static func spinner(_ frame: Int) -> String { ["|", "/", "-", "\\"][frame & 3] }

  private static func counts(_ state: ProgressState) -> String {
    let done = HumanText.count(state.done)
    return state.total.map { "\(done) of \(HumanText.count($0))" } ?? done
  }

  private static func perSecond(_ rate: Double) -> String {
    if rate >= 10 { return HumanText.count(Int64(min(rate, 1e15).rounded())) }
    let tenths = Int((rate * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `nil` when it cannot be told: no total, no rate, or more than a hundred hours.
  private static func timeLeft(_ state: ProgressState, rate: Double?) -> String? {
    guard let total = state.total, let rate, rate > 0, state.done < total else { return nil }
    let seconds = Double(total - state.done) / rate
    guard seconds < 360_000 else { return nil }
    return HumanText.clock(.seconds(Int64(seconds.rounded(.up))))
  }
}
