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
    var albums: [Album] = []
    try connection.forEach(
      """
      SELECT a.id, a.title, a.parent, a.image_count, a.video_count, a.query, a.sort,
        a.updated, (SELECT id FROM media WHERE id = a.cover AND exclusion = 0),
        \(AlbumEnds.columns(of: shown, taken: "i.taken", id: "i.media"))
      FROM album AS a \(condition) ORDER BY a.title_key, a.id
      """
    ) { row in
      let sort = row.optionalText(6).flatMap(MediaSort.init(rawValue:)) ?? .taken
      var album = Album(
        id: row.int64(0), kind: .user, title: row.text(1), imageCount: row.int(3),
        videoCount: row.int(4), sort: sort)
      if let query = row.optionalText(5) {
        album = try SmartAlbums(connection: connection, clock: clock).album(
          id: album.id, title: album.title, query: query, sort: sort)
      } else {
        let ends = AlbumEnds(row, from: 9)
        (album.dates, album.cover) = (ends.dates, row.optionalInt64(8) ?? ends.newest)
      }
      album.parent = row.optionalInt64(2)
      album.updated = row.optionalInt64(7)
      albums.append(album)
    }
    return albums
  }

  private func folders() throws -> [Album] {
    var albums: [Album] = []
    try connection.forEach(
      """
      SELECT d.id, r.path, d.path, d.parent, s.images, s.videos,
        \(AlbumEnds.columns(of: "FROM media WHERE folder = d.id AND exclusion = 0"))
      FROM (SELECT folder, sum(iif(type = 1, count, 0)) AS images,
          sum(iif(type = 2, count, 0)) AS videos FROM folder_count GROUP BY folder) AS s
        JOIN folder AS d ON d.id = s.folder JOIN root AS r ON r.id = d.root
      WHERE r.state = 'online' ORDER BY r.path, d.path
      """
    ) { row in
      let path = FilePath(bytes: row.blob(1)).appending(FilePath(bytes: row.blob(2)))
      let ends = AlbumEnds(row, from: 6)
      albums.append(
        Album(
          id: row.int64(0), kind: .folder, title: path.displayText, parent: row.optionalInt64(3),
          imageCount: row.int(4), videoCount: row.int(5), dates: ends.dates, cover: ends.newest,
          sort: .taken))
    }
    return albums
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
}
