import SQLiteDatabase
import Testing

@Suite("SQL as a value") struct SQLTests {
  @Test func `binds what is interpolated, and pastes only what is raw`() {
    let name = "x'; DROP TABLE t; --"
    let limit: Int? = nil
    let sql: SQL =
      "SELECT \(raw: "id") FROM t WHERE name = \(name) AND n < \(limit) AND b = \(true)"
    #expect(sql.text == "SELECT id FROM t WHERE name = ? AND n < ? AND b = ?")
    #expect(sql.bindings == [.text(name), .null, .integer(1)])
  }

  @Test func `splices pieces with their bindings in order`() {
    let condition: SQL = "a = \(1)"
    let pieces: [SQL] = [condition, "b = \(2.5)"]
    let sql: SQL = "SELECT \("z") WHERE \(pieces.joined(separator: " AND "))" + " LIMIT \(3)"
    #expect(sql.text == "SELECT ? WHERE a = ? AND b = ? LIMIT ?")
    #expect(sql.bindings == [.text("z"), .integer(1), .real(2.5), .integer(3)])
  }

  @Test func `tells canonical equivalents apart, as SQLite does`() throws {
    let composed = "\u{E9}", decomposed = "e\u{301}"
    #expect(composed == decomposed)
    #expect(SQLValue.text(composed) != SQLValue.text(decomposed))
    let connection = try Connection.inMemory()
    #expect(try connection.first("SELECT \(composed) = \(decomposed)")?[0] == .integer(0))
    #expect(try connection.first("SELECT length('\(raw: composed)')")?[0] == .integer(1))
    #expect(try connection.first("SELECT length('\(raw: decomposed)')")?[0] == .integer(2))
  }

  @Test func `counts values against parameters`() throws {
    let connection = try Connection.inMemory()
    let error = try caught(DatabaseError.self) { try connection.execute("SELECT ?, \(1)") }
    #expect(error?.message == "2 parameters, but 1 values")
  }

  @Test(arguments: ["SELECT 1; SELECT 2", "", " -- nothing\n", "SELECT 1\0 garbage"])
  func `takes exactly one statement`(text: String) throws {
    let connection = try Connection.inMemory()
    #expect(throws: DatabaseError.self) { try connection.execute(SQL(raw: text)) }
  }

  @Test func `allows comments and spaces after the statement`() throws {
    let connection = try Connection.inMemory()
    #expect(try connection.rows("SELECT 1; -- one\n /* and no more */ ").count == 1)
  }
}
