import SQLiteDatabase
import Testing

@Suite("Transactions") struct TransactionTests {
  struct Stop: Error {}
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(a)")
  }

  private var numbers: [Int?] {
    get throws { try connection.rows("SELECT a FROM t ORDER BY a").map { $0[0].int } }
  }

  private func insert(_ number: Int) throws {
    try connection.execute("INSERT INTO t VALUES (\(number))")
  }

  @Test func `store all or nothing`() throws {
    try connection.transaction { try insert(1) }
    #expect(throws: Stop.self) {
      try connection.transaction {
        try insert(2)
        throw Stop()
      }
    }
    #expect(try numbers == [1])
    #expect(!connection.isInTransaction)
  }

  @Test func `nest: an inner one is undone alone`() throws {
    try connection.transaction {
      try insert(1)
      try connection.transaction {
        try insert(2)
        try undone { try insert(3) }
        try insert(4)
      }
      try undone {
        try insert(5)
        try connection.transaction { try insert(6) }
      }
    }
    #expect(try numbers == [1, 2, 4])
  }

  private func undone(_ body: () throws -> Void) throws {
    let stop = try caught(Stop.self) {
      try connection.transaction {
        try body()
        throw Stop()
      }
    }
    #expect(stop != nil)
  }

  @Test func `are undone when the commit is refused`() throws {
    try connection.executeScript(
      """
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(p REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = try caught(DatabaseError.self) {
      try connection.transaction { try connection.execute("INSERT INTO child VALUES (9)") }
    }
    #expect(error?.isConstraint == true)
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT * FROM child") == [])
  }

  @Test func `that SQLite rolled back store nothing more, even if the error is swallowed`() throws {
    _ = try connection.rows("PRAGMA max_page_count = 20")
    let error = try caught(DatabaseError.self) {
      try connection.transaction {
        try insert(1)
        do {
          try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
          }
        } catch {}
        // SQLite has no transaction any more; alone, this would be stored.
        try insert(2)
      }
    }
    #expect(error?.code == 516)
    #expect(try numbers == [])
    try connection.transaction { try insert(3) }
    #expect(try numbers == [3])
  }

  @Test func `can be interrupted, and the next ones run`() throws {
    let interrupt = connection.interrupt
    let error = try caught(DatabaseError.self) {
      try connection.transaction {
        try insert(1)
        interrupt()
        try insert(2)
      }
    }
    #expect(error?.isInterrupted == true)
    #expect(!connection.isInTransaction)
    interrupt.clear()
    try connection.transaction { try insert(3) }
    #expect(try numbers == [3])
  }

  @Test func `inside an interrupted loop are rolled back too`() throws {
    try connection.transaction { for number in 0..<100 { try insert(number) } }
    let interrupt = connection.interrupt
    #expect(throws: DatabaseError.self) {
      try connection.forEach("SELECT a FROM t") { row in
        try connection.transaction {
          try insert(1_000 + row.int(0))
          if row.int(0) == 5 { interrupt() }
          try insert(2_000)
        }
      }
    }
    interrupt.clear()
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t WHERE a >= 1000")?[0] == .integer(10))
  }

  @Test func `interrupt outlives its connection`() throws {
    let interrupt = try Connection.inMemory().interrupt
    interrupt()
    #expect(interrupt.isRequested)
  }
}
