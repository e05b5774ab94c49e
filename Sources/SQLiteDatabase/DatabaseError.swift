internal import CSQLite
internal import Glibc

/// A failure of SQLite, with what it was doing.
///
/// Holds the SQL but never the bound values, so it can be printed and logged.
public struct DatabaseError: Error, Hashable, Sendable {
  /// SQLite's extended result code.
  public var code: Int32
  /// What `sqlite3_errmsg` said.
  public var message: String
  /// The statement that failed, without its bound values.
  public var sql: String?
  /// The database file, for people.
  public var path: String?
  /// `errno` of the system call that failed, 0 when none did.
  public var systemCode: Int32

  /// Makes an error.
  public init(
    code: Int32, message: String, sql: String? = nil, path: String? = nil, systemCode: Int32 = 0
  ) {
    self.code = code
    self.message = message
    self.sql = sql
    self.path = path
    self.systemCode = systemCode
  }

  /// The code without its extension, such as 5 for `SQLITE_BUSY_SNAPSHOT`.
  public var primaryCode: Int32 { code & 0xFF }

  /// True when another connection holds the lock and the busy time-out has passed.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// True when the disk, the quota or the permitted page count is used up.
  public var isDiskFull: Bool {
    primaryCode == SQLITE_FULL
      || primaryCode == SQLITE_IOERR && (systemCode == ENOSPC || systemCode == EDQUOT)
  }

  /// True when the file is damaged or no database at all.
  public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || isNotADatabase }

  /// True when the file is not a database.
  public var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

  /// True when the file, its directory or the connection refuses writing.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  /// True when a rule of the schema refused the change.
  public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

  /// True when someone asked to stop.
  public var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }

  /// True when the file could not be opened.
  public var cannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }
}

extension DatabaseError {
  /// A call that SQLite would answer with `SQLITE_MISUSE`, refused before it is made.
  static func misuse(_ message: String, sql: String? = nil, path: String? = nil) -> DatabaseError {
    DatabaseError(code: SQLITE_MISUSE, message: message, sql: sql, path: path)
  }
}
