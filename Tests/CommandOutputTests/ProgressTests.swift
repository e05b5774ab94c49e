import CommandOutput
import Testing
import UnicodeText

@Suite("Progress line") struct ProgressTests {
  private let clock = ManualClock()
  private let output = ByteWriter.inMemory()

  private func makeLine(width: @escaping () -> Int = { 100 }, isTerminal: Bool = true)
    -> ProgressLine
  {
    let clock = clock
    return ProgressLine(
      to: output, isTerminal: isTerminal, width: width, elapsed: { clock.now })
  }

  private func drawn() -> String {
    String(decoding: output.takeBytes(), as: UTF8.self)
      .replacing("\r", with: "").replacing("\u{1B}[K", with: "")
  }

  @Test func `tells count, share, rate, time left and the item`() throws {
    let line = makeLine(width: { 120 })
    try line.update(ProgressState(activity: "Indexing", done: 0, total: 10_000))
    #expect(drawn() == "Indexing  [>                 ]    0%  0 of 10\u{202F}000")
    clock.now = .seconds(1)
    try line.update(
      ProgressState(
        activity: "Indexing", done: 4_500, total: 10_000, current: Array("DCIM/IMG_1\n.JPG".utf8)))
    #expect(
      drawn() == "Indexing  [========>         ]   45%  4\u{202F}500 of 10\u{202F}000"
        + "  4\u{202F}500/s  0:02 left  DCIM/IMG_1\\n.JPG")
    clock.now = .seconds(2)
    try line.update(ProgressState(activity: "Indexing", done: 10_000, total: 10_000))
    #expect(drawn().hasPrefix("Indexing  [==================]  100%"))
  }

  @Test func `shows a spinner and the count while the total is unknown`() throws {
    let line = makeLine()
    try line.update(ProgressState(activity: "Walking", done: 12))
    #expect(drawn() == "Walking  /  12")
    clock.now = .milliseconds(500)
    try line.update(ProgressState(activity: "Walking", done: 17))
    #expect(drawn() == "Walking  -  17  10/s")
  }

  @Test func `is redrawn at most ten times a second`() throws {
    let line = makeLine()
    for step in 0..<1_000 {
      clock.now = .milliseconds(step)
      try line.update(ProgressState(activity: "Indexing", done: Int64(step), total: 1_000))
    }
    #expect(drawn().split(separator: "Indexing").count == 10)
  }

  @Test(arguments: 1...130)
  func `never fills the last cell`(width: Int) throws {
    let line = makeLine(width: { width })
    let state = ProgressState(
      activity: "Indexing", done: 4_500, total: 10_000, current: Array("日本/IMG_0001.JPG".utf8))
    try line.update(state)
    clock.now = .seconds(1)
    _ = drawn()
    try line.update(state)
    #expect(TerminalCells.width(drawn()) <= max(1, width - 1))
  }

  @Test func `takes itself away once`() throws {
    let line = makeLine()
    try line.clear()
    #expect(output.takeBytes().isEmpty)
    try line.update(ProgressState(activity: "Indexing"))
    _ = output.takeBytes()
    try line.clear()
    #expect(String(decoding: output.takeBytes(), as: UTF8.self) == "\r\u{1B}[K")
    try line.clear()
    #expect(output.takeBytes().isEmpty)
  }

  @Test func `prints nothing when nobody looks`() throws {
    let line = makeLine(isTerminal: false)
    try line.update(ProgressState(activity: "Indexing", done: 1, total: 2))
    try line.clear()
    #expect(output.takeBytes().isEmpty)
  }

  @Test func `smooths its rate over some seconds`() throws {
    let line = makeLine()
    var done: Int64 = 0
    for second in 0...20 {
      clock.now = .seconds(second)
      // 100 a second, then one pause of a second.
      done += second == 20 ? 0 : 100
      try line.update(ProgressState(activity: "Indexing", done: done, total: 100_000))
      if second < 20 { _ = drawn() }
    }
    #expect(drawn().contains("  83/s  "))
  }
}
