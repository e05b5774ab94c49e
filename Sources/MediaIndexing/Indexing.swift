public import MediaCatalog
public import MediaModel

/// An index run under way: its progress, its end, and the way to stop it.
///
/// ```swift
/// let indexing = catalog.indexing(["/home/ann/Pictures"], reader: InProcessMetadataReader())
/// for await progress in indexing.progress { print(progress.counts.seen) }
/// let report = try await indexing.report
/// ```
public struct Indexing: Sendable {
  /// States of the run; only the newest waits for a slow reader, and the sequence ends with the run.
  public let progress: AsyncStream<IndexProgress>
  private let task: Task<IndexReport, any Error>

  fileprivate init(
    _ run:
      @escaping @Sendable (@escaping @Sendable (IndexProgress) -> Void) async throws
      -> IndexReport
  ) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: IndexProgress.self, bufferingPolicy: .bufferingNewest(1))
    progress = stream
    task = Task {
      defer { continuation.finish() }
      return try await run { continuation.yield($0) }
    }
  }

  /// The balance, once the run has ended.
  ///
  /// - Throws: What ``MediaCatalog/Catalog/index(_:options:reader:onWait:onProgress:)`` throws.
  public var report: IndexReport {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Stops the run; what was stored stays, and the next run goes on from there.
  public func cancel() { task.cancel() }
}

extension Catalog {
  /// Starts an index run and returns at once.
  ///
  /// - Parameters:
  ///   - roots: Folders, remembered from then on; empty means all known ones.
  ///   - options: What to look at.
  ///   - reader: Reads metadata, in worker processes or in this one.
  /// - Returns: The run, which goes on whether or not it is looked at.
  public func indexing(
    _ roots: [FilePath] = [], options: IndexOptions = .init(), reader: any MetadataReading
  ) -> Indexing {
    Indexing { onProgress in
      try await self.index(roots, options: options, reader: reader, onProgress: onProgress)
    }
  }
}
