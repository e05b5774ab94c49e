public import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Remembers a folder as a root without scanning it.
  ///
  /// A folder that is a known root under another path is that root from now on; one that holds copies
  /// is a root of its own.
  ///
  /// - Returns: The folder's absolute path without links.
  /// - Throws: ``CatalogError`` when it does not exist, or overlaps another root.
  @discardableResult
  public func addRoot(_ path: FilePath) async throws -> FilePath {
    let path = try RootPath.canonical(path)
    try refusePickerFolder(in: [path])
    let now = Catalog.currentTime()
    _ = try await database.write { connection in
      try connection.transaction {
        var registry = RootRegistry(connection: connection, now: now, addsCopies: true)
        return try registry.roots(for: [path])
      }
    }
    return path
  }
}
