internal import MediaModel
internal import SQLiteDatabase

/// Tallies of what a filter matches: one walk over those items, however many albums there are, and
/// one over the lists of user albums.
struct CollectedTallies {
  private(set) var tallies = AlbumTallies()
  /// Of the albums that every catalog has, those whose items the filter alone decides; by query.
  private(set) var builtIn: [String: AlbumTally] = [:]

  init(_ filter: MediaFilter, connection: Connection, clock: PersonClock) throws {
    let recent = try Self.recent(clock)
    var types: [Int64: MediaType] = [:]
    var (all, videos, favorites, added) = (
      AlbumTally(), AlbumTally(), AlbumTally(), AlbumTally()
    )
    let planner = try QueryPlanner(MediaQuery(filter: filter), connection: connection)
    try MediaListing(connection).forEach(
      planner, columns: "m.folder, m.scan, m.type, m.taken, m.favorite, m.added", tables: [],
      after: nil, limit: nil
    ) { row, statement in
      let (id, first) = (row.int64(0), Int32(1 + statement.termCount))
      let type: MediaType = row.int64(first + 2) == 2 ? .video : .image
      let taken = WallTime(nanoseconds: row.int64(first + 3))
      types[id] = type
      tallies.folders[row.int64(first), default: AlbumTally()].add(id, type, taken: taken)
      tallies.scans[row.int64(first + 1), default: AlbumTally()].add(id, type, taken: taken)
      all.add(id, type, taken: taken)
      if type == .video { videos.add(id, type, taken: taken) }
      if row.bool(first + 4) { favorites.add(id, type, taken: taken) }
      if recent.contains(WallTime(nanoseconds: row.int64(first + 5))) {
        added.add(id, type, taken: taken)
      }
    }
    builtIn = [
      "": all, "type:video": videos, "is:favorite": favorites, SmartAlbums.recentQuery: added,
    ]
    try Self.forEachMember(of: types, connection) { album, id, type, taken in
      tallies.users[album, default: AlbumTally()].add(id, type, taken: taken)
    }
    let covers = try connection.rows("SELECT cover FROM album WHERE cover IS NOT NULL")
    tallies.covers = Set(covers.compactMap { $0[0].int64 }.filter { types[$0] != nil })
  }

  private static func recent(_ clock: PersonClock) throws -> WallTimeRange {
    let filter = try MediaFilter(parsing: SmartAlbums.recentQuery, clock: clock)
    guard case .matches(.added(let range)) = filter else {
      preconditionFailure("the query of recent items is one of their time")
    }
    return range
  }

  /// Hands over what user albums list of some items: by the lists, or by the items if they are few.
  private static func forEachMember(
    of types: [Int64: MediaType], _ connection: Connection,
    _ body: (Int64, Int64, MediaType, WallTime) -> Void
  ) throws {
    let listed = try connection.first("SELECT sum(image_count + video_count) FROM album")
    let source: SQL
    if types.count < (listed?[0].int ?? 0) / 8 {
      let list = "[\(types.keys.map(String.init).joined(separator: ","))]"
      source = "json_each(\(list)) AS j CROSS JOIN album_item AS i ON i.media = j.value"
    } else {
      source = "album_item AS i"
    }
    try connection.forEach("SELECT i.album, i.media, i.taken FROM \(source)") { row in
      guard let type = types[row.int64(1)] else { return }
      body(row.int64(0), row.int64(1), type, WallTime(nanoseconds: row.int64(2)))
    }
  }
}
