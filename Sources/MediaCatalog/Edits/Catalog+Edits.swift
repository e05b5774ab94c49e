internal import SQLiteDatabase

extension Catalog {
  /// Marks items as favourites, or takes the mark away.
  ///
  /// The mark is a person's: no scan changes it, and it survives a missing file.
  ///
  /// - Returns: How many items changed.
  /// - Throws: ``CatalogError`` for an unknown item; then nothing was changed.
  @discardableResult
  public func setFavorite(_ isFavorite: Bool, of items: [Int64]) async throws -> Int {
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.transaction {
        var count = 0
        for item in items {
          try Self.requireItem(item, connection)
          try connection.execute(
            """
            INSERT INTO edit (media, favorite, updated) SELECT \(item), 1, \(now)
              WHERE \(isFavorite) OR EXISTS (SELECT 1 FROM edit WHERE media = \(item))
            ON CONFLICT DO UPDATE SET favorite = \(isFavorite), updated = \(now)
              WHERE favorite <> \(isFavorite)
            """)
          count += Int(connection.changes)
        }
        return count
      }
    }
  }
}
