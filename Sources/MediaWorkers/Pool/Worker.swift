internal import LinuxSystem
internal import MediaModel

/// One place in the pool: a thread, and on it one worker process after another.
actor Worker {
  private let lane: Lane
  private let settings: WorkerPool.Configuration
  private let health: PoolHealth
  private nonisolated let wakeup: Wakeup
  private var process: WorkerProcess?

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  /// Starts the thread; the process starts with the first batch.
  init(_ settings: WorkerPool.Configuration, _ health: PoolHealth) throws(WorkerError) {
    self.settings = settings
    self.health = health
    do {
      lane = try Lane(name: "mediacat.worker")
      wakeup = try Wakeup()
    } catch {
      throw WorkerError(code: .cannotStart, reason: error.description)
    }
  }

  /// Works on a batch; cancelling the task ends the process, whose file may be a slow one.
  func outcomes<Outcome: FileOutcome>(
    of paths: [FilePath], _ operation: Operation
  ) async throws -> [Outcome] {
    wakeup.lower()
    return try await withTaskCancellationHandler {
      try outcomesBlocking(of: paths, operation)
    } onCancel: {
      wakeup.raise()
    }
  }

  /// Starts a worker, if none runs, and gives what it says of itself.
  func hello() throws -> Hello {
    wakeup.lower()
    return try readyProcess().hello
  }

  /// Ends the process, gracefully; the next batch would start another.
  func stop() {
    process?.stop()
    process = nil
  }

  private func outcomesBlocking<Outcome: FileOutcome>(
    of paths: [FilePath], _ operation: Operation
  ) throws -> [Outcome] {
    let deadline = settings.limits(for: Outcome.kind).deadline.milliseconds
    var batch = Batch<Outcome>(paths)
    var fruitless = 0
    while let request = batch.next() {
      try Task.checkCancellation()
      let process = try readyProcess()
      let isFirst = process.isFresh
      var hasAnswered = false
      do throws(WorkerProcess.Interruption) {
        try process.ask(request, operation, deadline: deadline, wakeup: wakeup) { place, outcome in
          batch.accept(outcome, at: place)
          hasAnswered = true
        }
        retireIfDue(process)
      } catch {
        self.process = nil
        process.kill()
        let hasProgress = try settle(error, &batch, isFirst: isFirst)
        fruitless = hasProgress || hasAnswered ? 0 : fruitless + 1
        if fruitless == 3 { throw broken("three workers in a row ended before the first file") }
      }
      if hasAnswered { health.noteAnswer(Outcome.kind) }
    }
    return batch.result
  }

  /// Tells the batch what happened; false when it had nothing to do with a file.
  private func settle<Outcome>(
    _ interruption: WorkerProcess.Interruption, _ batch: inout Batch<Outcome>, isFirst: Bool
  ) throws -> Bool {
    let limits = settings.limits(for: Outcome.kind)
    switch interruption {
    case .cancelled:
      throw CancellationError()
    case .timedOut(let place):
      batch.convict(.tooSlow(limits.deadline), at: place)
    case .ended(let exit, let place?):
      let end = FileEnd(exit, limits)
      // Each file has its own share of processor time, so no other can have used it up.
      if case .tooLaborious = end {
        batch.convict(end, at: place)
      } else {
        let isOnTrial = batch.died(end, at: place, isFirst: isFirst)
        try note(isOnTrial, Outcome.kind, "\(exit)")
      }
    case .damaged(let error, let place?):
      let isOnTrial = batch.died(.nonsense(error), at: place, isFirst: isFirst)
      try note(isOnTrial, Outcome.kind, error.reason)
    case .ended(_, nil), .damaged(_, nil), .stalled:
      return false
    }
    return true
  }

  private func note(
    _ isOnTrial: Bool, _ kind: Operation.Kind, _ cause: String
  ) throws(WorkerError) {
    guard !isOnTrial, !health.noteConviction(kind) else { return }
    throw broken("it ended with every one of the first \(PoolHealth.limit) files (\(cause))")
  }

  private func broken(_ reason: String) -> WorkerError {
    WorkerError(
      code: .broken, path: settings.executable,
      reason: "\(reason); reinstall mediacat and its libraries")
  }

  /// Ends a process that has worked or grown enough: what libraries leak goes with it.
  private func retireIfDue(_ process: WorkerProcess) {
    let isWorn = process.fileCounts.contains { kind, count in
      count >= settings.limits(for: kind).filesPerWorker
    }
    if isWorn || process.residentByteCount >= UInt64(settings.residentLimit) { stop() }
  }
}

// MARK: - Starting

extension Worker {
  /// The running process, or a new one in place of one that died while it had nothing to do.
  private func readyProcess() throws -> WorkerProcess {
    if let process {
      if process.isReady { return process }
      process.kill()
    }
    process = nil
    let started = try startedProcess()
    process = started
    return started
  }

  private func startedProcess() throws -> WorkerProcess {
    let path = try WorkerLocator(explicit: settings.executable).locate()
    let process: WorkerProcess
    do {
      process = try WorkerProcess(path: path, settings: settings)
    } catch {
      throw WorkerError(error, starting: path)
    }
    let hello: Hello
    do throws(WorkerProcess.Interruption) {
      hello = try process.greet(wakeup: wakeup)
    } catch {
      if case .cancelled = error { throw CancellationError() }
      throw WorkerError(error, greeting: path)
    }
    if let complaint = hello.complaint {
      throw WorkerError(code: .toolMissing, path: path, reason: complaint)
    }
    return process
  }
}
