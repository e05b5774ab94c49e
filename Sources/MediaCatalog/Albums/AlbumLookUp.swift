internal import MediaModel
package import SQLiteDatabase

/// Finds user albums by what a person writes: an id or a title.
package struct AlbumLookUp {
  private let connection: Connection

  /// Looks on a connection.
  package init(connection: Connection) { self.connection = connection }

  /// The id of an album named by title, or by id.
  ///
  /// A title wins over an id of the same digits; case does not matter when no title fits exactly.
  ///
  /// - Throws: ``CatalogError`` `notFound` with what there is, or `ambiguous` with the ids.
  package func id(of reference: String) throws -> Int64 {
    for comparison in ["title = ?", "title = ? COLLATE NOCASE"] {
      let ids = try connection.rows(
        SQL(
          raw: "SELECT id FROM album WHERE \(comparison) ORDER BY id",
          bindings: [reference.sqlValue])
      ).compactMap { $0[0].int64 }
      if ids.count == 1 { return ids[0] }
      if ids.count > 1 {
        throw CatalogError(
          code: .ambiguous,
          reason: "“\(reference)” names \(ids.count) albums; use an id: "
            + ids.map(String.init).joined(separator: ", "))
      }
    }
    if let id = Int64(reference),
      try connection.first("SELECT 1 FROM album WHERE id = \(id)") != nil
    {
      return id
    }
    throw CatalogError(
      code: .notFound, reason: "there is no album “\(reference)”; mediacat albums lists them")
  }
}
