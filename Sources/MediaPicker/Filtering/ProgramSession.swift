internal import LinuxSystem
internal import MediaModel
internal import Synchronization

/// The program of one run of a filter: started with the first item, again after it has failed.
///
/// It lives on a thread of its own, because waiting for a program blocks.
final class ProgramSession: Sendable {
  private let program: FilterProgram
  private let state = Mutex(State.idle)

  private enum State {
    case idle
    case running(ProgramTalk)
    case closed
  }

  init(_ program: FilterProgram) { self.program = program }

  /// Asks whether an item is shown.
  ///
  /// - Throws: ``FilterError``; `CancellationError`, after which the program is another one.
  func shows(_ item: PickerItem) async throws -> Bool {
    let talk = try state.withLock { state throws -> ProgramTalk in
      switch state {
      case .closed: throw CancellationError()
      case .running(let talk): return talk
      case .idle:
        let talk = try ProgramTalk(program)
        state = .running(talk)
        return talk
      }
    }
    return try await talk.shows(item)
  }

  /// Ends the program: at once when it is asked something, else gracefully.
  func close() {
    let talk = state.withLock { state -> ProgramTalk? in
      defer { state = .closed }
      if case .running(let talk) = state { return talk } else { return nil }
    }
    guard let talk else { return }
    Task { await talk.stop() }
  }
}

/// Asks a program about one item after the other; all its waiting is on a thread of its own.
actor ProgramTalk {
  private let program: FilterProgram
  private let lane: Lane
  private nonisolated let wakeup: Wakeup
  private var child: ChildProcess?
  private var lines = LineBuffer()
  /// Times in a row that it failed without an answer.
  private var fruitless = 0
  /// Why it is not started again.
  private var broken: FilterError?

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  /// Failures in a row without an answer, after which the program is not started again.
  private static let fruitlessLimit = 3
  /// How long it may take to end when its input has.
  private static let patience: Int32 = 500

  init(_ program: FilterProgram) throws(FilterError) {
    self.program = program
    do {
      lane = try Lane(name: "mediacat.filter")
      wakeup = try Wakeup()
    } catch {
      throw FilterError(
        code: .cannotStart, reason: "no thread for the filter's program: \(error)", cause: error)
    }
  }

  nonisolated func shows(_ item: PickerItem) async throws -> Bool {
    try await withTaskCancellationHandler {
      try await ask(item)
    } onCancel: {
      wakeup.raise()
    }
  }

  /// Closes its input, and kills it when it does not end by that.
  func stop() {
    child?.closeInput()
    if child?.wait(milliseconds: Self.patience) == nil { child?.end() }
    child = nil
  }

  private func ask(_ item: PickerItem) async throws -> Bool {
    try Task.checkCancellation()
    if let broken { throw broken }
    do {
      let child = try readyChild()
      let deadline =
        MonotonicClock.milliseconds() + max(1, min(program.timeout.milliseconds, 1 << 40))
      try expectSilence(of: child)
      try send(ItemLine.bytes(of: item), to: child, until: deadline)
      let answer = try ProgramAnswer(try receive(from: child, until: deadline))
      if let id = answer.id, id != item.id {
        throw FilterError(
          code: .badAnswer,
          reason: "\(name) answered for \(id); it must answer each line before the next")
      }
      fruitless = 0
      return answer.isShown
    } catch {
      // What it would say now belongs to a question that is over.
      child?.end()
      child = nil
      if error is CancellationError { throw error }
      throw settle(error)
    }
  }

  private var name: String { program.arguments.first ?? "" }

  private func settle(_ error: any Error) -> FilterError {
    let failure =
      error as? FilterError
      ?? FilterError(code: .programEnded, reason: "\(name): \(error)", cause: error)
    fruitless += 1
    if failure.code == .cannotStart || fruitless >= Self.fruitlessLimit {
      let cause =
        failure.code == .cannotStart
        ? failure.reason
        : "\(name) failed \(fruitless) times in a row and is not started again: \(failure.reason)"
      broken = FilterError(code: failure.code, reason: cause, cause: failure.cause)
    }
    return failure
  }

  // MARK: Starting

  /// The running program, or a new one.
  ///
  /// One that ended by itself between two items is not replaced here: whether that shows in time is
  /// luck, and so the next item always fails.
  private func readyChild() throws -> ChildProcess {
    if let child { return child }
    Signals.ignoreBrokenPipe()
    let path = try program.locate()
    let started: ChildProcess
    do {
      started = try ChildProcess(
        path: path, arguments: Array(program.arguments.dropFirst()),
        passing: Descriptor(path: "/dev/null"),
        standardError: program.showsMessages ? .inherited : .discarded)
    } catch {
      throw FilterError(
        code: .cannotStart,
        reason: "the filter's program cannot be started: \(error); check its path and its rights",
        cause: error)
    }
    lines = LineBuffer()
    child = started
    return started
  }

  // MARK: Talking

  /// Refuses what was said unasked: it would pass for the answer to the next question.
  private func expectSilence(of child: ChildProcess) throws {
    if lines.isEmpty {
      let readiness = Readiness.wait(
        for: child.outputNumber, .reading, orFor: -1, milliseconds: 0)
      if readiness == .timedOut { return }
      try fill(from: child)
    }
    throw FilterError(
      code: .badAnswer,
      reason: "\(name) wrote more than one line for an item; it must answer each with one")
  }

  private func fill(from child: ChildProcess) throws {
    let count = try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { space in
      let count: Int?
      do { count = try child.read(into: space) } catch { throw ended(child) }
      if let count { lines.append(space[..<count]) }
      return count
    }
    if count == 0 { throw ended(child) }
  }

  private func send(
    _ line: [UInt8], to child: ChildProcess, until deadline: Int64
  ) throws {
    var sent = 0
    while sent < line.count {
      let count: Int?
      do {
        count = try line.withUnsafeBytes { bytes in
          try child.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
      } catch {
        throw ended(child)
      }
      if let count {
        sent += count
      } else {
        try wait(for: child.inputNumber, .writing, until: deadline)
      }
    }
  }

  private func receive(
    from child: ChildProcess, until deadline: Int64
  ) throws -> [UInt8] {
    while true {
      if let line = lines.next() { return line }
      if lines.isOverlong {
        throw FilterError(
          code: .badAnswer,
          reason: "\(name) answered with more than \(LineBuffer.limit) bytes without the end of a "
            + "line; it must answer true or false")
      }
      try wait(for: child.outputNumber, .reading, until: deadline)
      try fill(from: child)
    }
  }

  private func wait(
    for descriptor: Int32, _ interest: Readiness.Interest, until deadline: Int64
  ) throws {
    while true {
      let left = deadline - MonotonicClock.milliseconds()
      guard left > 0 else { throw overdue }
      switch Readiness.wait(
        for: descriptor, interest, orFor: wakeup.number, milliseconds: Int32(min(left, 1 << 30)))
      {
      case .ready: return
      case .timedOut: continue
      case .woken:
        // By the cancellation of this question, or late by that of the one before.
        wakeup.lower()
        try Task.checkCancellation()
      }
    }
  }

  private var overdue: FilterError {
    FilterError(
      code: .timedOut,
      reason: "\(name) did not answer within \(program.timeout); it must flush each answer")
  }

  private func ended(_ child: ChildProcess) -> FilterError {
    let exit = child.wait(milliseconds: Self.patience) ?? child.end()
    return FilterError(
      code: .programEnded,
      reason: "\(name) ended (\(exit)) before it had answered; it must answer until its input ends")
  }
}

extension Duration {
  /// Whole milliseconds, cut.
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : whole &+ attoseconds / 1_000_000_000_000_000
  }
}

/// Cuts what a program writes into lines, none of them longer than a limit.
struct LineBuffer {
  /// Bytes of the longest line.
  static let limit = 65_536
  private var bytes: [UInt8] = []

  /// True when nothing is left.
  var isEmpty: Bool { bytes.isEmpty }

  /// True when no end of a line is in sight.
  var isOverlong: Bool { bytes.count > Self.limit && !bytes.contains(UInt8(ascii: "\n")) }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next whole line without its end.
  mutating func next() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes.removeFirst(end + 1) }
    return Array(bytes[..<end])
  }
}
