import SQLiteDatabase
import Testing

@Suite("Values in and out") struct ValueTests {
  static let values: [SQLValue] = [
    .null, .integer(.min), .integer(.max), .real(-0.1), .real(.infinity), .text(""), .blob([]),
    .text("a\0b\0"), .blob([0, 1, 0, 255]), .text("fünf 🎞️, a text of more than fifteen bytes"),
    .blob([UInt8](repeating: 7, count: 5_000)),
  ]

  @Test(arguments: values)
  func `come back as they went in, with NULs inside`(value: SQLValue) throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(v)")
    try connection.execute("INSERT INTO t VALUES (\(value))")
    let row = try #require(
      try connection.first("SELECT v, typeof(v), length(CAST(v AS BLOB)) FROM t"))
    #expect(row[0] == value)
    switch value {
    case .null: #expect(row[1].text == "null")
    case .integer: #expect(row[1].text == "integer")
    case .real: #expect(row[1].text == "real")
    case .text(let text): #expect(row[1].text == "text" && row[2].int == text.utf8.count)
    case .blob(let bytes): #expect(row[1].text == "blob" && row[2].int == bytes.count)
    }
  }

  @Test func `are read by index and by name`() throws {
    let row = try #require(
      try Connection.inMemory().first("SELECT 7 AS a, 'x' AS b, NULL AS c"))
    #expect(row.columnNames == ["a", "b", "c"])
    #expect(row["a"]?.int == 7 && row["b"]?.text == "x" && row["c"] == .null)
    #expect(row["d"] == nil)
  }

  @Test func `keep the bytes of a text that is not UTF-8`() throws {
    let connection = try Connection.inMemory()
    try connection.forEach("SELECT CAST(x'4EEB6C' AS TEXT)") { row in
      #expect(row.withTextBytes(0) { Array($0) } == [0x4E, 0xEB, 0x6C])
      #expect(row.text(0) == "N\u{FFFD}l")
    }
  }
}

@Suite("Statements") struct StatementTests {
  @Test func `bind and read each type without SQLValue`() throws {
    let connection = try Connection.inMemory()
    let statement = try connection.statement("SELECT ?, ?, ?, ?, ?, ?, ?")
    try statement.bind(5, at: 1)
    try statement.bind(Int64.min, at: 2)
    try statement.bind(1.5, at: 3)
    try statement.bind("te\0xt", at: 4)
    try statement.bind([1, 2] as [UInt8], at: 5)
    try statement.bindNull(at: 6)
    try statement.bind(nil as String?, at: 7)
    #expect(try statement.step())
    #expect(statement.int(0) == 5 && statement.int64(1) == .min && statement.double(2) == 1.5)
    #expect(statement.text(3) == "te\0xt" && statement.blob(4) == [1, 2])
    #expect(statement.withBlob(4) { $0.count } == 2)
    #expect(statement.isNull(5) && statement.optionalText(6) == nil)
    #expect(try !statement.step())
  }

  @Test func `forget their bindings when they are done`() throws {
    let connection = try Connection.inMemory()
    let statement = try connection.statement("SELECT ?")
    try statement.bind(1, at: 1)
    try statement.run()
    #expect(try statement.step())
    #expect(statement.isNull(0))
  }

  @Test func `are prepared once a text`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(v)")
    let before = connection.statementsPrepared
    for number in 0..<1_000 { try connection.execute("INSERT INTO t VALUES (\(number))") }
    #expect(connection.statementsPrepared == before + 1)
    #expect(try connection.first("SELECT count(*) FROM t")?[0].int == 1_000)
  }

  @Test func `are kept up to the limit, the last used longest`() throws {
    let connection = try Connection.inMemory()
    for number in 0..<500 {
      _ = try connection.rows(SQL(raw: "SELECT \(number)"))
      _ = try connection.rows("SELECT 'often'")
    }
    #expect(connection.statementsCached == 128)
    let before = connection.statementsPrepared
    _ = try connection.rows("SELECT 'often'")
    _ = try connection.rows("SELECT 499")
    #expect(connection.statementsPrepared == before)
    _ = try connection.rows("SELECT 0")
    #expect(connection.statementsPrepared == before + 1)
  }

  @Test func `are not shared by two loops over one text`() throws {
    let connection = try Connection.inMemory()
    let sql: SQL = "SELECT value FROM json_each('[1,2,3]')"
    var pairs = 0
    try connection.forEach(sql) { outer in
      let first = outer.int(0)
      try connection.forEach(sql) { _ in pairs += 1 }
      #expect(outer.int(0) == first)
    }
    #expect(pairs == 9)
  }

  @Test func `are reset even when the body throws`() throws {
    struct Stop: Error {}
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(v)")
    try connection.execute("INSERT INTO t VALUES (1), (2)")
    #expect(throws: Stop.self) { try connection.forEach("SELECT v FROM t") { _ in throw Stop() } }
    #expect(throws: Stop.self) {
      try connection.withStatement("SELECT v FROM t") { statement in
        _ = try statement.step()
        throw Stop()
      }
    }
    // A statement in the middle of its rows would lock the table.
    try connection.execute("DROP TABLE t")
  }

  @Test func `follow a changed schema`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(try connection.first("SELECT * FROM t")?.columnNames == ["a"])
    try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
    #expect(try connection.first("SELECT * FROM t")?.columnNames == ["a", "b"])
    try connection.execute("ALTER TABLE t RENAME COLUMN b TO c")
    #expect(try connection.first("SELECT * FROM t")?["c"]?.int == 2)
  }

  @Test func `show SQLite's plan`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
    try connection.execute("CREATE INDEX t_a ON t(a)")
    #expect(
      try connection.explainQueryPlan("SELECT id FROM t WHERE a = \(1)")
        == ["SEARCH t USING COVERING INDEX t_a (a=?)"])
  }
}
