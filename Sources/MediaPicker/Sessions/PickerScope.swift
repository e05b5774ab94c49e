internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// What a session may see, turned into queries of the catalog.
struct PickerScope: Sendable {
  let catalog: Catalog
  /// Folders of the roots that the session may see; `nil` for all.
  let allowedFolders: [FilePath]?

  /// Looks the allowed roots up.
  init(_ catalog: Catalog, _ configuration: PickerConfiguration) async throws {
    self.catalog = catalog
    guard let allowed = configuration.allowedRoots else {
      allowedFolders = nil
      return
    }
    allowedFolders = try await catalog.database.readBriefly { connection in
      try connection.rows("SELECT id, path FROM root ORDER BY id").compactMap { row in
        row[0].int64.map(allowed.contains) == true
          ? row[1].blob.map { FilePath(bytes: $0) } : nil
      }
    }
  }

  /// True when the session may see an item.
  func allows(_ media: Media) -> Bool {
    allowedFolders?.contains { media.path.isInside($0) } ?? true
  }

  /// What comes before everything a person asks for: the kinds, the filter, the allowed roots.
  func base(_ configuration: PickerConfiguration) -> MediaFilter {
    var parts = [configuration.mediaTypes.filter, configuration.filter]
    if let allowedFolders {
      parts.append(.any(allowedFolders.map { .matches(.inFolder($0)) }))
    }
    return .all(parts).normalized
  }

  /// The query of the screen that a picker shows.
  func query(of state: PickerState) async throws -> MediaQuery {
    try await query(state.mode, state.configuration, searchText: state.searchText)
  }

  /// The query of a screen with items.
  ///
  /// - Throws: ``CatalogError`` `notFound` for an album that is not there; ``QueryError``.
  func query(
    _ mode: PickerMode, _ configuration: PickerConfiguration, searchText: String
  ) async throws -> MediaQuery {
    var query = MediaQuery(filter: base(configuration), sort: configuration.sort)
    var parts = [query.filter]
    if case .album(let album) = mode {
      let found = try await content(of: album)
      query.album = found.album
      if let sort = found.sort { query.sort = sort }
      if let filter = found.filter { parts.append(filter) }
    }
    if !searchText.isEmpty { parts.append(try MediaFilter(parsing: searchText)) }
    query.filter = .all(parts).normalized
    return query
  }

  private struct AlbumShape: Sendable {
    var album: Int64?
    var filter: MediaFilter?
    var sort: MediaSort?
  }

  private func content(of album: PickerAlbum) async throws -> AlbumShape {
    switch album {
    case .smart(let query): AlbumShape(filter: try MediaFilter(parsing: query))
    case .user(let id):
      try await catalog.database.readBriefly { connection in
        guard
          let row = try connection.first("SELECT query, sort FROM album WHERE id = \(id)")
        else { throw Self.noAlbum(album) }
        let sort = row[1].text.flatMap(MediaSort.init(rawValue:))
        guard let query = row[0].text else { return AlbumShape(album: id, sort: sort) }
        return AlbumShape(filter: try MediaFilter(parsing: query), sort: sort)
      }
    case .folder(let id):
      try await catalog.database.readBriefly { connection in
        let own = try Self.folders("d.id = \(id)", connection)
        guard let folder = own.first else { throw Self.noAlbum(album) }
        // A folder album holds its own files; those of the folders in it are albums themselves.
        let children = try Self.folders("d.parent = \(id)", connection)
        return AlbumShape(
          filter: .all(
            [.matches(.inFolder(folder))] + children.map { .not(.matches(.inFolder($0))) }))
      }
    }
  }

  private static func folders(
    _ condition: SQL, _ connection: Connection
  ) throws -> [FilePath] {
    try connection.rows(
      "SELECT r.path, d.path FROM folder AS d JOIN root AS r ON r.id = d.root WHERE \(condition)"
    ).map { row in
      FilePath(bytes: row[0].blob ?? []).appending(FilePath(bytes: row[1].blob ?? []))
    }
  }

  private static func noAlbum(_ album: PickerAlbum) -> CatalogError {
    CatalogError(
      code: .notFound, reason: "there is no album \(album); mediacat albums lists them")
  }

  /// Why a screen without a single item is empty; behaviours K-08.
  func emptyReason(of state: PickerState) async throws -> EmptyReason {
    if allowedFolders?.isEmpty == true { return .noAccess }
    let (hasRoot, hasMedia) = try await catalog.database.readBriefly { connection in
      (
        try connection.first("SELECT 1 FROM root LIMIT 1") != nil,
        try connection.first("SELECT 1 FROM media LIMIT 1") != nil
      )
    }
    if !hasRoot { return .noRoots }
    if !hasMedia { return .nothingIndexed }
    if case .album(let album) = state.mode {
      let found = try await content(of: album)
      let whole = MediaQuery(filter: found.filter ?? .everything, album: found.album)
      if try await catalog.page(of: whole, count: 1).items.isEmpty { return .emptyAlbum }
    }
    if let allowedFolders {
      let visible = MediaFilter.any(allowedFolders.map { .matches(.inFolder($0)) })
      let page = try await catalog.page(of: MediaQuery(filter: visible), count: 1)
      if page.items.isEmpty { return .noAccess }
    }
    return .filterExcludesAll
  }
}
