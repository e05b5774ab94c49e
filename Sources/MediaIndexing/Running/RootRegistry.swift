internal import MediaCatalog
internal import MediaModel
internal import SQLiteDatabase

/// Adds roots to the catalog, and keeps them from overlapping.
struct RootRegistry {
  let connection: Connection
  let now: Int64
  /// Whether a person said that a folder is a root of its own, even if it holds what another held.
  var addsCopies = false
  /// Known roots whose folder was found under another path.
  private(set) var relocations: [RootRelocation] = []

  init(connection: Connection, now: Int64, addsCopies: Bool = false) {
    self.connection = connection
    self.now = now
    self.addsCopies = addsCopies
  }

  /// Finds or adds the roots of these paths.
  ///
  /// A new path that is the folder of a known root under another name becomes the path of that root.
  ///
  /// - Parameter paths: Absolute, canonical paths; empty means all known roots.
  /// - Returns: Their records, by path.
  /// - Throws: ``CatalogError`` when a path lies inside a known root or around one, naming both; when
  ///   it holds copies of the files of a root that is not there.
  mutating func roots(for paths: [FilePath]) throws -> [RootRecord] {
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
      if try !relocate(known, to: path) {
        try connection.execute(
          """
          INSERT INTO root (path, added) VALUES (\(path.bytes), \(now))
          ON CONFLICT DO UPDATE SET state = 'online', state_reason = NULL
          """)
      }
      known = try RootRecord.all(connection)
    }
    return known.filter { paths.contains($0.path) }
  }

  /// Gives a root whose folder is not there a path that holds its files.
  ///
  /// - Returns: True when a path is that of a root now.
  private mutating func relocate(_ known: [RootRecord], to path: FilePath) throws -> Bool {
    // A folder that was removed and is named again comes back as itself.
    if try connection.first("SELECT 1 FROM root WHERE path = \(path.bytes)") != nil { return false }
    for root in known where root.wasScanned && PathStatus(at: root.path)?.isFolder != true {
      let sample = try InodeSample(of: root, in: path, connection: connection)
      if sample.isSameFolder {
        try connection.execute(
          """
          UPDATE root SET path = \(path.bytes), state = 'online', state_reason = NULL
          WHERE id = \(root.id)
          """)
        relocations.append(RootRelocation(old: root.path, new: path))
        return true
      }
      guard sample.isCopy, !addsCopies else { continue }
      throw CatalogError(
        code: .ambiguous, path: path,
        reason: "holds the files of the root \(root.path), which is not there. If they are here to "
          + "stay: mediacat roots relocate \(root.path.shellWord) \(path.shellWord) keeps their "
          + "albums. If this is a copy: mediacat roots add \(path.shellWord) makes it a root of "
          + "its own")
    }
    return false
  }
}
