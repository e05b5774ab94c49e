public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// The path of an item's original file; no file is opened.
  ///
  /// - Throws: ``CatalogError`` `notFound`, `offline` or `missing`.
  public func getURL(of item: Int64) async throws -> FilePath {
    try await source(of: item).path
  }

  /// The bytes of an item's original, piece by piece.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - range: Which bytes; cut at the end of the file.
  /// - Returns: Pieces of at most 256 KiB, read as they are asked for, so memory stays flat.
  /// - Throws: ``CatalogError`` `notFound`, `offline`, `missing` or `unreadable`; reading may throw
  ///   `unreadable` and `CancellationError` later.
  public func getDataStream(
    of item: Int64, range: Range<Int64> = 0..<Int64.max
  ) async throws -> ByteStream {
    try ByteStream(path: try await source(of: item).path, range: range)
  }

  /// The bytes of an item's original at once.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - limit: Bytes at most; streams take more.
  /// - Returns: All bytes.
  /// - Throws: As ``getDataStream(of:range:)``, and `tooLarge` above the limit.
  public func getData(of item: Int64, limit: Int = 256 << 20) async throws -> [UInt8] {
    try await getDataStream(of: item).whole(limit: limit)
  }

  /// The path of an item's thumbnail, made if need be; the same request gives the same path.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - specification: What it shall be.
  ///   - cache: Keeps and makes thumbnails.
  ///   - priority: How much it is wanted.
  /// - Returns: A file of the cache.
  /// - Throws: ``CatalogError``; ``MediaModel/RenderFailure`` for the file; `CancellationError`.
  public func getThumbnailURL(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache,
    priority: ThumbnailCache.Priority = .visible
  ) async throws -> FilePath {
    let source = try await source(of: item)
    return try await cache.path(
      uid: source.uid, revision: source.revision, source: source.path, specification,
      priority: priority)
  }

  /// The bytes of an item's thumbnail, made if need be.
  ///
  /// - Throws: As ``getThumbnailURL(of:_:from:priority:)``.
  public func getThumbnailData(
    of item: Int64, _ specification: ThumbnailSpecification, from cache: ThumbnailCache,
    priority: ThumbnailCache.Priority = .visible
  ) async throws -> [UInt8] {
    let path = try await getThumbnailURL(of: item, specification, from: cache, priority: priority)
    guard let bytes = FileAccess.read(path) else {
      throw CatalogError(
        code: .unreadable, path: path, reason: "the cached thumbnail is gone again")
    }
    return bytes
  }

  /// Copies a cached thumbnail, by way of a temporary file and a rename.
  package static func copyThumbnail(_ cached: FilePath, to target: FilePath) throws(CatalogError) {
    guard let bytes = FileAccess.read(cached) else {
      throw CatalogError(
        code: .unreadable, path: cached, reason: "the cached thumbnail is gone again")
    }
    try FileAccess.write(bytes, to: target, mode: 0o644)
  }

  func source(of item: Int64) async throws -> ItemSource {
    try await database.read { try ItemSource(of: item, connection: $0) }
  }
}
