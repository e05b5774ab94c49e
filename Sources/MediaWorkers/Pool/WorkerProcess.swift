internal import LinuxSystem
internal import MediaModel

/// One running worker, as its parent sees it.
///
/// Not shared: it lives on its owner's lane, and all its calls block there.
final class WorkerProcess {
  /// Files it was asked about so far, by kind of work.
  private(set) var fileCounts: [Operation.Kind: Int] = [:]
  /// Memory it used at the end of its last batch.
  private(set) var residentByteCount: UInt64 = 0
  /// What it said of itself.
  private(set) var hello = Hello()

  private let child: ChildProcess
  private let progress: SharedWord
  private var buffer = FrameBuffer()
  private var batch: UInt32 = 0

  /// A start takes 60 ms; on a cold disk with all libraries to read, seconds.
  private static let startMilliseconds: Int64 = 20_000
  /// Of 19: enough that this process goes first, little enough to go on beside others.
  private static let yieldedSteps: Int32 = 5

  /// Why a worker did not finish a batch.
  enum Interruption: Error {
    /// The caller's task was cancelled.
    case cancelled
    /// The file at this place took longer than its deadline.
    case timedOut(place: Int)
    /// The worker ended; it was at this place, or at none.
    case ended(ChildExit, place: Int?)
    /// The worker sent what makes no sense; it was at this place, or at none.
    case damaged(FieldError, place: Int?)
    /// The worker does not begin.
    case stalled
  }

  /// Starts a program; it says who it is before the first batch.
  init(path: FilePath, settings: WorkerPool.Configuration) throws(LinuxError) {
    let memory = try SharedWord.makeMemory()
    progress = try SharedWord(mapping: memory)
    let arguments = WorkerArguments(
      decodes: settings.decodes, parent: OwnProcess.number,
      metadata: WorkerArguments.Limits(settings.metadata),
      thumbnails: WorkerArguments.Limits(settings.thumbnails))
    child = try ChildProcess(
      path: path, arguments: arguments.words, passing: memory,
      standardError: settings.showsWorkerMessages ? .inherited : .discarded)
    if settings.yields { child.yieldPriority(by: Self.yieldedSteps) }
    child.widenPipes(to: Int32(Frame.pipeCount))
    rest()
  }

  /// True before its first file: it has no past that could be to blame.
  var isFresh: Bool { fileCounts.isEmpty }

  /// True while it runs and says nothing unasked.
  var isReady: Bool {
    child.poll() == nil
      && Readiness.wait(for: child.outputNumber, .reading, orFor: -1, milliseconds: 0) == .timedOut
  }

  /// Asks it to end, and sees to it.
  func stop() {
    child.closeInput()
    if child.wait(milliseconds: 500) == nil { child.end() }
  }

  /// Ends it at once.
  func kill() { child.end() }

  /// Waits for its first frame.
  func greet(wakeup: Wakeup) throws(Interruption) -> Hello {
    rest()
    while true {
      let hello = try parsing(place: nil) { [self] () throws(FieldError) in
        try buffer.next { bytes throws(FieldError) in
          var decoder = FieldCodec(reading: bytes)
          return try decoder.read(Hello.self)
        }
      }
      if let hello {
        self.hello = hello
        return hello
      }
      try receive(deadline: Self.startMilliseconds, wakeup)
    }
  }

  /// Asks about files, and hands each outcome over with its place as soon as it is here.
  func ask<Outcome: FileOutcome>(
    _ paths: [FilePath], _ operation: Operation, deadline: Int64, wakeup: Wakeup,
    accept: (Int, Outcome) -> Void
  ) throws(Interruption) {
    batch &+= 1
    fileCounts[operation.kind, default: 0] += paths.count
    rest()
    try send(Request(operation: operation, batch: batch, paths: paths).frame(), wakeup)
    var answered = 0
    while true {
      let place = currentPlace(below: paths.count)
      let isLast = try parsing(place: place) { [self] () throws(FieldError) in
        try buffer.next { bytes throws(FieldError) in
          try take(bytes, count: paths.count, &answered, accept)
        }
      }
      if isLast == true { return }
      if isLast == nil { try receive(deadline: deadline, wakeup, count: paths.count) }
    }
  }

  /// Takes one frame of answers; true when it was the last.
  private func take<Outcome: FileOutcome>(
    _ bytes: UnsafeRawBufferPointer, count: Int, _ answered: inout Int,
    _ accept: (Int, Outcome) -> Void
  ) throws(FieldError) -> Bool {
    var decoder = FieldCodec(reading: bytes)
    let head = try decoder.read(ResponseHead.self)
    guard head.batch == batch, head.first == answered, Int(head.count) <= count - answered else {
      throw .unexpected
    }
    for _ in 0..<head.count {
      accept(answered, try decoder.read(Outcome.self))
      answered += 1
    }
    guard decoder.remaining == 0, !head.isLast || answered == count else { throw .unexpected }
    residentByteCount = head.residentByteCount
    return head.isLast
  }

  private func parsing<Result>(
    place: Int?, _ body: () throws(FieldError) -> Result
  ) throws(Interruption) -> Result {
    do { return try body() } catch { throw .damaged(error, place: place) }
  }

  /// Marks the worker as being at no file, since now.
  private func rest() {
    progress.store(Progress(place: nil, since: MonotonicClock.milliseconds()).word)
  }

  /// Where the worker says it is; the word is in its hands, so it is not believed blindly.
  private func currentPlace(below count: Int) -> Int? {
    Progress(word: progress.load()).place.flatMap { $0 < count ? $0 : nil }
  }
}

// MARK: - Waiting

extension WorkerProcess {
  private func send(_ frame: [UInt8], _ wakeup: Wakeup) throws(Interruption) {
    var sent = 0
    while sent < frame.count {
      let count: Int?
      do {
        count = try frame.withUnsafeBytes { bytes in
          try child.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
      } catch {
        throw .ended(ending(), place: nil)
      }
      if let count {
        sent += count
        continue
      }
      let readiness = Readiness.wait(
        for: child.inputNumber, .writing, orFor: wakeup.number,
        milliseconds: Int32(Self.startMilliseconds))
      if readiness == .woken { throw .cancelled }
      if readiness == .timedOut { throw .stalled }
    }
  }

  /// Waits for bytes, for as long as the file the worker is at may take.
  private func receive(
    deadline: Int64, _ wakeup: Wakeup, count: Int = 0
  ) throws(Interruption) {
    var allowance = deadline
    while true {
      let seen = Progress(word: progress.load())
      let limit = seen.place == nil ? max(allowance, Self.startMilliseconds) : allowance
      let before = MonotonicClock.milliseconds()
      // Never longer than one file may take: the worker may begin the next one while this waits.
      let left = min(max(0, limit - seen.elapsed(at: before)), allowance)
      switch Readiness.wait(
        for: child.outputNumber, .reading, orFor: wakeup.number, milliseconds: Int32(left))
      {
      case .woken: throw .cancelled
      case .ready: return try fill(count)
      case .timedOut: break
      }
      let now = MonotonicClock.milliseconds()
      // This process was stopped (Ctrl-Z) or starved, and the worker with it: that is not its fault.
      let late = now - before - left
      if late > 1_000 { allowance += late }
      let isSame = Progress(word: progress.load()) == seen
      if isSame, seen.elapsed(at: now) >= max(allowance, limit) {
        guard let place = currentPlace(below: count) else { throw .stalled }
        throw .timedOut(place: place)
      }
    }
  }

  private func fill(_ count: Int) throws(Interruption) {
    let read: Int?
    do {
      read = try buffer.fill { space throws(LinuxError) in try child.read(into: space) }
    } catch {
      throw .ended(ending(), place: currentPlace(below: count))
    }
    if read == 0 { throw .ended(ending(), place: currentPlace(below: count)) }
  }

  /// How it ended; its output is closed, so it is ending, and a moment is granted for that.
  private func ending() -> ChildExit { child.wait(milliseconds: 1_000) ?? child.end() }
}
