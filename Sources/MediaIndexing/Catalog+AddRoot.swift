public import MediaCatalog
public import MediaModel
internal import SQLiteDatabase

extension Catalog {
  /// Remembers a folder as a root without scanning it.
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
        try RootRegistry(connection: connection, now: now).roots(for: [path])
      }
    }
    return path
  }
}
