internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// A root as the catalog remembers it.
struct RootRecord: Sendable {
  var id: Int64
  var path: FilePath
  /// True when an earlier run stored anything of it.
  var wasScanned: Bool
  var hasUnstableInodes: Bool
  /// True when a person said where it is now, and no run has been there yet: then its files have
  /// their sizes and times, and inodes of their own.
  var isRelocated = false
  /// `nil` when it is not known.
  var filesystemUUID: [UInt8]?
  var rules: IgnoreRules

  /// All roots that were not removed, by path.
  static func all(_ connection: Connection) throws -> [RootRecord] {
    try records("state <> 'removed' ORDER BY path", connection)
  }

  /// One root, a removed one too.
  static func of(_ id: Int64, _ connection: Connection) throws -> RootRecord? {
    try records("id = \(id)", connection).first
  }

  private static func records(
    _ condition: SQL, _ connection: Connection
  ) throws -> [RootRecord] {
    try connection.rows(
      """
      SELECT id, path, EXISTS (SELECT 1 FROM folder WHERE root = root.id), unstable_inodes,
        filesystem_uuid, include_hidden, default_ignores, excludes
      FROM root WHERE \(condition)
      """
    ).map { row in
      RootRecord(
        id: row[0].int64 ?? 0, path: FilePath(bytes: row[1].blob ?? []),
        wasScanned: row[2].int64 == 1, hasUnstableInodes: row[3].int64 == 1,
        isRelocated: row[4].blob?.isEmpty ?? false,
        filesystemUUID: row[4].blob.flatMap { $0.isEmpty ? nil : $0 },
        rules: IgnoreRules(
          includesHidden: row[5].int64 == 1, usesDefaults: row[6].int64 != 0,
          excludes: (row[7].blob ?? []).split(separator: 0).map { FilePath(bytes: Array($0)) }))
    }
  }

  /// Notes that a root was walked to its end; what did not change is not written.
  static func finish(
    _ root: RootRecord, as inspection: RootInspection, rules: IgnoreRules, at now: Int64,
    in database: Database
  ) async throws {
    try await database.write { connection in
      try connection.transaction {
        try connection.execute(
          """
          UPDATE root SET state = 'online', state_reason = NULL
          WHERE id = \(root.id) AND state <> 'online'
          """)
        try connection.execute(
          """
          UPDATE root SET last_scan = \(now),
            filesystem_uuid = coalesce(\(inspection.identity?.uuid), nullif(filesystem_uuid, x'')),
            filesystem_type = \(inspection.identity?.type),
            unstable_inodes = \(inspection.hasUnstableInodes),
            include_hidden = \(rules.includesHidden), default_ignores = \(rules.usesDefaults),
            excludes = \(rules.excludes.flatMap { $0.bytes + [0] })
          WHERE id = \(root.id)
          """)
        guard inspection.entries != inspection.rememberedEntries else { return }
        try connection.execute("DELETE FROM root_entry WHERE root = \(root.id)")
        for name in inspection.entries {
          try connection.execute(
            "INSERT INTO root_entry (root, name) VALUES (\(root.id), \(name.bytes))")
        }
      }
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
