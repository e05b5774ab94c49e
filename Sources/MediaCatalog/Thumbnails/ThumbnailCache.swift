public import MediaModel

/// Thumbnails on disk, made when they are first wanted.
///
/// The key is the item, the revision of its bytes and the specification, so an equal request gives
/// the same file. Equal requests at one time are decoded once; a request that nobody waits for any
/// more is not decoded. Failures are remembered for the run, so that a broken file is opened once.
public actor ThumbnailCache {
  /// How much a request is wanted; higher ones are decoded first.
  public enum Priority: Int, Hashable, Sendable, CaseIterable {
    /// Made ahead of time.
    case background = 0
    /// Will be looked at soon.
    case prefetch = 1
    /// Someone is waiting.
    case visible = 2
  }

  private typealias Waiter = CheckedContinuation<FilePath, any Error>

  private let files: ThumbnailFiles
  private let renderer: any ThumbnailRendering
  private let limit: Int
  private let budget: Int64
  private var requests = ThumbnailRequests<Waiter>()
  private var sources: [ThumbnailKey: FilePath] = [:]
  private var running: [ThumbnailKey: Task<Void, Never>] = [:]
  private var failures: [ThumbnailKey: RenderFailure] = [:]
  /// Bytes in the cache, `nil` until they were counted.
  private var byteCount: Int64?

  /// Failures that are remembered; beyond that all are forgotten at once.
  private static let failureLimit = 100_000

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - folder: Where the files are; made when the first is stored.
  ///   - renderer: Makes thumbnails.
  ///   - concurrency: Thumbnails made at the same time, 1 or more.
  ///   - budget: Bytes that the files may take.
  public init(
    folder: FilePath, renderer: any ThumbnailRendering, concurrency: Int, budget: Int64 = 2 << 30
  ) {
    self.files = ThumbnailFiles(folder: folder)
    self.renderer = renderer
    self.limit = max(1, concurrency)
    self.budget = max(0, budget)
  }

  /// The file of a thumbnail, made if need be.
  ///
  /// - Throws: ``RenderFailure``; ``CatalogError`` when the cache cannot be written;
  ///   `CancellationError` at once when the task is cancelled.
  package func path(
    uid: [UInt8], revision: Int64, source: FilePath, _ specification: ThumbnailSpecification,
    priority: Priority
  ) async throws -> FilePath {
    let key = ThumbnailKey(uid: uid, revision: revision, specification: specification)
    if let path = files.path(of: key) { return path }
    if let failure = failures[key] { throw failure }
    try Task.checkCancellation()
    let box = NumberBox()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        box.number = add(continuation, key, source, priority)
        // Cancelled between the check above and here: the handler found no number yet.
        if Task.isCancelled { giveUp(box, key) }
      }
    } onCancel: {
      Task { await self.giveUp(box, key) }
    }
  }

  /// Requests that run or wait.
  package var requestCount: Int { requests.count }

  /// Bytes in the cache as far as they were counted.
  package var storedByteCount: Int64 { byteCount ?? 0 }

  private func add(
    _ waiter: Waiter, _ key: ThumbnailKey, _ source: FilePath, _ priority: Priority
  ) -> Int {
    let (number, isNew) = requests.add(waiter, for: key, priority: priority.rawValue)
    if isNew { sources[key] = source }
    startMore()
    return number
  }

  private func giveUp(_ box: NumberBox, _ key: ThumbnailKey) {
    guard let (waiter, isAbandoned) = requests.remove(box.number, from: key) else { return }
    waiter.resume(throwing: CancellationError())
    if isAbandoned { running[key]?.cancel() }
  }

  private func startMore() {
    while running.count < limit, let key = requests.takeNext() {
      guard let source = sources[key] else { continue }
      running[key] = Task { await self.make(key, from: source) }
    }
  }

  private func make(_ key: ThumbnailKey, from source: FilePath) async {
    let result: Result<FilePath, any Error>
    do {
      let thumbnail = try await renderer.thumbnail(of: source, key.specification)
      result = .success(try files.store(thumbnail.bytes, for: key))
      account(for: Int64(thumbnail.bytes.count))
    } catch {
      if let failure = error as? RenderFailure, !failure.code.isTransient { remember(failure, key) }
      result = .failure(error)
    }
    running[key] = nil
    if case .failure(is CancellationError) = result, requests.restart(key) {
      // Given up by all, and wanted again before it had stopped.
    } else {
      sources[key] = nil
      for waiter in requests.finish(key) { waiter.resume(with: result) }
    }
    startMore()
  }

  private func remember(_ failure: RenderFailure, _ key: ThumbnailKey) {
    if failures.count >= Self.failureLimit { failures.removeAll() }
    failures[key] = failure
  }

  private func account(for added: Int64) {
    let total = (byteCount ?? files.trim(to: budget)) + added
    byteCount = total > budget ? files.trim(to: budget) : total
  }
}

/// The number of a waiter, known only once it waits.
///
/// `@unchecked`: written and read only inside the cache's actor.
private final class NumberBox: @unchecked Sendable {
  var number = 0
}
