internal import Glibc
internal import LinuxSystem
public import MediaModel

/// Makes renditions, each in a process of its own, so that no file can harm this one.
///
/// A process takes 60 ms to start, which does not matter for work of this size; what a file does to
/// it ends with it. It is ended at once when its task is cancelled, and with this process.
public final class RenditionWorkers: RenditionMaking {
  /// How renditions are made.
  public struct Configuration: Sendable {
    /// Renditions at the same time; half the processors, as each uses several threads.
    public var concurrency: Int
    /// The program; `nil` looks it up, see ``WorkerLocator``.
    public var executable: FilePath?
    /// What a rendition may cost; the deadline is the one of a picture.
    public var limits = OperationLimits.renditions
    /// Time that a second of media may take besides.
    public var timePerSecond = Duration.seconds(20)
    /// Time that nothing may take longer than, at most a day.
    public var longest = Duration.seconds(12 * 3_600)
    /// Time without progress after which a rendition is given up.
    public var stall = Duration.seconds(60)
    /// Bytes of a rendition.
    public var outputByteCount: UInt64 = 16 << 30
    /// Whether what processes write to standard error is shown; for finding faults.
    public var showsWorkerMessages = false

    /// Makes the usual configuration.
    public init(concurrency: Int? = nil, executable: FilePath? = nil) {
      self.concurrency = concurrency ?? max(1, OwnProcess.processorCount / 2)
      self.executable = executable
    }
  }

  private let settings: Configuration

  /// Renditions that may be asked for at the same time.
  public var concurrency: Int { max(1, settings.concurrency) }

  /// Makes a maker; nothing starts yet.
  public init(_ configuration: Configuration = Configuration()) {
    settings = configuration
    // A process that dies while it is written to must be an error, not the end of this process.
    Signals.ignoreBrokenPipe()
  }

  /// Writes the compatible rendition of one file, in a process that ends with it.
  ///
  /// - Throws: ``RenderFailure`` for the file, ``WorkerError`` when no process can work,
  ///   `CancellationError` at once when the task is cancelled.
  public func makeRendition(
    of path: FilePath, _ specification: RenditionSpecification, into output: Int32,
    progress: @escaping @Sendable (RenditionProgress) -> Void
  ) async throws -> RenditionOutcome {
    try Task.checkCancellation()
    let request = RenditionRequest(path: path, specification: specification)
    let run = try RenditionRun(settings)
    return try await withTaskCancellationHandler {
      try await run.outcome(of: request, output, progress).get()
    } onCancel: {
      run.cancel()
    }
  }
}

extension OperationLimits {
  /// Limits for renditions: a full-size picture, or 4K video with the frames that an encoder keeps.
  public static let renditions = OperationLimits(
    deadline: .seconds(120), processorTime: .seconds(24 * 3_600), memory: 4 << 30,
    filesPerWorker: 1)
}

/// One rendition on its own thread: a child that asks to die with its parent dies with the thread
/// that started it.
private actor RenditionRun {
  private let lane: Lane
  private let settings: RenditionWorkers.Configuration
  private nonisolated let wakeup: Wakeup

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  init(_ settings: RenditionWorkers.Configuration) throws(WorkerError) {
    self.settings = settings
    do {
      lane = try Lane(name: "mediacat.rendition")
      wakeup = try Wakeup()
    } catch {
      throw WorkerError(code: .cannotStart, reason: error.description)
    }
  }

  /// Ends the process, from any thread.
  nonisolated func cancel() { wakeup.raise() }

  func outcome(
    of request: RenditionRequest, _ output: Int32, _ progress: (RenditionProgress) -> Void
  ) throws -> Result<RenditionOutcome, RenderFailure> {
    let path = try WorkerLocator(explicit: settings.executable).locate()
    do throws(RenditionProcess.Interruption) {
      let process = try started(path, output)
      let hello = try process.greet()
      if let complaint = hello.complaint { throw .notStarted(complaint) }
      let result = try process.make(request, settings, progress)
      process.finish()
      return result
    } catch {
      switch error {
      case .cancelled: throw CancellationError()
      case .ended(let end): return .failure(RenderFailure(end, "converting"))
      case .notStarted(let reason):
        throw WorkerError(code: .toolMissing, path: path, reason: reason)
      }
    }
  }

  private func started(
    _ path: FilePath, _ output: Int32
  ) throws(RenditionProcess.Interruption) -> RenditionProcess {
    let arguments = RenditionArguments(
      parent: OwnProcess.number, limits: WorkerArguments.Limits(settings.limits),
      outputByteCount: settings.outputByteCount)
    do throws(LinuxError) {
      let copy = try Descriptor(duplicating: output)
      return try RenditionProcess(
        path: path, arguments: arguments, output: copy, wakeup: wakeup,
        showsMessages: settings.showsWorkerMessages)
    } catch {
      throw .notStarted(WorkerError(error, starting: path).reason)
    }
  }
}
