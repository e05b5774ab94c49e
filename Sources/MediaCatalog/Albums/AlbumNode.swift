internal import SQLiteDatabase

/// An album with the albums in it.
public struct AlbumNode: Hashable, Sendable {
  /// The album.
  public var album: Album
  /// Its last component for a folder, else its title.
  public var name: String
  /// The albums in it, by title.
  public var children: [AlbumNode]

  /// Items shown in it and in all below.
  public var totalCount: Int { children.reduce(album.count) { $0 + $1.totalCount } }
}

extension Catalog {
  /// Lists albums as trees: user albums first, then each root's folders.
  ///
  /// Folders without media stand in only where something below holds some.
  public func albumTree() async throws -> [AlbumNode] {
    try await database.read { connection in
      try AlbumListing(connection: connection, clock: .system).trees()
    }
  }
}
