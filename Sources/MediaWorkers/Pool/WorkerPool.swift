internal import LinuxSystem
public import MediaModel

/// Reads and decodes media files in worker processes, so that no file can harm this one.
///
/// A file that crashes a worker, hangs it or fills its memory costs only itself: its outcome says
/// so, a new worker goes on with the rest. Workers start when they are first needed and end with
/// ``close()``, with the pool, or with this process, however it ends.
///
/// Any worker does any work. While all are busy, batches of metadata and thumbnails take turns, so
/// that neither waits for the whole queue of the other.
public final class WorkerPool: MetadataReading, ThumbnailRendering, DeliveryPlanning {
  /// How a pool works.
  public struct Configuration: Sendable {
    /// Workers at the same time; the processors this process may use, unless said otherwise.
    public var workerCount: Int
    /// The program; `nil` looks it up, see ``WorkerLocator``.
    public var executable: FilePath?
    /// Whether workers have decoders, for thumbnails and for files that only a decoder can tell of.
    ///
    /// They start in 60 ms instead of 10, so a plain reader does without.
    public var decodes = false
    /// What reading one file, or planning a copy of it, may cost.
    public var metadata = OperationLimits.metadata
    /// What making one thumbnail may cost; its memory holds for all that the worker does later.
    public var thumbnails = OperationLimits.thumbnails
    /// Bytes in use after which a worker is replaced.
    public var residentLimit = 384 << 20
    /// Whether workers let others go first: this process, which waits for them anyway, and programs
    /// that a person uses meanwhile.
    public var yields = false
    /// Whether what workers write to standard error is shown; for finding faults.
    public var showsWorkerMessages = false

    /// Makes the usual configuration.
    public init(workerCount: Int? = nil, executable: FilePath? = nil) {
      self.workerCount = workerCount ?? OwnProcess.processorCount
      self.executable = executable
    }

    func limits(for kind: Operation.Kind) -> OperationLimits {
      switch kind {
      case .metadata, .deliveries: metadata
      case .thumbnails: thumbnails
      }
    }
  }

  private let slots: WorkerSlots

  /// How many batches, or thumbnails, can be worked on at the same time.
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
    return try await slots.withWorker(for: .metadata) {
      try await $0.outcomes(of: paths, .readMetadata)
    }
  }

  /// Makes one thumbnail in one worker, waiting for one when all are busy.
  ///
  /// - Throws: ``RenderFailure`` for the file, ``WorkerError`` when no worker can work,
  ///   `CancellationError` at once when the task is cancelled: the worker is ended, because nothing
  ///   else stops a decoder.
  public func thumbnail(
    of path: FilePath, _ specification: ThumbnailSpecification
  ) async throws -> RenderedThumbnail {
    let outcomes: [RenderOutcome] = try await slots.withWorker(for: .thumbnails) {
      try await $0.outcomes(of: [path], .makeThumbnails(specification))
    }
    return try outcomes[0].get()
  }

  /// Plans one stripped copy in one worker, waiting for one when all are busy.
  ///
  /// - Throws: ``MediaModel/DeliveryFailure`` for the file, ``WorkerError`` when no worker can work,
  ///   `CancellationError` at once when the task is cancelled.
  public func deliveryPlan(
    for path: FilePath, stripping: MetadataStripping
  ) async throws -> DeliveryPlan {
    let outcomes: [DeliveryOutcome] = try await slots.withWorker(for: .deliveries) {
      try await $0.outcomes(of: [path], .planDelivery(stripping))
    }
    return try outcomes[0].get()
  }

  /// Asks for the version of the reader in the workers; a higher one may find more.
  public func readerVersion() async throws -> UInt32 {
    try await slots.withWorker(for: .metadata) { try await $0.hello().readerVersion }
  }

  /// Asks what the kernel keeps the workers from, starting one if none runs.
  public func protections() async throws -> WorkerProtections {
    try await slots.withWorker(for: .metadata) { try await $0.hello().protections }
  }

  /// Runs `body` and ends the workers, however `body` ends.
  package func whileOpen<Result>(
    _ body: (WorkerPool) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(self)
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }

  /// Ends the workers once they have done what they are at; later reads throw.
  public func close() async { await slots.close() }
}
