public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Lists albums by what a filter leaves of them: counts, dates and covers are those of the items
  /// that it matches.
  ///
  /// User albums by title, then smart albums, then folder albums by path, as ``albums()`` lists them.
  /// The cover is the one that a person chose if it matches, else the newest item that does.
  ///
  /// - Parameters:
  ///   - filter: What a picker shows, such as `.images`.
  ///   - hidesEmpty: Whether albums without such items are left out, or listed with a count of 0.
  /// - Returns: The albums; those of folders and imports only as far as they hold something.
  /// - Throws: ``CatalogError`` for an album in the filter that does not exist; ``QueryError`` for a
  ///   stored query that this version does not understand; `CancellationError`.
  /// - Complexity: For everything and for one type a few seeks for each album while all roots are
  ///   there, and at worst the entries of its index. Else O(*n* + *l*) in the items that match and
  ///   what user albums list, and what the queries of a person's smart albums take.
  public func albums(
    matching filter: MediaFilter, hidingEmpty hidesEmpty: Bool = true
  ) async throws -> [Album] {
    try await prepareSearch(for: filter)
    return try await database.read { connection in
      try MatchingAlbums(
        filter, hidesEmpty: hidesEmpty, connection: connection, clock: .system
      ).all()
    }
  }

  /// Lists albums by what they hold of one type, or of both.
  public func albums(
    ofType type: MediaType?, hidingEmpty hidesEmpty: Bool = true
  ) async throws -> [Album] {
    try await albums(
      matching: type.map { .matches(.type($0)) } ?? .everything, hidingEmpty: hidesEmpty)
  }
}
