internal import SQLiteDatabase
internal import UnicodeText

extension Catalog {
  /// Chooses an album's cover, or leaves the choice to the newest item shown.
  ///
  /// - Throws: ``CatalogError`` for an unknown album, or an item that is not in it.
  public func setCover(_ item: Int64?, ofAlbum album: Int64) async throws {
    let now = Self.currentTime()
    try await database.write { connection in
      try connection.change(at: now, as: { _ in "chose the cover of album \(album)" }) {
        try Self.requireAlbum(album, connection)
        if let item,
          try connection.first(
            "SELECT 1 FROM album_item WHERE media = \(item) AND album = \(album)") == nil
        {
          throw CatalogError(code: .notFound, reason: "item \(item) is not in the album")
        }
        try connection.execute(
          "UPDATE album SET cover = \(item), updated = \(now) WHERE id = \(album)")
      }
    }
  }

  /// Chooses the order in which an album is listed.
  public func setSort(_ sort: MediaSort, ofAlbum album: Int64) async throws {
    let now = Self.currentTime()
    try await database.write { connection in
      try connection.change(at: now, as: { _ in "sorted album \(album) by \(sort.rawValue)" }) {
        try Self.requireAlbum(album, connection)
        try connection.execute(
          "UPDATE album SET sort = \(sort.rawValue), updated = \(now) WHERE id = \(album)")
      }
    }
  }

  /// Puts an album into another one, or at the top.
  ///
  /// - Throws: ``CatalogError`` for an unknown album, or when `parent` lies in the album itself.
  public func nestAlbum(_ album: Int64, in parent: Int64?) async throws {
    let now = Self.currentTime()
    try await database.write { connection in
      try connection.change(
        at: now,
        as: { _ in "put album \(album) \(parent.map { "into album \($0)" } ?? "at the top")" }
      ) {
        try Self.requireAlbum(album, connection)
        var ancestor = parent
        while let current = ancestor {
          if current == album {
            throw CatalogError(code: .invalid, reason: "an album cannot lie in itself")
          }
          try Self.requireAlbum(current, connection)
          ancestor = try connection.first("SELECT parent FROM album WHERE id = \(current)")?[0]
            .int64
        }
        try connection.execute(
          """
          UPDATE album SET parent = \(parent), updated = \(now),
            position = (SELECT coalesce(max(position), 0) + 1 FROM album WHERE parent IS \(parent))
          WHERE id = \(album)
          """)
      }
    }
  }

  /// Makes a copy of an album, with its items in their order.
  ///
  /// - Returns: The id of the copy.
  @discardableResult
  public func duplicateAlbum(_ album: Int64, as title: String) async throws -> Int64 {
    let title = try Self.checked(title: title)
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.change(at: now, as: { _ in "copied album \(album)" }) {
        try Self.requireAlbum(album, connection)
        var identifiers = UniqueIdentifiers()
        try connection.execute(
          """
          INSERT INTO album (uid, parent, title, title_key, query, sort, cover, position, created,
            updated)
          SELECT \(identifiers.next(at: now).bytes), parent, \(title),
            \(NaturalSortKey.make(Array(title.utf8))), query, sort, cover,
            (SELECT coalesce(max(position), 0) + 1 FROM album AS a WHERE a.parent IS album.parent),
            \(now), \(now) FROM album WHERE id = \(album)
          """)
        let copy = connection.lastInsertedRowID
        try connection.execute(
          """
          INSERT INTO album_item (album, taken, media, position, added)
          SELECT \(copy), taken, media, position, \(now) FROM album_item WHERE album = \(album)
          """)
        return copy
      }
    }
  }
}
