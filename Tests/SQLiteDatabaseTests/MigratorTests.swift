import Glibc
import SQLiteDatabase
import Testing

private let first = Migration(
  identifier: "m0001_start",
  sql: """
    CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT) STRICT;
    CREATE TABLE child(parent INTEGER NOT NULL REFERENCES parent ON DELETE CASCADE) STRICT;
    INSERT INTO parent VALUES (1, 'a');
    INSERT INTO child VALUES (1);
    """)
/// Rebuilds a table that others refer to: with foreign keys on, its rows' children would go.
private let second = Migration(
  identifier: "m0002_rebuild",
  sql: """
    CREATE TABLE parent_new(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    INSERT INTO parent_new SELECT id, name FROM parent;
    DROP TABLE parent;
    ALTER TABLE parent_new RENAME TO parent;
    """)
private let third = Migration(identifier: "m0003_more", sql: "CREATE TABLE more(a TEXT) STRICT;")

private func migrator(_ migrations: [Migration]) -> Migrator {
  Migrator(migrations: migrations, applicationID: 0x6D63_6174, appVersion: "1.2.3")
}

@Suite("Migrations") struct MigratorTests {
  let directory = TemporaryDirectory()
  var path: [UInt8] { directory.file("a.sqlite") }

  private func make(_ migrations: [Migration]) throws {
    _ = try migrator(migrations).open(path: path)
  }

  /// The error of opening, after checking that no byte changed and no file came or went.
  private func refusal(_ migrator: Migrator) throws -> MigrationError? {
    let before = directory.contents
    let error = try caught(MigrationError.self) {
      _ = try Database.open(path: path, migrator: migrator)
    }
    #expect(directory.contents == before)
    return error
  }

  @Test func `make a new file, and record each step`() throws {
    let connection = try migrator([first, second]).open(path: path)
    #expect(try connection.first("PRAGMA application_id")?[0] == .integer(0x6D63_6174))
    #expect(try connection.first("PRAGMA user_version")?[0] == .integer(2))
    let rows = try connection.rows(
      "SELECT identifier, digest, applied_at, app_version FROM schema_migration ORDER BY rowid")
    #expect(rows.map { $0[0].text } == ["m0001_start", "m0002_rebuild"])
    #expect(rows.map { $0[1].text } == [first.digest, second.digest])
    #expect(rows[0][2].text?.hasSuffix("Z") == true && rows[0][3].text == "1.2.3")
    // A new file needs no copy.
    #expect(directory.names.allSatisfy { $0.hasPrefix("a.sqlite") && !$0.contains("backup") })
  }

  @Test func `do nothing when there is nothing to do`() throws {
    try make([first])
    let before = directory.contents
    #expect(before.keys.sorted() == ["a.sqlite"])
    #expect(try migrator([first]).pendingCount(path: path) == 0)
    #expect(directory.contents == before)
    try make([first])
    #expect(directory.contents == before)
  }

  @Test func `rebuild a table without losing what refers to it`() throws {
    try make([first])
    let connection = try migrator([first, second]).open(path: path)
    #expect(try connection.rows("SELECT * FROM child").count == 1)
    #expect(try connection.first("PRAGMA foreign_keys")?[0] == .integer(1))
  }

  @Test func `copy an existing file first, once`() throws {
    try make([first])
    chmod((path + [0]).map { CChar(bitPattern: $0) }, 0o600)
    _ = try migrator([first, second, third]).open(path: path)
    #expect(directory.names.filter { $0.contains("backup") } == ["a.sqlite.backup-v1"])
    #expect(directory.names.filter { $0.contains("partial") } == [])
    let copy = directory.file("a.sqlite.backup-v1")
    var status = stat()
    stat((copy + [0]).map { CChar(bitPattern: $0) }, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try migrator([first]).pendingCount(path: copy) == 0)
    let connection = try migrator([first]).open(path: copy)
    #expect(try connection.rows("SELECT name FROM parent").map(\.values) == [[.text("a")]])
    #expect(try connection.first("PRAGMA integrity_check")?[0] == .text("ok"))
  }

  @Test func `keep the steps done before one fails, and go on from there`() throws {
    let broken = Migration(identifier: "m0003_more", sql: "CREATE TABLE more(a); nonsense;")
    try make([first])
    #expect(throws: DatabaseError.self) { try make([first, second, broken]) }
    let connection = try Connection(path: path)
    #expect(try connection.first("PRAGMA user_version")?[0] == .integer(2))
    #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE name = 'more'") == [])
    #expect(try migrator([first, second, third]).migrate(connection) == ["m0003_more"])
  }

  @Test func `turn foreign keys on again after an error`() throws {
    let connection = try Connection(path: path)
    let broken = Migration(identifier: "m0001", sql: "nonsense")
    #expect(throws: DatabaseError.self) { try migrator([broken]).migrate(connection) }
    #expect(try connection.first("PRAGMA foreign_keys")?[0] == .integer(1))
    #expect(try connection.rows("SELECT * FROM sqlite_schema") == [])
    // What failed at the very start is a new file still.
    #expect(try migrator([first]).migrate(connection) == ["m0001_start"])
  }

  @Test func `undo a step that leaves rows pointing nowhere`() throws {
    let orphaning = Migration(identifier: "m0002_orphans", sql: "DELETE FROM parent;")
    try make([first])
    let error = try caught(MigrationError.self) { try make([first, orphaning]) }
    #expect(error?.code == .stepFailed && error?.identifier == "m0002_orphans")
    #expect(error?.reason.contains("rows of child that refer to missing rows of parent") == true)
    #expect(try Connection(path: path).rows("SELECT * FROM parent").count == 1)
  }

  @Test func `refuse a step that ends its own transaction`() throws {
    let ending = Migration(identifier: "m0002_commit", sql: "CREATE TABLE x(a); COMMIT;")
    try make([first])
    let error = try caught(MigrationError.self) { try make([first, ending]) }
    #expect(error?.code == .stepFailed)
  }

  @Test func `refuse a newer file untouched`() throws {
    try make([first, second])
    let error = try refusal(migrator([first]))
    #expect(error?.code == .schemaTooNew)
    #expect(
      error?.description
        == "\(String(decoding: path, as: UTF8.self)): a newer version of this program made or "
        + "changed the database (schema 2, this program knows 1). It was left as it is. "
        + "Update this program")
  }

  @Test func `refuse a newer file whose log was left by a crash, untouched`() throws {
    // A connection that stays open keeps its log, as a killed program does.
    let source = TemporaryDirectory()
    let connection = try migrator([first]).open(path: source.file("a.sqlite"))
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try migrator([first, second]).migrate(connection)
    for name in source.names where !name.contains("backup") {
      directory.write(name, source.read(name))
    }
    #expect(directory.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
    #expect(try refusal(migrator([first]))?.code == .schemaTooNew)
    // The log was read: by the file alone this would be schema 1.
    #expect(try migrator([first, second, third]).pendingCount(path: path) == 1)
  }

  @Test func `read a log whose index is missing`() throws {
    let source = TemporaryDirectory()
    let connection = try migrator([first]).open(path: source.file("a.sqlite"))
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try migrator([first, second]).migrate(connection)
    for name in ["a.sqlite", "a.sqlite-wal"] { directory.write(name, source.read(name)) }
    #expect(try migrator([first, second, third]).pendingCount(path: path) == 1)
  }

  @Test func `refuse an altered history untouched`() throws {
    try make([first, second])
    let altered = Migration(identifier: first.identifier, sql: first.sql + " ")
    #expect(try refusal(migrator([altered, second]))?.code == .historyAltered)
    #expect(try refusal(migrator([first, third]))?.code == .historyAltered)
    let connection = try Connection(path: path)
    try connection.execute("DELETE FROM schema_migration WHERE identifier = 'm0002_rebuild'")
    #expect(throws: MigrationError.self) { try migrator([first, second]).migrate(connection) }
  }

  @Test func `refuse another program's database untouched`() throws {
    do {
      let connection = try Connection(path: path)
      try connection.execute("CREATE TABLE schema_migration(version)")
    }
    #expect(try refusal(migrator([first]))?.code == .notACatalog)
    try Connection(path: path).execute("PRAGMA application_id = 7")
    #expect(try refusal(migrator([first]))?.code == .notACatalog)
  }

  @Test func `refuse a file that is no database untouched`() throws {
    directory.write("a.sqlite", Array("GIF89a and so on".utf8))
    let error = try refusal(migrator([first]))
    #expect(error?.code == .notACatalog)
    #expect(
      error?.description.hasSuffix(
        "the file is not an SQLite database. It was left as it is. Choose another file") == true)
  }

  @Test func `take an empty file for a new one`() throws {
    directory.write("a.sqlite", [])
    #expect(try migrator([first]).pendingCount(path: path) == nil)
    #expect(try migrator([first]).open(path: path).rows("SELECT * FROM child").count == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `of many that start at once, one does the work and the others see it done`() async throws {
    let path = path
    let steps = [first, second, third]
    for _ in 0..<5 {
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { @concurrent in
            let connection = try migrator(steps).open(path: path)
            #expect(try connection.rows("SELECT * FROM schema_migration").count == 3)
          }
        }
        try await group.waitForAll()
      }
      for name in directory.names {
        unlink((directory.file(name) + [0]).map { CChar(bitPattern: $0) })
      }
    }
  }
}

@Suite("Online backup") struct BackupTests {
  let directory = TemporaryDirectory()

  @Test func `copies one state while another connection writes`() throws {
    let path = directory.file("a.sqlite")
    let connection = try Connection(path: path)
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute("INSERT INTO t VALUES (1)")
    let other = try Connection(path: path)
    try other.execute("BEGIN IMMEDIATE")
    try other.execute("INSERT INTO t VALUES (2)")
    try connection.backup(to: directory.file("b.sqlite"))
    try other.execute("COMMIT")
    #expect(directory.names.filter { $0.hasPrefix("b") } == ["b.sqlite"])
    let copy = try Connection(path: directory.file("b.sqlite"))
    #expect(try copy.rows("SELECT a FROM t").map(\.values) == [[.integer(1)]])
    #expect(try copy.first("PRAGMA integrity_check")?[0] == .text("ok"))
  }

  @Test func `replaces an older copy, and leaves it when it fails`() throws {
    let connection = try Connection(path: directory.file("a.sqlite"))
    try connection.execute("CREATE TABLE t(a)")
    directory.write("b.sqlite", [1, 2, 3])
    let interrupt = connection.interrupt
    interrupt()
    #expect(throws: DatabaseError.self) { try connection.backup(to: directory.file("b.sqlite")) }
    #expect(directory.read("b.sqlite") == [1, 2, 3])
    interrupt.clear()
    try connection.backup(to: directory.file("b.sqlite"))
    #expect(directory.read("b.sqlite").count > 3)
    #expect(directory.names.filter { $0.contains("partial") } == [])
  }

  @Test func `says why there is no copy`() throws {
    let connection = try Connection.inMemory()
    let error = try caught(DatabaseError.self) {
      try connection.backup(to: directory.file("none/b.sqlite"))
    }
    #expect(error?.cannotOpen == true && error?.systemCode == ENOENT)
  }
}
