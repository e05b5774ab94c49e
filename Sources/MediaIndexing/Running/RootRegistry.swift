internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// Adds roots to the catalog, and keeps them from overlapping.
struct RootRegistry {
  let connection: Connection
  let now: Int64

  /// Finds or adds the roots of these paths.
  ///
  /// - Parameter paths: Absolute, canonical paths; empty means all known roots.
  /// - Returns: Their records, by path.
  /// - Throws: ``CatalogError`` when a path lies inside a known root or around one, naming both.
  func roots(for paths: [FilePath]) throws -> [RootRecord] {
    var known = try RootRecord.all(connection)
    if paths.isEmpty { return known }
    for (index, path) in paths.enumerated() where !known.contains(where: { $0.path == path }) {
      let others = known.map(\.path) + paths[..<index]
      if let outer = others.first(where: { path.isInside($0) && $0 != path }) {
        throw CatalogError(
          code: .invalid, path: path,
          reason:
            "lies inside the root \(outer), which is indexed as a whole: mediacat index \(outer.shellWord)"
        )
      }
      if let inner = others.first(where: { $0.isInside(path) && $0 != path }) {
        throw CatalogError(
          code: .invalid, path: path,
          reason: "holds the root \(inner); roots may not overlap, so index one of the two")
      }
    }
    for path in paths where !known.contains(where: { $0.path == path }) {
      guard PathStatus(at: path)?.isFolder == true else {
        throw CatalogError(code: .notFound, path: path, reason: "there is no such folder")
      }
      try connection.execute(
        """
        INSERT INTO root (path, added) VALUES (\(path.bytes), \(now))
        ON CONFLICT DO UPDATE SET state = 'online', state_reason = NULL
        """)
      known = try RootRecord.all(connection)
    }
    return known.filter { paths.contains($0.path) }
  }
}
