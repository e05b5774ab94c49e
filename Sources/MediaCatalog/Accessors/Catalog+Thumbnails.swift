public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// The path of an item's thumbnail, made if need be; the same request gives the same path.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - specification: What it shall be.
  ///   - cache: Keeps and makes thumbnails.
  ///   - priority: How much it is wanted.
  ///   - deadline: How long this request may wait; `nil` for as long as one file may take.
  /// - Returns: A file of the cache.
  /// - Throws: ``CatalogError``; ``MediaModel/RenderFailure`` for the file, with `timedOut` when the
  ///   deadline is over; `CancellationError`.
  public func getThumbnailURL(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache,
    priority: ThumbnailCache.Priority = .visible, deadline: Duration? = nil
  ) async throws -> FilePath {
    let source = try await source(of: item)
    let key = source.key(specification)
    // Most are there, and a watch costs more than they do.
    if !isMissingLook(source, key, priority), let path = cache.cachedPath(key) { return path }
    return try await Deadline.run(
      within: deadline,
      else: RenderFailure(
        code: .timedOut, reason: "Its thumbnail was not ready by the deadline of the request.")
    ) {
      try await self.thumbnail(of: item, source, key, from: cache, priority)
    }
  }

  /// Makes a thumbnail if need be, and keeps what was learned.
  private func thumbnail(
    of item: Int64, _ source: ItemSource, _ key: ThumbnailKey, from cache: ThumbnailCache,
    _ priority: ThumbnailCache.Priority
  ) async throws -> FilePath {
    let thumbnail = try await cache.path(
      key, source: source.path, priority: priority,
      isLookWanted: isMissingLook(source, key, priority))
    if let look = thumbnail.look, key.isTelling {
      await looks.add(look, of: item, revision: source.revision)
    }
    return thumbnail.path
  }

  /// True when a thumbnail shall be made for what is learned on the way: nobody waits for one that is
  /// made ahead, so what an older version did not learn is learned now.
  private func isMissingLook(
    _ source: ItemSource, _ key: ThumbnailKey, _ priority: ThumbnailCache.Priority
  ) -> Bool {
    priority == .background && key.isTelling && !source.isLookKnown
  }

  /// The bytes of an item's thumbnail, made if need be.
  ///
  /// - Throws: As ``getThumbnailURL(of:_:from:priority:deadline:)``.
  public func getThumbnailData(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache,
    priority: ThumbnailCache.Priority = .visible, deadline: Duration? = nil
  ) async throws -> [UInt8] {
    let path = try await getThumbnailURL(
      of: item, specification, from: cache, priority: priority, deadline: deadline)
    guard let bytes = FileAccess.read(path) else {
      throw CatalogError(
        code: .unreadable, path: path, reason: "the cached thumbnail is gone again")
    }
    return bytes
  }

  /// The path of an item's thumbnail if it is in the cache, `nil` if it would have to be made.
  ///
  /// No media file is opened, so a thumbnail of an item whose file is gone, or whose root is
  /// offline, is found too.
  ///
  /// - Throws: ``CatalogError`` `notFound` for an unknown item.
  public func getCachedThumbnailURL(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache
  ) async throws -> FilePath? {
    let key = try await database.read { connection in
      try ItemSource(of: item, evenIfAbsent: true, connection: connection).key(specification)
    }
    return cache.cachedPath(key)
  }

  /// An item's thumbnail as soon as there is something to show, then the wanted one.
  ///
  /// When the wanted one has to be made and the cache has the item in another size, that comes
  /// first, marked as degraded: once at most. The wanted one comes last and exactly once, or the
  /// stream throws as ``getThumbnailURL(of:_:from:priority:deadline:)`` does. Who stops listening
  /// gives the request up.
  public func getThumbnails(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache,
    priority: ThumbnailCache.Priority = .visible
  ) -> AsyncThrowingStream<DeliveredThumbnail, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let source = try await source(of: item)
          let key = source.key(specification)
          if cache.cachedPath(key) == nil, let standIn = cache.standIn(for: key) {
            continuation.yield(DeliveredThumbnail(path: standIn, isDegraded: true))
          }
          let path = try await thumbnail(of: item, source, key, from: cache, priority)
          continuation.yield(DeliveredThumbnail(path: path, isDegraded: false))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Makes thumbnails of items around a place of a list ahead of time, the nearest first.
  ///
  /// There is one window a cache: another call replaces it, and what is no longer in it is not made
  /// unless it is being made already. Whatever someone waits for comes first, and
  /// ``ThumbnailCache/stopPrefetching()`` ends it. Items without a file are passed over.
  ///
  /// - Parameters:
  ///   - items: Items in the order they are shown, some hundreds around what is on the screen.
  ///   - position: The index in `items` of the one in the middle of the screen.
  ///   - specification: What they shall be.
  ///   - cache: Keeps and makes them.
  /// - Throws: ``CatalogError`` when the catalog cannot be read, `CancellationError`.
  public func prefetchThumbnails(
    of items: [Int64], around position: Int, _ specification: ThumbnailSpecification,
    into cache: ThumbnailCache
  ) async throws {
    let looks = looks
    let order = ThumbnailWindow.order(around: position, count: items.count)
    let elements = try await database.read { connection in
      try order.compactMap { place -> ThumbnailWindow.Element? in
        do {
          let source = try ItemSource(of: items[place], connection: connection)
          let key = source.key(specification)
          return ThumbnailWindow.Element(key, source: source.path) { look in
            if key.isTelling {
              await looks.add(look, of: items[place], revision: source.revision)
            }
          }
        } catch is CatalogError {
          return nil
        }
      }
    }
    await cache.prefetch(elements)
  }

  /// Copies a cached thumbnail, by way of a temporary file and a rename.
  package static func copyThumbnail(_ cached: FilePath, to target: FilePath) throws(CatalogError) {
    guard let bytes = FileAccess.read(cached) else {
      throw CatalogError(
        code: .unreadable, path: cached, reason: "the cached thumbnail is gone again")
    }
    try FileAccess.write(bytes, to: target, mode: 0o644)
  }
}

/// A thumbnail on its way to a screen.
public struct DeliveredThumbnail: Hashable, Sendable {
  /// A file of the cache.
  public var path: FilePath
  /// True when it has another size than the wanted one, which follows.
  public var isDegraded: Bool
}
