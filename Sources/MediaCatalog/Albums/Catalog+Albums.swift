internal import Glibc
internal import MediaModel
internal import SQLiteDatabase
internal import UnicodeText

extension Catalog {
  /// Lists user albums by title, then smart albums, then folder albums by path.
  public func albums() async throws -> [Album] {
    try await database.read { connection in
      try AlbumListing(connection: connection, clock: .system).all()
    }
  }

  /// One user album.
  ///
  /// - Throws: ``CatalogError`` `notFound`.
  public func album(_ id: Int64) async throws -> Album {
    try await database.read { connection in
      try Self.requireAlbum(id, connection)
      guard let album = try AlbumListing(connection: connection, clock: .system).user(id)
      else {
        preconditionFailure("an album is there and not listed")
      }
      return album
    }
  }

  /// Makes an empty album, or a smart one that shows what a query matches.
  ///
  /// - Parameters:
  ///   - title: Its title, which need not be unique.
  ///   - parent: The album it lies in.
  ///   - query: A query in the language of ``MediaModel/MediaFilter``, for a smart album.
  /// - Returns: Its id.
  /// - Throws: ``CatalogError`` for an empty title or an unknown parent; ``QueryError``.
  @discardableResult
  public func createAlbum(
    _ title: String, in parent: Int64? = nil, query: String? = nil
  ) async throws -> Int64 {
    let title = try Self.checked(title: title)
    if let query { _ = try MediaFilter(parsing: query, clock: .system) }
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.change(at: now, as: { _ in "made the album \(UndoText.quoted(title))" }) {
        if let parent { try Self.requireAlbum(parent, connection) }
        var identifiers = UniqueIdentifiers()
        try connection.execute(
          """
          INSERT INTO album (uid, parent, title, title_key, query, position, created, updated)
          VALUES (\(identifiers.next(at: now).bytes), \(parent), \(title),
            \(NaturalSortKey.make(Array(title.utf8))), \(query),
            (SELECT coalesce(max(position), 0) + 1 FROM album WHERE parent IS \(parent)),
            \(now), \(now))
          """)
        return connection.lastInsertedRowID
      }
    }
  }

  /// Gives an album another title.
  public func renameAlbum(_ album: Int64, to title: String) async throws {
    let title = try Self.checked(title: title)
    let now = Self.currentTime()
    _ = try await database.write { connection in
      try connection.change(at: now, as: { "renamed the album \(UndoText.quoted($0))" }) {
        let old = try Self.requireAlbum(album, connection)
        try connection.execute(
          """
          UPDATE album SET title = \(title), title_key = \(NaturalSortKey.make(Array(title.utf8))),
            updated = \(now) WHERE id = \(album)
          """)
        return old
      }
    }
  }

  /// Deletes an album with its list of items; the items themselves stay.
  ///
  /// - Throws: ``CatalogError`` when other albums lie in it.
  public func deleteAlbum(_ album: Int64) async throws {
    let now = Self.currentTime()
    _ = try await database.write { connection in
      try connection.change(at: now, as: { "deleted the album \(UndoText.quoted($0))" }) {
        let title = try Self.requireAlbum(album, connection)
        if let child = try connection.first("SELECT title FROM album WHERE parent = \(album)") {
          throw CatalogError(
            code: .notPermitted,
            reason: "the album holds others (“\(child[0].text ?? "")”); delete or move those first")
        }
        try connection.execute("DELETE FROM album_item WHERE album = \(album)")
        try connection.execute("DELETE FROM album WHERE id = \(album)")
        return title
      }
    }
  }

  /// Puts items at the end of an album; those in it already stay where they are.
  ///
  /// - Parameters:
  ///   - items: Ids of existing items, any number, in the order wanted.
  ///   - album: The album.
  /// - Returns: How many were added.
  /// - Throws: ``CatalogError`` for an unknown album or item; then nothing was added.
  @discardableResult
  public func add(_ items: [Int64], toAlbum album: Int64) async throws -> Int {
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.change(at: now, as: { "added \(UndoText.items($0)) to album \(album)" }) {
        try Self.requireOwnItems(album, connection)
        var position =
          try connection.first(
            "SELECT coalesce(max(position), 0) FROM album_item WHERE album = \(album)")?[0].int64
          ?? 0
        let before = try Self.itemCount(of: album, connection)
        let insert = try connection.statement(
          """
          INSERT INTO album_item (album, taken, media, position, added)
          SELECT ?1, taken, id, ?3, ?4 FROM media WHERE id = ?2
            AND NOT EXISTS (SELECT 1 FROM album_item WHERE media = ?2 AND album = ?1)
          """)
        for item in items {
          position += Self.positionGap
          try insert.bind(album, at: 1)
          try insert.bind(item, at: 2)
          try insert.bind(position, at: 3)
          try insert.bind(now, at: 4)
          try insert.run()
          if connection.changes == 0 { try Self.requireItem(item, connection) }
        }
        let added = try Self.itemCount(of: album, connection) - before
        if added > 0 {
          try connection.execute("UPDATE album SET updated = \(now) WHERE id = \(album)")
        }
        return added
      }
    }
  }

  /// Takes items out of an album; those not in it are passed over.
  ///
  /// - Returns: How many were taken out.
  @discardableResult
  public func remove(_ items: [Int64], fromAlbum album: Int64) async throws -> Int {
    let now = Self.currentTime()
    return try await database.write { connection in
      try connection.change(at: now, as: { "removed \(UndoText.items($0)) from album \(album)" }) {
        try Self.requireOwnItems(album, connection)
        let before = try Self.itemCount(of: album, connection)
        for item in items {
          try connection.execute(
            "DELETE FROM album_item WHERE media = \(item) AND album = \(album)")
        }
        let removed = try before - Self.itemCount(of: album, connection)
        if removed > 0 {
          try connection.execute("UPDATE album SET updated = \(now) WHERE id = \(album)")
        }
        return removed
      }
    }
  }

  /// Room between neighbours in an album's own order, for moving without renumbering.
  static let positionGap: Int64 = 1 << 20

  private static func itemCount(of album: Int64, _ connection: Connection) throws -> Int {
    try connection.first("SELECT count(*) FROM album_item WHERE album = \(album)")?[0].int ?? 0
  }

  static func checked(title: String) throws(CatalogError) -> String {
    if title.allSatisfy(\.isWhitespace) {
      throw CatalogError(code: .invalid, reason: "an album needs a title")
    }
    return title
  }

  /// Refuses an unknown album, and gives the title of a known one.
  @discardableResult
  static func requireAlbum(_ album: Int64, _ connection: Connection) throws -> String {
    guard let row = try connection.first("SELECT title FROM album WHERE id = \(album)") else {
      throw CatalogError(
        code: .notFound, reason: "there is no album \(album); mediacat albums lists them")
    }
    return row[0].text ?? ""
  }

  static func requireItem(_ item: Int64, _ connection: Connection) throws {
    if try connection.first("SELECT 1 FROM media WHERE id = \(item)") == nil {
      throw CatalogError(code: .notFound, reason: "there is no item \(item)")
    }
  }

  static func requireOwnItems(_ album: Int64, _ connection: Connection) throws {
    try requireAlbum(album, connection)
    if try connection.first("SELECT 1 FROM album WHERE id = \(album) AND query IS NOT NULL") != nil
    {
      throw CatalogError(
        code: .notPermitted,
        reason: "album \(album) is a smart one: its query decides what is in it")
    }
  }

  /// Nanoseconds since 1970-01-01 UTC, clock_gettime(2).
  package static func currentTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
