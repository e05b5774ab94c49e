/// What a database file says about its schema.
struct SchemaHistory {
  /// The steps recorded, in order.
  let steps: [Step]
  let applicationID: Int32
  let version: Int64
  /// True when the file holds no table at all.
  let isEmpty: Bool

  struct Step {
    let identifier: String
    let digest: String
  }

  static let table = "schema_migration"

  static let createTable = """
    CREATE TABLE IF NOT EXISTS schema_migration(
      identifier TEXT NOT NULL PRIMARY KEY,
      digest TEXT NOT NULL,
      applied_at TEXT NOT NULL,
      app_version TEXT NOT NULL
    ) STRICT
    """

  /// Reads it; changes nothing.
  ///
  /// The steps are read only from a file that is ours and not newer, because only there does the
  /// table look as we know it.
  init(_ connection: Connection, of migrator: Migrator) throws(DatabaseError) {
    func number(_ sql: SQL) throws(DatabaseError) -> Int64 {
      try connection.first(sql)?[0].int64 ?? 0
    }
    applicationID = Int32(truncatingIfNeeded: try number("PRAGMA application_id"))
    version = try number("PRAGMA user_version")
    isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
    let tables = try number(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = \(Self.table)")
    guard tables > 0, applicationID == migrator.applicationID,
      version <= Int64(migrator.migrations.count)
    else {
      steps = []
      return
    }
    // Rowids grow with each step; there are never deletions.
    let rows = try connection.rows(
      "SELECT identifier, digest FROM schema_migration ORDER BY rowid")
    steps = rows.map { Step(identifier: $0[0].text ?? "", digest: $0[1].text ?? "") }
  }
}
