package import MediaModel
package import SQLiteDatabase

/// Finds items by what a person writes: an id or a path.
package struct ItemLookUp {
  private let connection: Connection
  private let roots: [(id: Int64, path: FilePath)]

  /// Looks on a connection.
  package init(connection: Connection) throws {
    self.connection = connection
    roots = try connection.rows("SELECT id, path FROM root").compactMap { row in
      row[0].int64.map { ($0, FilePath(bytes: row[1].blob ?? [])) }
    }
  }

  /// The item of an id.
  package func id(ofItem id: Int64) throws -> Int64? {
    try connection.first("SELECT id FROM media WHERE id = \(id)")?[0].int64
  }

  /// The item that has a file at an absolute path, missing or not.
  package func id(ofPath path: FilePath) throws -> Int64? {
    for root in roots where path.isInside(root.path) && path != root.path {
      let skip = root.path.bytes.last == UInt8(ascii: "/") ? 0 : 1
      let relative = FilePath(bytes: Array(path.bytes[(root.path.bytes.count + skip)...]))
      let found = try connection.first(
        """
        SELECT f.media FROM folder AS d JOIN file AS f ON f.folder = d.id
        WHERE d.root = \(root.id) AND d.path = \(relative.parent.bytes)
          AND f.name = \(relative.lastComponent.bytes)
        """)
      if let id = found?[0].int64 { return id }
    }
    return nil
  }
}
