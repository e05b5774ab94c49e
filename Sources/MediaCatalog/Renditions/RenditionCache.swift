public import MediaModel
internal import Synchronization

/// Compatible renditions on disk, made when they are first wanted.
///
/// The key is the item, the revision of its bytes and the specification. Equal requests at one time
/// are made once; when the last of them is cancelled, the work ends at once and leaves nothing.
/// Failures are remembered for the run. A file may be deleted when the cache grows over its budget,
/// the least used first: open it, or copy it, soon.
public actor RenditionCache {
  private let files: RenditionFiles
  private let maker: any RenditionMaking
  private let work: SharedWork<RenditionKey, RenditionOutcome>
  private let listeners = ProgressListeners()
  private let budget: Int64
  private var failures = FailureMemory<RenditionKey>()
  private var isSwept = false

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - folder: Where the files are; made when the first is stored.
  ///   - maker: Makes renditions.
  ///   - budget: Bytes that the files may take; the one made last stays in any case.
  public init(folder: FilePath, maker: any RenditionMaking, budget: Int64 = 20 << 30) {
    files = RenditionFiles(folder: folder)
    self.maker = maker
    work = SharedWork(limit: maker.concurrency)
    self.budget = max(0, budget)
  }

  /// What stands for an item, made if need be.
  ///
  /// - Throws: ``RenderFailure``; ``CatalogError`` when the cache cannot be written; what the maker
  ///   throws; `CancellationError` at once when the task is cancelled.
  func outcome(
    for key: RenditionKey, source: FilePath,
    progress: (@Sendable (RenditionProgress) -> Void)? = nil
  ) async throws -> RenditionOutcome {
    if let outcome = files.outcome(of: key) { return outcome }
    if let failure = failures[key] { throw failure }
    let number = progress.map { listeners.add($0, for: key) }
    defer { number.map { listeners.remove($0, from: key) } }
    return try await work.value(for: key, priority: 0) { try await self.make(key, from: source) }
  }

  /// Waits until nothing runs any more and no temporary file is left.
  ///
  /// A cancelled request ends at once, a moment before its process has died and its file is gone;
  /// call this before the program ends.
  public func settle() async { await work.settle() }

  /// Where a rendition stands once it is made.
  nonisolated func path(of key: RenditionKey) -> FilePath { files.path(of: key) }

  /// Requests that run or wait.
  package var requestCount: Int { get async { await work.requestCount } }

  private func make(_ key: RenditionKey, from source: FilePath) async throws -> RenditionOutcome {
    if !isSwept {
      isSwept = true
      files.sweep()
    }
    let file = try files.makeTemporary(for: key)
    defer { file.discard() }
    do {
      let outcome = try await maker.makeRendition(
        of: source, key.specification, into: file.descriptor
      ) { [listeners] in listeners.tell($0, of: key) }
      if case .made(let made) = outcome, made.byteCount <= 0 || made.byteCount != file.byteCount {
        throw RenderFailure(
          code: .crashed, reason: "Its rendition has other bytes than its maker says.")
      }
      try files.store(outcome, file, for: key)
      _ = files.trim(to: budget, keeping: key)
      return outcome
    } catch {
      failures.note(error, for: key)
      throw error
    }
  }
}

/// Who wants to know how far which rendition is.
private final class ProgressListeners: Sendable {
  typealias Listener = @Sendable (RenditionProgress) -> Void

  private let state = Mutex<(next: Int, all: [RenditionKey: [Int: Listener]])>((0, [:]))

  func add(_ listener: @escaping Listener, for key: RenditionKey) -> Int {
    state.withLock { state in
      state.next += 1
      state.all[key, default: [:]][state.next] = listener
      return state.next
    }
  }

  func remove(_ number: Int, from key: RenditionKey) {
    state.withLock { state in
      state.all[key]?[number] = nil
      if state.all[key]?.isEmpty == true { state.all[key] = nil }
    }
  }

  func tell(_ progress: RenditionProgress, of key: RenditionKey) {
    let listeners = state.withLock { state in state.all[key].map { Array($0.values) } ?? [] }
    for listener in listeners { listener(progress) }
  }
}
