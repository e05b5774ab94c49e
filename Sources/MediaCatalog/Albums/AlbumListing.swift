internal import MediaModel
internal import SQLiteDatabase

/// Lists albums with their counts, dates and covers.
struct AlbumListing {
  let connection: Connection
  /// The person's, for relative dates in the queries of smart albums.
  let clock: PersonClock

  /// User albums by title, then smart albums, then folder albums by path.
  func all() throws -> [Album] {
    try user() + SmartAlbums(connection: connection, clock: clock).all() + folders()
  }

  /// One user album.
  func user(_ id: Int64) throws -> Album? { try user(where: "WHERE a.id = \(id)").first }

  private func user(where condition: SQL = "") throws -> [Album] {
    // Whether an item is shown is looked up in an index that is a tenth of its table.
    let shown: SQL = """
      FROM album_item AS i CROSS JOIN media AS m INDEXED BY media_taken
        ON m.taken = i.taken AND m.id = i.media
      WHERE i.album = a.id AND m.exclusion = 0
      """
    return try connection.rows(
      """
      SELECT a.id, a.title, a.parent, a.image_count, a.video_count, a.query, a.sort,
        a.updated, (SELECT i.taken \(shown) ORDER BY i.taken LIMIT 1),
        (SELECT i.taken \(shown) ORDER BY i.taken DESC LIMIT 1),
        coalesce((SELECT id FROM media WHERE id = a.cover AND exclusion = 0),
          (SELECT i.media \(shown) ORDER BY i.taken DESC, i.media DESC LIMIT 1))
      FROM album AS a \(condition) ORDER BY a.title_key, a.id
      """
    ).map { row in
      if let query = row[5].text { return try smart(row, query) }
      return Album(
        id: row[0].int64 ?? 0, kind: .user, title: row[1].text ?? "",
        parent: row[2].int64, imageCount: row[3].int ?? 0, videoCount: row[4].int ?? 0,
        dates: Self.dates(row[8], row[9]), cover: row[10].int64,
        sort: row[6].text.flatMap(MediaSort.init(rawValue:)) ?? .taken, updated: row[7].int64)
    }
  }

  private func smart(_ row: Row, _ query: String) throws -> Album {
    var album = try SmartAlbums(connection: connection, clock: clock).album(
      id: row[0].int64 ?? 0, title: row[1].text ?? "", query: query,
      sort: row[6].text.flatMap(MediaSort.init(rawValue:)) ?? .taken)
    album.parent = row[2].int64
    album.updated = row[7].int64
    return album
  }

  private func folders() throws -> [Album] {
    try connection.rows(
      """
      SELECT d.id, r.path, d.path, d.parent, s.images, s.videos,
        (SELECT taken FROM media WHERE folder = d.id AND exclusion = 0 ORDER BY taken LIMIT 1),
        (SELECT taken FROM media WHERE folder = d.id AND exclusion = 0
          ORDER BY taken DESC LIMIT 1),
        (SELECT id FROM media WHERE folder = d.id AND exclusion = 0
          ORDER BY taken DESC, id DESC LIMIT 1)
      FROM (SELECT folder, sum(iif(type = 1, count, 0)) AS images,
          sum(iif(type = 2, count, 0)) AS videos FROM folder_count GROUP BY folder) AS s
        JOIN folder AS d ON d.id = s.folder JOIN root AS r ON r.id = d.root
      WHERE r.state = 'online' ORDER BY r.path, d.path
      """
    ).map { row in
      let path = FilePath(bytes: row[1].blob ?? []).appending(FilePath(bytes: row[2].blob ?? []))
      return Album(
        id: row[0].int64 ?? 0, kind: .folder, title: path.displayText, parent: row[3].int64,
        imageCount: row[4].int ?? 0, videoCount: row[5].int ?? 0,
        dates: Self.dates(row[6], row[7]), cover: row[8].int64, sort: .taken)
    }
  }

  /// User albums nested, then the folders of each root that lead to media.
  func trees() throws -> [AlbumNode] {
    try trees(of: user()) { $0.title }
      + trees(of: allFolders()) { album in
        album.parent == nil ? album.title : FilePath(album.title).lastComponent.displayText
      }
  }

  private func trees(
    of albums: [Album], name: (Album) -> String
  ) -> [AlbumNode] {
    var children: [Int64?: [Album]] = [:]
    for album in albums { children[album.parent, default: []].append(album) }
    func nodes(in parent: Int64?) -> [AlbumNode] {
      (children[parent] ?? []).map { album in
        AlbumNode(album: album, name: name(album), children: nodes(in: album.id))
      }.filter { $0.album.kind != .folder || $0.totalCount > 0 }
    }
    return nodes(in: nil)
  }

  /// Folders with media, and their ancestors with counts of zero.
  private func allFolders() throws -> [Album] {
    var known: [Int64: Album] = [:]
    for album in try folders() { known[album.id] = album }
    return try connection.rows(
      """
      SELECT d.id, d.parent, r.path, d.path FROM folder AS d JOIN root AS r ON r.id = d.root
      WHERE r.state = 'online' ORDER BY r.path, d.parent, d.name_key
      """
    ).compactMap { row in
      guard let id = row[0].int64 else { return nil }
      if let album = known[id] { return album }
      let path = FilePath(bytes: row[2].blob ?? []).appending(FilePath(bytes: row[3].blob ?? []))
      return Album(
        id: id, kind: .folder, title: path.displayText, parent: row[1].int64, imageCount: 0,
        videoCount: 0, sort: .taken)
    }
  }

  private static func dates(_ first: SQLValue, _ last: SQLValue) -> ClosedRange<WallTime>? {
    guard let first = first.int64, let last = last.int64, first <= last else { return nil }
    return WallTime(nanoseconds: first)...WallTime(nanoseconds: last)
  }
}
