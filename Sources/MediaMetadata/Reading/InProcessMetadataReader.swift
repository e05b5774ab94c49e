internal import Dispatch
internal import Glibc
public import MediaModel
internal import Synchronization

/// Reads media files in this process, on threads of its own.
///
/// Blocking reads never sit on Swift's cooperative pool. A worker process is the safer choice for
/// files from strangers.
public final class InProcessMetadataReader: MetadataReading {
  /// How many batches are read at the same time: one a processor.
  public let concurrency: Int
  private let lanes: [DispatchQueue]
  private let next = Mutex(0)

  /// Makes a reader with one thread a processor.
  public convenience init() { self.init(concurrency: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Makes a reader with `concurrency` threads, at least one.
  public init(concurrency: Int) {
    self.concurrency = max(1, concurrency)
    lanes = (0..<self.concurrency).map { DispatchQueue(label: "mediacat.metadata.\($0)") }
  }

  /// Reads a batch on one thread; batches given at the same time use others.
  ///
  /// - Throws: `CancellationError` when the task is cancelled between two files.
  public func read(_ paths: [FilePath]) async throws -> [MetadataOutcome] {
    let cancellation = Cancellation()
    let lane = lanes[takeTurn()]
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lane.async {
          continuation.resume(with: Result { try Self.read(paths, until: cancellation) })
        }
      }
    } onCancel: {
      cancellation.request()
    }
  }

  private func takeTurn() -> Int {
    next.withLock { turn in
      turn = (turn + 1) % lanes.count
      return turn
    }
  }

  private static func read(
    _ paths: [FilePath], until cancellation: Cancellation
  ) throws -> [MetadataOutcome] {
    let reader = MetadataReader()
    return try paths.map { path in
      if cancellation.isRequested { throw CancellationError() }
      return reader.outcome(for: path)
    }
  }
}

/// A wish to stop, passed from a task to the thread that works for it.
private final class Cancellation: Sendable {
  private let state = Atomic(false)
  var isRequested: Bool { state.load(ordering: .relaxed) }
  func request() { state.store(true, ordering: .relaxed) }
}
