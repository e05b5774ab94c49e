/// One line of progress on a terminal, redrawn at most ten times a second.
///
/// It writes nothing when the stream is no terminal. Write its ``clear()`` before other lines.
/// Used by one task at a time.
package final class ProgressLine {
  private let output: ByteWriter
  private let isTerminal: Bool
  private let width: () -> Int
  private let elapsed: () -> Duration
  private var rate = SmoothedRate()
  private var lastDraw: Duration?
  private var activity: String?
  private var frame = 0
  private var isShown = false

  private static let interval = Duration.milliseconds(100)

  /// Makes a line.
  ///
  /// `output` is standard error; `width` is asked before every drawing, because windows change;
  /// `elapsed` is a monotonic clock.
  package init(
    to output: ByteWriter, isTerminal: Bool, width: @escaping () -> Int,
    elapsed: @escaping () -> Duration = MonotonicTime.now
  ) {
    self.output = output
    self.isTerminal = isTerminal
    self.width = width
    self.elapsed = elapsed
  }

  /// Takes a new state and draws it when it is time to.
  package func update(_ state: ProgressState) throws(OutputError) {
    guard isTerminal else { return }
    let now = elapsed()
    if activity != state.activity {
      (activity, rate, lastDraw) = (state.activity, SmoothedRate(), nil)
    }
    if let lastDraw, now - lastDraw < Self.interval { return }
    rate.update(done: state.done, at: now)
    lastDraw = now
    frame &+= 1
    // The last cell stays free: some terminals wrap when it is filled.
    let line = ProgressText.line(
      state, rate: rate.perSecond, frame: frame, width: max(1, width() - 1))
    // To the first column, the line, and erase what was longer.
    try output.write("\r\(line)\u{1B}[K")
    try output.flush()
    isShown = true
  }

  /// Takes the line away, so that something else can be written there.
  package func clear() throws(OutputError) {
    guard isShown else { return }
    isShown = false
    lastDraw = nil
    try output.write("\r\u{1B}[K")
    try output.flush()
  }
}
