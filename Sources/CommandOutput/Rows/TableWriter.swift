package import MediaModel
internal import UnicodeText

/// A table for people: columns aligned, numbers at the right.
///
/// On a terminal it fits the line and never wraps, escapes what could paint, and shows sizes and
/// durations as people write them. Elsewhere all is raw and complete. The columns are fitted to the
/// first rows (500, or what came in 100 ms); later ones are written as they come.
package struct TableWriter: RowWriter {
  private let output: ByteWriter
  private let style: OutputStyle
  private let elapsed: () -> Duration
  private var columns: [RowColumn] = []
  private var needed: [Int] = []
  private var layout: TableLayout?
  private var waiting: [[Cell]] = []
  private var lastFlush = Duration.zero

  private static let rowsToMeasure = 500
  private static let patience = Duration.milliseconds(100)

  private struct Cell {
    var bytes: [UInt8]
    var width: Int
  }

  /// Makes a writer; `elapsed` is a monotonic clock.
  package init(
    to output: ByteWriter, style: OutputStyle, elapsed: @escaping () -> Duration = MonotonicTime.now
  ) {
    self.output = output
    self.style = style
    self.elapsed = elapsed
  }

  /// Takes the columns; the header comes with the first row.
  package mutating func begin(_ columns: [RowColumn]) throws(OutputError) {
    self.columns = columns
    needed = columns.map { TerminalCells.width($0.name) }
    lastFlush = elapsed()
  }

  /// Writes one row, or keeps it until the columns are fitted.
  package mutating func row(_ values: [FieldValue]) throws(OutputError) {
    let cells = zip(columns, values).map(cell)
    let now = elapsed()
    guard layout != nil else {
      for (index, cell) in cells.enumerated() { needed[index] = max(needed[index], cell.width) }
      waiting.append(cells)
      if waiting.count >= Self.rowsToMeasure || now - lastFlush >= Self.patience {
        try writeWaiting()
        try flush(now)
      }
      return
    }
    widen(for: cells)
    try write(cells)
    if style.isTerminal, now - lastFlush >= Self.patience { try flush(now) }
  }

  /// Writes what was kept, and flushes; without rows nothing is printed, no header either.
  package mutating func end() throws(OutputError) {
    if layout == nil, !waiting.isEmpty { try writeWaiting() }
    try output.flush()
  }

  private mutating func flush(_ now: Duration) throws(OutputError) {
    try output.flush()
    lastFlush = now
  }

  private func cell(_ column: RowColumn, _ value: FieldValue) -> Cell {
    guard style.isTerminal else {
      let bytes = value.plainBytes(separator: ", ")
      return Cell(bytes: bytes, width: TerminalCells.width(String(decoding: bytes, as: UTF8.self)))
    }
    let text: String
    switch (column.display, value) {
    case (.byteCount, .integer(let count)): text = HumanText.byteCount(count)
    case (.clock, .duration(let duration)): text = HumanText.clock(duration)
    case (.wallTime, .text(let time)):
      text = EscapedText.forTerminal(String(time.prefix(19))).replacing("T", with: " ")
    case (_, .bytes(let bytes)): text = EscapedText.forTerminal(bytes)
    default: text = EscapedText.forTerminal(value.plainText(separator: ", "))
    }
    return Cell(bytes: Array(text.utf8), width: TerminalCells.width(text))
  }

  private mutating func fit() {
    layout = TableLayout(
      needed: needed, isFlexible: columns.map(\.isFlexible),
      available: style.isTerminal ? style.width : .max)
  }

  /// Makes room for a later value that must not be cut; columns never become narrower for it, but
  /// flexible ones may.
  private mutating func widen(for cells: [Cell]) {
    guard style.isTerminal else { return }
    var isChanged = false
    for (index, cell) in cells.enumerated()
    where !columns[index].isFlexible && cell.width > needed[index] {
      needed[index] = cell.width
      isChanged = true
    }
    if isChanged { fit() }
  }

  private mutating func writeWaiting() throws(OutputError) {
    fit()
    let header = columns.map {
      Cell(bytes: Array($0.name.utf8), width: TerminalCells.width($0.name))
    }
    if style.usesColor { try output.write("\u{1B}[2m") }
    try write(header, ending: style.usesColor ? "\u{1B}[0m\n" : "\n")
    for cells in waiting { try write(cells) }
    waiting = []
  }

  private func write(_ cells: [Cell], ending: String = "\n") throws(OutputError) {
    var line: [UInt8] = []
    let widths = layout?.widths ?? []
    // Spaces are written only when something follows them: no line ends in spaces.
    var spaces = 0
    for (index, cell) in cells.prefix(widths.count).enumerated() {
      if index > 0 { spaces += TableLayout.gap }
      let shown = cut(cell, to: widths[index], column: columns[index])
      let fill = max(0, widths[index] - shown.width)
      if columns[index].isNumeric { spaces += fill }
      if !shown.bytes.isEmpty {
        line.append(contentsOf: repeatElement(0x20, count: spaces))
        line.append(contentsOf: shown.bytes)
        spaces = 0
      }
      if !columns[index].isNumeric { spaces += fill }
    }
    line.append(contentsOf: ending.utf8)
    try output.write(line)
  }

  private func cut(_ cell: Cell, to width: Int, column: RowColumn) -> Cell {
    guard style.isTerminal, cell.width > width else { return cell }
    let text = String(decoding: cell.bytes, as: UTF8.self)
    let shown =
      column.keepsEnd
      ? TerminalCells.truncatedKeepingEnd(text, toCells: width)
      : TerminalCells.truncated(text, toCells: width)
    return Cell(bytes: Array(shown.utf8), width: TerminalCells.width(shown))
  }
}
