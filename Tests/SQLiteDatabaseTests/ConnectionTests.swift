import Glibc
import SQLiteDatabase
import Testing

@Suite("Connections") struct ConnectionTests {
  let directory = TemporaryDirectory()

  @Test func `are set up as the design says`() throws {
    var configuration = Configuration()
    configuration.cacheByteCount = 4 << 20
    configuration.mmapByteCount = 1 << 20
    let connection = try Connection(path: directory.file("a.sqlite"), configuration: configuration)
    func pragma(_ name: String) throws -> SQLValue? {
      try connection.first(SQL(raw: "PRAGMA \(name)"))?[0]
    }
    #expect(try pragma("journal_mode") == .text("wal"))
    #expect(try pragma("synchronous") == .integer(1))
    #expect(try pragma("foreign_keys") == .integer(1))
    #expect(try pragma("trusted_schema") == .integer(0))
    #expect(try pragma("cache_size") == .integer(-4_096))
    #expect(try pragma("mmap_size") == .integer(1 << 20))
    #expect(try pragma("temp_store") == .integer(2))
    let quoted = try caught(DatabaseError.self) { try connection.execute("SELECT \"no such\"") }
    #expect(quoted?.message == "no such column: no such")
    #expect(throws: DatabaseError.self) {
      try connection.executeScript(
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
    }
  }

  @Test func `maintain a full-text index by triggers only when they trust the schema`() throws {
    var configuration = Configuration()
    configuration.trustsSchema = true
    let path = directory.file("a.sqlite")
    let connection = try Connection(path: path, configuration: configuration)
    try connection.executeScript(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      CREATE VIRTUAL TABLE f USING fts5(a, content='t', content_rowid='id');
      CREATE TRIGGER t_insert AFTER INSERT ON t BEGIN
        INSERT INTO f(rowid, a) VALUES (new.id, new.a);
      END;
      INSERT INTO t(a) VALUES ('summer holiday');
      """)
    #expect(try connection.rows("SELECT rowid FROM f WHERE f MATCH \("holiday")").count == 1)
    // SQLite 3.40.1 and its shell with `PRAGMA trusted_schema = OFF` say the same.
    let careful = try Connection(path: path)
    let error = try caught(DatabaseError.self) {
      try careful.execute("INSERT INTO t(a) VALUES (\("winter"))")
    }
    #expect(error?.message == "unsafe use of virtual table \"f\"")
  }

  @Test(arguments: [":memory:", "file:x?mode=memory", "a%20b", "with space", "ü"])
  func `open the file of that name and no other`(name: String) throws {
    _ = try Connection(path: directory.file(name)).execute("CREATE TABLE t(a)")
    #expect(directory.names == [name])
    // Relative names are where SQLite would see a URI or a special name.
    let error = try caught(DatabaseError.self) {
      _ = try Connection(path: Array(name.utf8), mode: .readOnly)
    }
    #expect(error?.cannotOpen == true && error?.systemCode == ENOENT)
  }

  @Test func `open names that are no text`() throws {
    let path = directory.file("") + [0xFF, 0xFE, UInt8(ascii: "?")]
    try Connection(path: path).execute("CREATE TABLE t(a)")
    #expect(try Connection(path: path, mode: .readOnly).rows("SELECT * FROM t") == [])
  }

  @Test func `tell what they changed`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
    try connection.execute("INSERT INTO t(id, a) VALUES (41, 0), (42, 0)")
    #expect(connection.lastInsertedRowID == 42 && connection.changes == 2)
  }

  @Test func `that only read cannot write`() throws {
    let path = directory.file("a.sqlite")
    let writer = try Connection(path: path)
    try writer.execute("CREATE TABLE t(a)")
    let error = try caught(DatabaseError.self) {
      try Connection(path: path, mode: .readOnly).execute("INSERT INTO t VALUES (1)")
    }
    #expect(error?.isReadOnly == true)
    #expect(error?.description.contains("Check the permissions") == true)
  }
}

@Suite("Errors of the database") struct DatabaseErrorTests {
  let directory = TemporaryDirectory()

  @Test func `carry the extended code, the text and the SQL, never the values`() throws {
    let connection = try Connection(path: directory.file("a.sqlite"))
    try connection.execute("CREATE TABLE t(a UNIQUE, b CHECK (b > 0))")
    try connection.execute("INSERT INTO t VALUES (\("secret"), 1)")
    let unique = try #require(
      try caught(DatabaseError.self) {
        try connection.execute("INSERT INTO t VALUES (\("secret"), 1)")
      })
    #expect(unique.code == 2_067 && unique.primaryCode == 19 && unique.isConstraint)
    #expect(unique.message == "UNIQUE constraint failed: t.a")
    #expect(unique.sql == "INSERT INTO t VALUES (?, 1)")
    #expect(!String(reflecting: unique).contains("secret"))
    let check = try caught(DatabaseError.self) {
      try connection.execute("INSERT INTO t VALUES (2, 0)")
    }
    #expect(check?.code == 275)
  }

  @Test func `say that another program writes, after waiting`() throws {
    let path = directory.file("a.sqlite")
    let other = try Connection(path: path)
    var configuration = Configuration()
    configuration.busyTimeout = .milliseconds(150)
    let connection = try Connection(path: path, configuration: configuration)
    try other.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let error = try #require(
      try caught(DatabaseError.self) { try connection.transaction(.immediate) {} })
    #expect(error.isBusy)
    #expect(ContinuousClock.now - start >= .milliseconds(150))
    #expect(
      error.description
        == "\(String(decoding: path, as: UTF8.self)): another program is writing to the database "
        + "and did not finish in time. Wait until it has, then run again")
    try other.execute("COMMIT")
    try connection.transaction(.immediate) {}
  }

  /// Their texts would be lent as what they are not.
  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `refuse texts in UTF-16, and leave the file`(encoding: String) throws {
    let path = directory.file("a.sqlite")
    do {
      let connection = try Connection(path: path)
      try connection.executeScript(
        "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('ä')")
    }
    let before = directory.contents
    for mode in [OpenMode.readOnly, .readWrite] {
      let error = try caught(DatabaseError.self) { _ = try Connection(path: path, mode: mode) }
      #expect(
        error?.description
          == "\(String(decoding: path, as: UTF8.self)): the database keeps its texts as UTF-16, "
          + "and only UTF-8 is read. Choose another file")
    }
    #expect(directory.contents == before)
  }

  @Test(arguments: ["hello", String(repeating: "not a database ", count: 1_000)])
  func `say that a file is no database, and leave it`(text: String) throws {
    directory.write("a.sqlite", Array(text.utf8))
    let before = directory.contents
    let error = try caught(DatabaseError.self) {
      _ = try Connection(path: directory.file("a.sqlite"))
    }
    #expect(error?.isNotADatabase == true && error?.isCorrupt == true)
    #expect(error?.description.contains("is not an SQLite database") == true)
    #expect(directory.contents == before)
  }

  @Test func `say why a file cannot be opened`() throws {
    let missing = try caught(DatabaseError.self) {
      _ = try Connection(path: directory.file("none/a.sqlite"))
    }
    #expect(missing?.cannotOpen == true)
    #expect(missing?.description.contains("does not exist") == true)
    let folder = try caught(DatabaseError.self) { _ = try Connection(path: directory.path) }
    #expect(folder?.description.contains("it is a directory") == true)
  }

  @Test func `say that the disk is full, roll back, and leave what was there readable`() throws {
    let connection = try Connection(path: directory.file("a.sqlite"))
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute("INSERT INTO t VALUES (1)")
    _ = try connection.rows("PRAGMA max_page_count = 20")
    let error = try caught(DatabaseError.self) {
      try connection.transaction {
        for _ in 0..<1_000 {
          try connection.execute("INSERT INTO t VALUES (\([UInt8](repeating: 1, count: 4_000)))")
        }
      }
    }
    #expect(error?.isDiskFull == true)
    #expect(error?.description.contains("nothing of this batch was stored") == true)
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT a FROM t").map(\.values) == [[.integer(1)]])
    _ = try connection.rows("PRAGMA max_page_count = 1000000")
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (2)") }
    #expect(try connection.first("PRAGMA integrity_check")?[0] == .text("ok"))
  }
}
