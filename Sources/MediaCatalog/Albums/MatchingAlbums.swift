internal import MediaModel
internal import SQLiteDatabase

/// Lists albums by what a filter leaves of them.
struct MatchingAlbums {
  private let connection: Connection
  private let clock: PersonClock
  private let filter: MediaFilter
  private let hidesEmpty: Bool
  private let tallies: AlbumTallies
  /// Tallies of built-in albums by query, as far as they are known already.
  private let builtIn: [String: AlbumTally]

  init(
    _ filter: MediaFilter, hidesEmpty: Bool, connection: Connection, clock: PersonClock
  ) throws {
    self.connection = connection
    self.clock = clock
    self.filter = filter.normalized
    self.hidesEmpty = hidesEmpty
    if let scope = self.filter.typeScope, try Self.isAllOnline(connection) {
      tallies = try IndexedTallies(connection: connection, type: scope.type).all()
      builtIn = [:]
    } else {
      let collected = try CollectedTallies(filter, connection: connection, clock: clock)
      tallies = collected.tallies
      builtIn = collected.builtIn
    }
  }

  private static func isAllOnline(_ connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM root WHERE state <> 'online' LIMIT 1") == nil
  }

  /// User albums by title, then smart albums, then folder albums by path.
  func all() throws -> [Album] {
    let albums = try user() + smart() + imports() + folders()
    return hidesEmpty ? albums.filter { $0.count > 0 } : albums
  }

  private func user() throws -> [Album] {
    try connection.rows(
      """
      SELECT id, title, parent, query, sort, updated, cover FROM album ORDER BY title_key, id
      """
    ).map { row in
      let id = row[0].int64 ?? 0
      let sort = row[4].text.flatMap(MediaSort.init(rawValue:)) ?? .taken
      var album = Album(
        id: id, kind: .user, title: row[1].text ?? "", imageCount: 0, videoCount: 0, sort: sort)
      if let query = row[3].text {
        album = try SmartAlbums(connection: connection, clock: clock).album(
          id: id, title: album.title, query: query, sort: sort, matching: filter)
      } else if let tally = tallies.users[id] {
        tally.describe(&album)
        if let cover = row[6].int64, tallies.covers.contains(cover) { album.cover = cover }
      }
      album.parent = row[2].int64
      album.updated = row[5].int64
      return album
    }
  }

  private func smart() throws -> [Album] {
    try SmartAlbums.builtIn.map { title, query in
      guard let tally = builtIn[query] else {
        return try SmartAlbums(connection: connection, clock: clock).album(
          title: title, query: query, matching: filter)
      }
      var album = Album(
        id: 0, kind: .smart, title: title, imageCount: 0, videoCount: 0, sort: .taken,
        query: query)
      tally.describe(&album)
      return album
    }
  }

  private func imports() throws -> [Album] {
    var scans = Set(tallies.scans.keys)
    if !hidesEmpty {
      let rows = try connection.rows(
        """
        SELECT DISTINCT scan FROM scan_count JOIN root ON root.id = scan_count.root
          WHERE root.state = 'online' ORDER BY scan DESC LIMIT \(SmartAlbums.importLimit)
        """)
      scans.formUnion(rows.compactMap { $0[0].int64 })
    }
    return try scans.sorted(by: >).prefix(SmartAlbums.importLimit).compactMap { scan in
      let row = try connection.first("SELECT started FROM scan WHERE id = \(scan)")
      guard let started = row?[0].int64 else { return nil }
      var album = SmartAlbums.importAlbum(started: started)
      tallies.scans[scan]?.describe(&album)
      return album
    }
  }

  private func folders() throws -> [Album] {
    let counted = Set(
      hidesEmpty
        ? []
        : try connection.rows("SELECT DISTINCT folder FROM folder_count").compactMap {
          $0[0].int64
        })
    return try connection.rows(
      """
      SELECT d.id, r.path, d.path, d.parent, r.state = 'online'
        FROM folder AS d JOIN root AS r ON r.id = d.root ORDER BY r.path, d.path
      """
    ).compactMap { row in
      let id = row[0].int64 ?? 0
      let isListed = row[4].int64 == 1 && counted.contains(id)
      guard isListed || tallies.folders[id] != nil else { return nil }
      let path = FilePath(bytes: row[1].blob ?? []).appending(FilePath(bytes: row[2].blob ?? []))
      var album = Album(
        id: id, kind: .folder, title: path.displayText, parent: row[3].int64, imageCount: 0,
        videoCount: 0, sort: .taken)
      tallies.folders[id]?.describe(&album)
      return album
    }
  }
}

extension MediaFilter {
  /// A type, or both when `nil`.
  struct TypeScope: Hashable {
    var type: MediaType?
  }

  /// The types that a normalized filter asks for, `nil` when it asks for more.
  var typeScope: TypeScope? {
    if self == .everything { return TypeScope(type: nil) }
    if case .matches(.type(let type)) = self { return TypeScope(type: type) }
    return nil
  }
}
