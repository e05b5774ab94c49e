internal import MediaModel
internal import SQLiteDatabase

/// Looks up known files by their sizes, for runs that meet few new names.
///
/// A photo or two added to a million are so found without a sweep over all of them.
struct FewKnownFiles: Sendable {
  private var asked = 0

  /// More names are cheaper by ``KnownFiles``.
  private static let mostNames = 64
  /// Where more items are of one size, or left out of pages, each name would cost too much.
  private static let mostItems = 1_000

  /// Items that may have this size and time.
  ///
  /// - Returns: Their ids, `nil` when a sweep is better.
  /// - Throws: `DatabaseError`.
  mutating func items(with stamp: FileStamp, _ connection: Connection) throws -> [Int64]? {
    guard asked < Self.mostNames else { return nil }
    asked += 1
    // One index has the items that pages show by size, another all the others.
    let shown = try connection.rows(
      """
      SELECT id FROM media INDEXED BY media_size WHERE exclusion = 0 AND size = \(stamp.size)
      LIMIT \(Self.mostItems + 1)
      """)
    let excluded = try connection.rows(
      """
      SELECT id, size FROM media INDEXED BY media_excluded WHERE exclusion <> 0
      LIMIT \(Self.mostItems + 1)
      """)
    guard shown.count <= Self.mostItems, excluded.count <= Self.mostItems else {
      asked = Self.mostNames
      return nil
    }
    let ids = (shown + excluded.filter { $0[1].int64 == stamp.size }).compactMap { $0[0].int64 }
    return try ids.filter { id in
      try connection.first(
        "SELECT mtime = \(stamp.modificationTime) FROM file WHERE media = \(id) AND role = 0"
      )?[0].int64 == 1
    }
  }
}
