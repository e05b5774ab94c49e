import CatalogMigrations
import Glibc
import MediaCatalog
import MediaModel
import SQLiteDatabase
import TestSupport
import Testing

@Suite("Older catalogs") struct MigrationTests {
  @Test func `gain ratings, favourites, cells and words, and tell no client of a change`()
    async throws
  {
    let directory = TemporaryDirectory()
    let path = FilePath("\(directory.path)/old.sqlite")
    let first = CatalogMigrations.all.prefix(1).map {
      Migration(identifier: $0.identifier, sql: $0.sql)
    }
    let old = try Migrator(
      migrations: first, applicationID: CatalogMigrations.applicationID, appVersion: "0.1.0"
    ).open(path: path.bytes)
    try old.executeScript(
      """
      INSERT INTO root (path, added) VALUES (x'2f70', 1);
      INSERT INTO folder (root, path, name_key) VALUES (1, x'616c7073', x'');
      INSERT INTO scan (started) VALUES (1);
      INSERT INTO media (uid, folder, name_folded, name_key, added, scan, taken, type, format, mime,
        file_taken, file_taken_source, file_taken_precision, file_taken_confidence, file_rating,
        latitude, longitude)
      VALUES (randomblob(16), 1, 'a.jpg', x'61', 1, 1, 5, 1, 1, 'image/jpeg', 5, 'mtime', 'second',
          1, 3, 48.05, 11.5),
        (randomblob(16), 1, 'b.jpg', x'62', 1, 1, 6, 1, 1, 'image/jpeg', 6, 'mtime', 'second', 1, 3,
          NULL, NULL);
      INSERT INTO file (folder, name, media, role, size, mtime, ctime, inode, reader)
        VALUES (1, x'612e6a7067', 1, 0, 1, 1, 1, 1, 1), (1, x'622e6a7067', 2, 0, 1, 1, 1, 1, 1);
      INSERT INTO edit (media, favorite, rating, title, updated) VALUES (2, 1, 5, 'Marmot', 1);
      """)
    let before = try old.rows("SELECT seq, kind, id, operation, added FROM change ORDER BY seq")

    let catalog = try Catalog.open(at: path)
    try await catalog.prepareSearch(for: .matches(.word("x")))
    let (rows, names, runs, cells, words, changes) = try await catalog.database.read { connection in
      (
        try connection.rows("SELECT rating, favorite FROM media ORDER BY id"),
        try connection.rows("SELECT CAST(name AS TEXT), size FROM media ORDER BY id"),
        try connection.rows("SELECT scan, root, type, count FROM scan_count"),
        try connection.rows("SELECT cell, media FROM media_cell"),
        try connection.rows(
          "SELECT rowid & 268435455 FROM search WHERE search MATCH 'alps marmot'"),
        try connection.rows("SELECT seq, kind, id, operation, added FROM change ORDER BY seq")
      )
    }
    #expect(rows.map(\.values) == [[.integer(3), .integer(0)], [.integer(5), .integer(1)]])
    #expect(
      names.map(\.values) == [[.text("a.jpg"), .integer(1)], [.text("b.jpg"), .integer(1)]])
    #expect(runs.map(\.values) == [[.integer(1), .integer(1), .integer(1), .integer(2)]])
    #expect(cells.map(\.values) == [[.integer(1_380 * 4_096 + 1_915), .integer(1)]])
    #expect(words.map(\.values) == [[.integer(2)]])
    #expect(changes == before)
    #expect(access("\(path).backup-v1", F_OK) == 0)
    await catalog.close()
  }

  @Test func `of version 2 gain looks, keep every row, and are copied first`() async throws {
    let directory = TemporaryDirectory()
    let path = FilePath("\(directory.path)/old.sqlite")
    let random = try await RandomCatalog(seed: 73, count: 50)
    await random.catalog.close()
    let old = try Migrator(
      migrations: CatalogMigrations.all.prefix(2).map {
        Migration(identifier: $0.identifier, sql: $0.sql)
      }, applicationID: CatalogMigrations.applicationID, appVersion: "0.2.0"
    ).open(path: path.bytes)
    let tables = try old.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT LIKE 'search%' AND name NOT IN ('schema_migration', 'subtype') ORDER BY name
      """
    ).compactMap { $0[0].text }
    #expect(tables.count > 20)
    // Rows of every table, as they are in a catalog of many kinds of items.
    try old.executeScript("PRAGMA foreign_keys = OFF")
    try old.execute("ATTACH \("\(random.directory.path)/catalog.sqlite") AS source")
    let triggers = try old.rows("SELECT name FROM main.sqlite_schema WHERE type = 'trigger'")
    let bodies = try old.rows("SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'")
    for trigger in triggers { try old.executeScript("DROP TRIGGER \(trigger[0].text ?? "")") }
    // The columns that there were; what came later is for the migration to fill.
    let columns = try tables.map { table in
      try old.rows("SELECT name FROM pragma_table_info(\(table))")
        .compactMap { $0[0].text }.joined(separator: ", ")
    }
    for (table, list) in zip(tables, columns) {
      try old.executeScript("DELETE FROM main.\(table)")
      try old.executeScript(
        "INSERT INTO main.\(table) (\(list)) SELECT \(list) FROM source.\(table)")
    }
    for body in bodies { try old.executeScript(body[0].text ?? "") }
    try old.executeScript("DETACH source")
    @Sendable func contents(_ connection: Connection) throws -> [[Row]] {
      try zip(tables, columns).map { table, list in
        try connection.rows("SELECT \(raw: list) FROM \(raw: table)")
      }
    }
    let before = try contents(old)

    let catalog = try Catalog.open(at: path)
    let (after, looks) = try await catalog.database.read { connection in
      (try contents(connection), try connection.rows("SELECT * FROM look"))
    }
    #expect(after == before)
    #expect(looks.isEmpty)
    #expect(access("\(path).backup-v2", F_OK) == 0)
    #expect(try await catalog.lookAlikes(matching: MediaQuery()).groups == [])
    await catalog.close()
  }

  @Test func `are copied before they change, new ones are not`() async throws {
    let directory = TemporaryDirectory()
    let catalog = try Catalog.open(at: FilePath("\(directory.path)/new.sqlite"))
    await catalog.close()
    #expect(access("\(directory.path)/new.sqlite.backup-v1", F_OK) != 0)
  }

  /// Digests by xxhsum -H128 of the files as they were released.
  @Test(arguments: [
    ("m0001_catalog", "0b55cbea857e04299e7c11a53df675bd"),
    ("m0002_search", "ec56cd4714e00aed643591bb9dd6c2e3"),
    ("m0003_pages", "26688f0a30662fe3e572faf2067afc72"),
    ("m0004_looks", "8b928a0316bfc9f94d47a37884a2f778"),
    ("m0005_picker", "7163f53380df62ac0fce51b845d6300b"),
    ("m0006_typed", "af633d9de66ee1a6a840bd03b5887590"),
    ("m0007_undo", "2187f858948a833ce06fcfd4ac79b00d"),
  ])
  func `were made by steps that never change`(identifier: String, digest: String) throws {
    let step = try #require(CatalogMigrations.all.first { $0.identifier == identifier })
    #expect(Migration(identifier: step.identifier, sql: step.sql).digest == digest)
  }

  @Test func `keep their counts by folder and run right`() async throws {
    let random = try await RandomCatalog(seed: 72, count: 120)
    let steps: [SQL] = [
      "UPDATE media SET folder = folder % 24 + 1 WHERE id % 3 = 0",
      "UPDATE media SET type = 3 - type WHERE id % 5 = 0",
      "UPDATE media SET exclusion = exclusion & ~1", "UPDATE edit SET hidden = 1 - hidden",
      "UPDATE media SET taken = taken + 1000000, latitude = 1.5, longitude = -longitude",
      "UPDATE media SET scan = 2 WHERE id % 4 = 0",
    ]
    for step in steps {
      try await random.catalog.database.write { try $0.execute(step) }
      let (counts, expected, scans, ofScans, cells, places) = try await random.catalog.database.read
      { connection in
        (
          try connection.rows("SELECT folder, type, count FROM folder_count ORDER BY 1, 2"),
          try connection.rows(
            "SELECT folder, type, count(*) AS count FROM media WHERE exclusion = 0 GROUP BY 1, 2"),
          try connection.rows("SELECT scan, root, type, count FROM scan_count ORDER BY 1, 2, 3"),
          try connection.rows(
            """
            SELECT m.scan, d.root, m.type, count(*) AS count FROM media AS m
              JOIN folder AS d ON d.id = m.folder WHERE m.exclusion = 0 GROUP BY 1, 2, 3
            """),
          try connection.rows(
            "SELECT media, taken, latitude, longitude FROM media_cell ORDER BY 1"),
          try connection.rows(
            """
            SELECT id AS media, taken, latitude, longitude FROM media
              WHERE exclusion = 0 AND latitude IS NOT NULL AND longitude IS NOT NULL ORDER BY 1
            """)
        )
      }
      #expect(counts == expected)
      #expect(scans == ofScans)
      #expect(cells == places)
    }
    await random.catalog.close()
  }

  @Test func `take a second edit of one item`() async throws {
    let random = try await RandomCatalog(seed: 71, count: 10)
    for isFavorite in [true, false, true] {
      try await random.catalog.setFavorite(isFavorite, of: [1, 2])
      let favorites = try await random.catalog.database.read { connection in
        try connection.rows("SELECT favorite FROM media WHERE id IN (1, 2)").map { $0[0].int64 }
      }
      #expect(favorites == Array(repeating: isFavorite ? 1 : 0, count: 2))
    }
    await random.catalog.close()
  }
}
