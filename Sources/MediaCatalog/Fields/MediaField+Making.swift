internal import MediaModel
internal import SQLiteDatabase

extension MediaField {
  init(
    _ name: String, _ columns: [String], _ tables: MediaTables = [], isNumeric: Bool = false,
    decode: @escaping @Sendable (borrowing RowCursor, Int32) -> FieldValue
  ) {
    self.name = name
    self.columns = columns
    self.tables = tables
    self.isNumeric = isNumeric
    self.decode = decode
  }

  static func integer(_ name: String, _ sql: String, _ tables: MediaTables = []) -> MediaField {
    MediaField(name, [sql], tables, isNumeric: true) { row, column in
      row.optionalInt64(column).map(FieldValue.integer) ?? .null
    }
  }

  static func real(_ name: String, _ sql: String, _ tables: MediaTables = []) -> MediaField {
    MediaField(name, [sql], tables, isNumeric: true) { row, column in
      row.optionalDouble(column).map(FieldValue.real) ?? .null
    }
  }

  static func text(_ name: String, _ sql: String, _ tables: MediaTables = []) -> MediaField {
    MediaField(name, [sql], tables) { row, column in
      row.optionalText(column).map(FieldValue.text) ?? .null
    }
  }

  static func bytes(_ name: String, _ sql: String, _ tables: MediaTables = []) -> MediaField {
    MediaField(name, [sql], tables) { row, column in .bytes(row.blob(column)) }
  }

  static func boolean(_ name: String, _ sql: String, _ tables: MediaTables = []) -> MediaField {
    MediaField(name, [sql], tables) { row, column in
      row.isNull(column) ? .null : .boolean(row.bool(column))
    }
  }
}

extension FilePath {
  /// Joins the root, folder and name of three columns.
  init(joining row: borrowing RowCursor, _ column: Int32) {
    self = FilePath(bytes: row.blob(column)).appending(FilePath(bytes: row.blob(column + 1)))
      .appending(FilePath(bytes: row.blob(column + 2)))
  }
}

extension FieldValue {
  /// ISO 8601 in UTC, from nanoseconds since 1970-01-01.
  static func instant(_ nanoseconds: Int64) -> FieldValue {
    let whole = nanoseconds - ((nanoseconds % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
    return .text("\(WallTime(nanoseconds: whole))Z")
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  var hexDigits: String {
    let text = String(self, radix: 16)
    return text.utf8.count == 1 ? "0\(text)" : text
  }
}
