internal import CommandOutput
internal import LinuxSystem
internal import MediaIndexing
internal import MediaModel
internal import Synchronization

/// Tells how an index run goes: a line on a terminal, events as JSON Lines, and the balance.
final class IndexReporter: Sendable {
  private let session: Session
  private let isJSON: Bool
  private let state: Mutex<State>

  private struct State {
    var line: ProgressLine
    var lastEvent: Duration = .zero
  }

  /// Events of progress are no more frequent than this.
  private static let eventInterval: Duration = .milliseconds(500)

  init(session: Session, isJSON: Bool) {
    self.session = session
    self.isJSON = isJSON
    state = Mutex(
      State(
        line: ProgressLine(
          to: ByteWriter(descriptor: 2), isTerminal: session.errorStyle.isTerminal,
          width: { Terminal.error.size?.columns ?? 80 })))
  }

  /// Says that another run has to end first.
  func waits(for holder: Int?) {
    let who = holder.map { "process \($0)" } ?? "another process"
    session.say("waiting for \(who), which is indexing into the same catalog")
  }

  /// Takes a state of the run.
  func progress(_ progress: IndexProgress) {
    state.withLock { state in
      // A line that cannot be drawn is no reason to stop indexing.
      try? state.line.update(
        ProgressState(
          activity: "Indexing", done: Int64(progress.counts.seen),
          total: progress.total.map(Int64.init),
          current: progress.folder.bytes))
      let now = MonotonicTime.now()
      guard isJSON, now - state.lastEvent >= Self.eventInterval else { return }
      state.lastEvent = now
      try? write(event: "progress", counts: progress.counts) { json in
        json.key("folder")
        json.string(progress.folder.displayText)
      }
    }
  }

  /// Prints the balance and what stood in the way.
  func finish(_ report: IndexReport) throws {
    state.withLock { try? $0.line.clear() }
    for relocation in report.relocations {
      session.say(
        "\(relocation.old) is \(relocation.new) now; its items keep their albums and favourites")
      if isJSON { try write(relocation) }
    }
    for problem in report.problems {
      session.say("\(problem)")
      if isJSON { try write(problem) }
    }
    if isJSON {
      try write(event: "finished", counts: report.counts) { json in
        json.key("missing")
        json.integer(Int64(report.counts.missing))
        json.key("seconds")
        json.seconds(report.elapsed)
      }
      return
    }
    try session.print(Self.summary(of: report))
    if report.counts.failed > 0 {
      session.say(
        "\(Plural.files(report.counts.failed)) could not be read: mediacat status --errors")
    }
  }

  private static func summary(of report: IndexReport) -> String {
    let counts = report.counts
    let seconds = report.elapsed / .seconds(1)
    let rate = seconds > 0 ? Int64(Double(counts.seen) / seconds) : 0
    let parts = [
      ("indexed", counts.indexed), ("unchanged", counts.unchanged), ("moved", counts.moved),
      ("failed", counts.failed), ("skipped", counts.skipped),
    ].map { "\(HumanText.count(Int64($0.1))) \($0.0)" }
    let missing =
      counts.missing > 0 ? "; \(HumanText.count(Int64(counts.missing))) newly missing" : ""
    return "\(HumanText.count(Int64(counts.seen))) \(counts.seen == 1 ? "file" : "files") seen: "
      + parts.joined(separator: ", ") + missing
      + " (\(HumanText.duration(report.elapsed)), \(HumanText.count(rate)) files/s)"
  }

  private func write(_ relocation: RootRelocation) throws {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("relocated")
    json.key("from")
    json.string(relocation.old.displayText)
    json.key("to")
    json.string(relocation.new.displayText)
    json.endObject()
    try send(json)
  }

  private func write(_ problem: IndexProblem) throws {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string("problem")
    json.key("kind")
    json.string(problem.kind.rawValue)
    json.key("path")
    json.string(problem.path.displayText)
    json.key("reason")
    json.string(problem.reason)
    json.endObject()
    try send(json)
  }

  private func write(
    event: String, counts: IndexCounts, _ more: (inout JSONWriter) -> Void
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string(event)
    for (name, count) in [
      ("seen", counts.seen), ("indexed", counts.indexed), ("unchanged", counts.unchanged),
      ("moved", counts.moved), ("failed", counts.failed), ("skipped", counts.skipped),
    ] {
      json.key(name)
      json.integer(Int64(count))
    }
    more(&json)
    json.endObject()
    try send(json)
  }

  private func send(_ json: JSONWriter) throws {
    var json = json
    json.lineEnd()
    try session.print(json)
  }
}
