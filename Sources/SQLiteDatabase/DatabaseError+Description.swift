internal import CSQLite
internal import Glibc

extension DatabaseError: CustomStringConvertible {
  /// One sentence or two for people: what happened to which file, and what to do.
  public var description: String { path.map { "\($0): \(sentence)" } ?? sentence }

  private var sentence: String {
    if isDiskFull {
      return "the disk that holds the database is full; nothing of this batch was stored. "
        + "Free some space and run again"
    }
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return "another program is writing to the database and did not finish in time. "
        + "Wait until it has, then run again"
    case SQLITE_READONLY:
      return "the database cannot be written (\(message)). "
        + "Check the permissions of the file and of its directory"
    case SQLITE_NOTADB:
      return "this file is not an SQLite database; it was left as it is. Choose another file"
    case SQLITE_CORRUPT:
      return "the database is damaged (\(message)). Restore a backup, or recover what is "
        + "readable with: sqlite3 FILE .recover"
    case SQLITE_CANTOPEN: return "the database cannot be opened: \(openReason)"
    case SQLITE_IOERR:
      return "the disk that holds the database failed (\(message)\(systemReason)). "
        + "Check the disk and its connection, then run again"
    case SQLITE_NOMEM: return "not enough memory; nothing of this batch was stored"
    case SQLITE_CONSTRAINT: return "the database refused the change: \(message)"
    case SQLITE_INTERRUPT: return "stopped before it was done"
    default: return sql.map { "\(message), in: \(Self.shortened($0))" } ?? message
    }
  }

  private var openReason: String {
    switch systemCode {
    // SQLite also answers so when a new file may not be made: it tries to read it next.
    case ENOENT, ENOTDIR:
      "it does not exist and cannot be made. Check the spelling, and the permissions of its folder"
    case EACCES, EPERM: "permission denied. Check who may read the file and its directory"
    case EISDIR: "it is a directory. Name a file"
    case EROFS: "the disk is read-only"
    case EMFILE, ENFILE: "too many files are open. Close some programs and run again"
    default: "\(message)\(systemReason)"
    }
  }

  private var systemReason: String { systemCode == 0 ? "" : ", system error \(systemCode)" }

  /// A statement on one line of at most 200 characters.
  private static func shortened(_ sql: String) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 200 ? line : line.prefix(199) + "…"
  }
}
