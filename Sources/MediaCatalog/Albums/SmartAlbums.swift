package import MediaModel
package import SQLiteDatabase

/// Albums that are stored queries: those everyone has, one for each import, and people's own.
struct SmartAlbums {
  let connection: Connection
  /// The person's, for relative dates in queries.
  let clock: PersonClock

  /// Albums that every catalog has, by title.
  static let builtIn: [(title: String, query: String)] = [
    ("All", ""), ("Favorites", "is:favorite"), ("Needs Attention", "is:failed"),
    ("Recently Added", recentQuery), ("Videos", "type:video"),
  ]

  /// The query of what was found lately.
  static let recentQuery = "added:last-30-days"

  /// How many imports are listed, the newest first.
  static let importLimit = 100

  /// Built-in albums, then imports; empty ones are left out, but for the first.
  func all() throws -> [Album] {
    let albums = try Self.builtIn.map { try album(title: $0.title, query: $0.query) }
    return albums.filter { $0.count > 0 || $0.query == "" } + (try imports())
  }

  /// Counts and dates of what a query shows, as far as a filter matches it.
  func album(
    id: Int64 = 0, title: String, query text: String, sort: MediaSort = .taken,
    matching other: MediaFilter = .everything
  ) throws -> Album {
    let stored = try MediaFilter(parsing: text, clock: clock)
    let scope = other.typeScope
    let filter = Self.intersection(stored, other)
    var album = Album(
      id: id, kind: .smart, title: title, imageCount: 0, videoCount: 0, sort: sort, query: text)
    if filter == .nothing { return album }
    if case .matches(.added(let range)) = stored, let scope {
      try ImportSummary(of: range, type: scope.type, connection: connection).describe(&album)
      return album
    }
    let listing = MediaListing(connection)
    // Everything and all of a type are counted already, by month.
    let count = try listing.count(MediaQuery(filter: filter))
    switch scope?.type {
    case .video: album.videoCount = count
    case .image: album.imageCount = count
    case nil:
      album.videoCount = try listing.count(
        MediaQuery(filter: Self.intersection(filter, .videos)))
      album.imageCount = count - album.videoCount
    }
    let ends = try [true, false].compactMap { isReversed in
      try end(of: MediaQuery(filter: filter, reversed: isReversed, limit: 1), listing)
    }
    if ends.count == 2, ends[0].taken <= ends[1].taken {
      album.dates = ends[0].taken...ends[1].taken
      album.cover = ends[1].id
    }
    return album
  }

  /// What both match, in words that the catalog has counted where there are such.
  private static func intersection(_ left: MediaFilter, _ right: MediaFilter) -> MediaFilter {
    switch (left.normalized, right.normalized) {
    case (let left, .everything): left
    case (.everything, let right): right
    case (.matches(.type(let left)), .matches(.type(let right))) where left != right: .nothing
    case (let left, let right): left == right ? left : .all([left, right])
    }
  }

  private func end(
    of query: MediaQuery, _ listing: MediaListing
  ) throws -> (id: Int64, taken: WallTime)? {
    guard let id = MediaField.named("id") else { return nil }
    var found: Int64?
    try listing.forEach(query, fields: [id]) { row in
      if case .integer(let value) = row[0] { found = value }
    }
    guard let found,
      let taken = try connection.first("SELECT taken FROM media WHERE id = \(found)")?[0].int64
    else { return nil }
    return (found, WallTime(nanoseconds: taken))
  }

  /// One album for each of the last runs that found something new, the newest first.
  ///
  /// All at once: a hundred questions to the catalog take longer than their answers.
  func imports() throws -> [Album] {
    let isOnline = try ImportSummary.onlineCondition(connection)
    let shown: SQL = "FROM media WHERE scan = c.scan AND exclusion = 0 AND \(isOnline)"
    var albums: [Album] = []
    try connection.forEach(
      """
      SELECT s.started, c.images, c.videos, \(AlbumEnds.columns(of: shown))
      FROM (SELECT scan, sum(iif(type = 1, count, 0)) AS images,
          sum(iif(type = 2, count, 0)) AS videos
          FROM scan_count JOIN root ON root.id = scan_count.root
          WHERE root.state = 'online' GROUP BY scan ORDER BY scan DESC LIMIT \(Self.importLimit)) AS c
        JOIN scan AS s ON s.id = c.scan ORDER BY s.id DESC
      """
    ) { row in
      let ends = AlbumEnds(row, from: 3)
      guard let dates = ends.dates else { return }
      var album = Self.importAlbum(started: row.int64(0))
      (album.imageCount, album.videoCount) = (row.int(1), row.int(2))
      (album.dates, album.cover) = (dates, ends.newest)
      albums.append(album)
    }
    return albums
  }

  /// The album of an index run, still empty.
  static func importAlbum(started: Int64) -> Album {
    let second = WallTime(nanoseconds: started / 1_000_000_000 * 1_000_000_000)
    return Album(
      id: 0, kind: .smart, title: "Import \(PersonClock.systemTime(ofInstant: started))",
      imageCount: 0, videoCount: 0, sort: .taken, query: "added:\(second)Z")
  }
}

/// What an album shows: a list of items, or the answer to a query.
package enum AlbumContent: Hashable, Sendable {
  case items(album: Int64, sort: MediaSort)
  case query(MediaFilter, sort: MediaSort)

  /// Finds an album by what a person writes: the title or id of a user album, or the title of a
  /// smart one that every catalog has.
  ///
  /// - Throws: ``CatalogError`` `notFound` or `ambiguous`; ``QueryError`` for a stored query that
  ///   this version does not understand.
  package init(of reference: String, connection: Connection, clock: PersonClock) throws {
    do {
      let id = try AlbumLookUp(connection: connection).id(of: reference)
      let row = try connection.first("SELECT query, sort FROM album WHERE id = \(id)")
      let sort = row?[1].text.flatMap(MediaSort.init(rawValue:)) ?? .taken
      if let query = row?[0].text {
        self = .query(try MediaFilter(parsing: query, clock: clock), sort: sort)
      } else {
        self = .items(album: id, sort: sort)
      }
    } catch let error as CatalogError where error.code == .notFound {
      let imports = try SmartAlbums(connection: connection, clock: clock).imports()
      let smart = SmartAlbums.builtIn + imports.map { ($0.title, $0.query ?? "") }
      guard
        let query = smart.first(where: { $0.title.lowercased() == reference.lowercased() })?.query
      else { throw error }
      self = .query(try MediaFilter(parsing: query, clock: clock), sort: .taken)
    }
  }
}
