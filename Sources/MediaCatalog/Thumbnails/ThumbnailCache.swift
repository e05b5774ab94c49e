public import MediaModel

/// Thumbnails on disk, made when they are first wanted.
///
/// The key is the item, the revision of its bytes and the specification, so an equal request gives
/// the same file. Equal requests at one time are decoded once; a request that nobody waits for any
/// more is not decoded. Failures are remembered beside the thumbnails, so that a broken file is
/// opened once, until it changes, the renderer does, or a week has passed.
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

  private nonisolated let files: ThumbnailFiles
  private nonisolated let knownFailures: ThumbnailFailures
  private let renderer: any ThumbnailRendering
  private let work: SharedWork<ThumbnailKey, CachedThumbnail>
  private let budget: Int64
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
    self.knownFailures = ThumbnailFailures(folder: folder)
    self.renderer = renderer
    self.work = SharedWork(limit: concurrency, windowPriority: Priority.prefetch.rawValue)
    self.budget = max(0, budget)
  }

  /// Forgets the window of ``Catalog/prefetchThumbnails(of:around:_:into:)``; what is being decoded
  /// is finished and kept.
  public func stopPrefetching() async { await prefetch([]) }

  /// Replaces the window: what is no longer in it is not made, unless it is being made.
  package func prefetch(_ elements: [ThumbnailWindow.Element]) async {
    let (files, knownFailures) = (files, knownFailures)
    let plans = elements.map { element in
      SharedWork<ThumbnailKey, CachedThumbnail>.Plan(key: element.key) {
        let thumbnail = try await self.make(element.key, from: element.source)
        if let look = thumbnail.look { await element.onLook(look) }
        return thumbnail
      }
    }
    await work.replaceWindow(plans) { key in
      files.path(of: key) == nil && knownFailures.failure(of: key) == nil
    }
  }

  /// The file of a thumbnail that is there; nothing is decoded, and nobody is waited for.
  package nonisolated func cachedPath(_ key: ThumbnailKey) -> FilePath? { files.path(of: key) }

  /// A thumbnail of the item in another size; nothing is decoded.
  package nonisolated func standIn(for key: ThumbnailKey) -> FilePath? { files.standIn(for: key) }

  /// The file of a thumbnail, made if need be.
  ///
  /// - Parameters:
  ///   - key: What it shall be, and of what.
  ///   - source: The item's original.
  ///   - priority: How much it is wanted.
  ///   - isLookWanted: Whether a file that is there is made again, for what is learned on the way.
  /// - Returns: The file, and what was learned if it was made just now.
  /// - Throws: ``RenderFailure``; ``CatalogError`` when the cache cannot be written;
  ///   `CancellationError` at once when the task is cancelled.
  package nonisolated func path(
    _ key: ThumbnailKey, source: FilePath, priority: Priority, isLookWanted: Bool = false
  ) async throws -> CachedThumbnail {
    // What is there needs no turn on an actor.
    if !isLookWanted, let path = files.path(of: key) { return CachedThumbnail(path: path) }
    if let failure = knownFailures.failure(of: key) { throw failure }
    return try await work.value(for: key, priority: priority.rawValue) {
      try await self.make(key, from: source, again: isLookWanted)
    }
  }

  /// Requests that run or wait.
  package var requestCount: Int { get async { await work.requestCount } }

  /// Bytes in the cache as far as they were counted.
  package var storedByteCount: Int64 { byteCount ?? 0 }

  private func make(
    _ key: ThumbnailKey, from source: FilePath, again: Bool = false
  ) async throws -> CachedThumbnail {
    // It may have been made since the caller looked.
    if !again, let path = files.path(of: key) { return CachedThumbnail(path: path) }
    do {
      let thumbnail = try await renderer.thumbnail(of: source, key.specification)
      let path = try files.store(thumbnail.bytes, for: key)
      account(for: Int64(thumbnail.bytes.count))
      return CachedThumbnail(path: path, look: thumbnail.look)
    } catch {
      if let failure = error as? RenderFailure, !failure.code.isTransient {
        knownFailures.remember(failure, key)
      }
      throw error
    }
  }

  private func account(for added: Int64) {
    let total = (byteCount ?? files.trim(to: budget)) + added
    byteCount = total > budget ? files.trim(to: budget) : total
  }
}

/// A thumbnail's file, and what was learned if it was made just now.
package struct CachedThumbnail: Hashable, Sendable {
  /// The file.
  package var path: FilePath
  /// What it shows, `nil` for a file that was there.
  package var look: PictureLook?
}
