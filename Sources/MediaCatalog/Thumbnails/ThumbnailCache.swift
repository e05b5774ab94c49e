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

  private let files: ThumbnailFiles
  private let renderer: any ThumbnailRendering
  private let work: SharedWork<ThumbnailKey, FilePath>
  private let budget: Int64
  private var failures = FailureMemory<ThumbnailKey>()
  /// Bytes in the cache, `nil` until they were counted.
  private var byteCount: Int64?

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
    self.work = SharedWork(limit: concurrency)
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
    return try await work.value(for: key, priority: priority.rawValue) {
      try await self.make(key, from: source)
    }
  }

  /// Requests that run or wait.
  package var requestCount: Int { get async { await work.requestCount } }

  /// Bytes in the cache as far as they were counted.
  package var storedByteCount: Int64 { byteCount ?? 0 }

  private func make(_ key: ThumbnailKey, from source: FilePath) async throws -> FilePath {
    do {
      let thumbnail = try await renderer.thumbnail(of: source, key.specification)
      let path = try files.store(thumbnail.bytes, for: key)
      account(for: Int64(thumbnail.bytes.count))
      return path
    } catch {
      failures.note(error, for: key)
      throw error
    }
  }

  private func account(for added: Int64) {
    let total = (byteCount ?? files.trim(to: budget)) + added
    byteCount = total > budget ? files.trim(to: budget) : total
  }
}
