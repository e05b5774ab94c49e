package import MediaCatalog
package import MediaModel
import SQLiteDatabase
package import TestSupport

/// A catalog in a directory of its own, with made items and no files.
package final class CatalogFixture: Sendable {
  package let directory = TemporaryDirectory()
  package let catalog: Catalog

  /// Opens an empty catalog with one root at `/photos`.
  package init() async throws {
    catalog = try Catalog.open(at: FilePath("\(directory.path)/c.sqlite"))
    try await catalog.database.write { connection in
      try connection.executeScript(
        """
        INSERT INTO root (path, added) VALUES (CAST('/photos' AS BLOB), 0);
        INSERT INTO folder (root, path, name_key) VALUES (1, x'', x'');
        INSERT INTO scan (started) VALUES (0);
        """)
    }
  }

  /// Adds an item, taken so many days after 2020-01-01.
  ///
  /// - Returns: Its id.
  @discardableResult
  package func add(
    _ name: String, day: Int = 0, type: MediaType = .image, exclusion: Int64 = 0
  ) async throws -> Int64 {
    let taken = Int64(18_262 + day) * 86_400_000_000_000
    let mime = type == .image ? "image/jpeg" : "video/mp4"
    let bytes = Array(name.utf8)
    return try await catalog.database.write { connection in
      try connection.execute(
        """
        INSERT INTO media (uid, folder, name_folded, name_key, added, scan, exclusion, taken, type,
          format, mime, file_taken, file_taken_source, file_taken_precision, file_taken_confidence)
        VALUES (randomblob(16), 1, \(name), \(bytes), 0, 1, \(exclusion), \(taken),
          \(type.rawValue), 1, \(mime), \(taken), 'mtime', 'second', 1)
        """)
      let id = connection.lastInsertedRowID
      try connection.execute(
        """
        INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader)
        VALUES (1, \(bytes), \(id), 0, 100, 0, 0, \(id), 1)
        """)
      return id
    }
  }

  /// The ids of an album in its own order.
  package func order(of album: Int64) async throws -> [Int64] {
    try await catalog.database.read { connection in
      try connection.rows("SELECT media FROM album_item WHERE album = \(album) ORDER BY position")
        .compactMap { $0[0].int64 }
    }
  }
}
