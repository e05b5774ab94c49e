internal import LinuxSystem
public import MediaModel

/// Reads media files in worker processes, so that no file can harm this one.
///
/// A file that crashes a worker, hangs it or fills its memory costs only itself: its outcome says
/// so, a new worker goes on with the rest. Workers start when they are first needed and end with
/// ``close()``, with the pool, or with this process, however it ends.
public final class WorkerPool: MetadataReading {
  /// How a pool works.
  public struct Configuration: Sendable {
    /// Workers at the same time; the processors this process may use, unless said otherwise.
    public var workerCount: Int
    /// The program; `nil` looks it up, see ``WorkerLocator``.
    public var executable: FilePath?
    /// How long one file may take.
    public var fileDeadline: Duration = .seconds(10)
    /// Bytes of address space a worker may map, code included; 0 sets no limit.
    public var memoryLimit = 1 << 30
    /// Files after which a worker is replaced.
    public var filesPerWorker = 50_000
    /// Bytes in use after which a worker is replaced.
    public var residentLimit = 384 << 20
    /// Whether what workers write to standard error is shown; for finding faults.
    public var showsWorkerMessages = false

    /// Makes the usual configuration.
    public init(workerCount: Int? = nil, executable: FilePath? = nil) {
      self.workerCount = workerCount ?? OwnProcess.processorCount
      self.executable = executable
    }
  }

  private let slots: WorkerSlots

  /// How many batches can be read at the same time.
  public var concurrency: Int { slots.capacity }

  /// Makes a pool; nothing starts yet.
  public init(_ configuration: Configuration = Configuration()) {
    slots = WorkerSlots(configuration)
    // A worker that dies while it is written to must be an error, not the end of this process.
    Signals.ignoreBrokenPipe()
  }

  /// Reads a batch in one worker, waiting for one when all are busy.
  ///
  /// - Throws: ``WorkerError`` when no worker can work, `CancellationError` at once when the task
  ///   is cancelled.
  public func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    if paths.isEmpty { return [] }
    return try await slots.withWorker { try await $0.read(paths) }
  }

  /// Asks for the version of the reader in the workers; a higher one may find more.
  public func readerVersion() async throws -> UInt32 {
    try await slots.withWorker { try await $0.readerVersion() }
  }

  /// Ends the workers once they have done what they are at; later reads throw.
  public func close() async { await slots.close() }
}
