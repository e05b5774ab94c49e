internal import MediaModel
internal import SQLiteDatabase

/// A root as the catalog remembers it.
struct RootRecord: Sendable {
  var id: Int64
  var path: FilePath
  /// True when an earlier run stored anything of it.
  var wasScanned: Bool
  var hasUnstableInodes: Bool
  var filesystemUUID: [UInt8]?
  var rules: IgnoreRules
  var isOnline: Bool

  /// All roots that were not removed, by path.
  static func all(_ connection: Connection) throws -> [RootRecord] {
    try connection.rows(
      """
      SELECT id, path, EXISTS (SELECT 1 FROM folder WHERE root = root.id), unstable_inodes,
        filesystem_uuid, include_hidden, default_ignores, excludes, state
      FROM root WHERE state <> 'removed' ORDER BY path
      """
    ).map { row in
      RootRecord(
        id: row[0].int64 ?? 0, path: FilePath(bytes: row[1].blob ?? []),
        wasScanned: row[2].int64 == 1, hasUnstableInodes: row[3].int64 == 1,
        filesystemUUID: row[4].blob,
        rules: IgnoreRules(
          includesHidden: row[5].int64 == 1, usesDefaults: row[6].int64 != 0,
          excludes: (row[7].blob ?? []).split(separator: 0).map { FilePath(bytes: Array($0)) }),
        isOnline: row[8].text == "online")
    }
  }

  /// The rules of this run: what the person says now, else what the root remembers.
  func rules(with options: IndexOptions) -> IgnoreRules {
    IgnoreRules(
      includesHidden: options.includesHidden ?? rules.includesHidden,
      usesDefaults: options.usesDefaultIgnores ?? rules.usesDefaults,
      excludes: options.excludes ?? rules.excludes)
  }
}
