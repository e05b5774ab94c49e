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

  /// Stores what was learned with thumbnails so far; closing does it too.
  ///
  /// - Returns: Why it could not be stored, `nil` when it was. Nothing but look-alikes, colours and
  ///   placeholders is lost then, and thumbnails made ahead of time learn them again.
  package func keepLooks() async -> String? {
    await looks.flush()
    return await looks.failure
  }

  /// Where an item's bytes are; `evenIfAbsent` says that its file need not be there.
  func source(of item: Int64, evenIfAbsent: Bool = false) async throws -> ItemSource {
    try await database.read {
      try ItemSource(of: item, evenIfAbsent: evenIfAbsent, connection: $0)
    }
  }
}
