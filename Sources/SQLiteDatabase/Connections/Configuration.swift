/// How connections are set up.
public struct Configuration: Hashable, Sendable {
  /// How long a connection waits for another's lock before it fails as busy.
  public var busyTimeout: Duration = .seconds(10)
  /// Page cache of one connection, in bytes.
  public var cacheByteCount = 16 << 20
  /// How much of the file is read through a memory map, in bytes.
  ///
  /// Zero by default: with a map, a disk that fails under us is a SIGBUS instead of an error.
  public var mmapByteCount = 0
  /// Where temporary tables and sorts go.
  public var temporaryStore = TemporaryStore.memory
  /// Whether triggers and views of the file may use virtual tables.
  ///
  /// Off by default, because a file can come from anyone. Debian's SQLite 3.40 refuses FTS5 and
  /// R*Tree in triggers and views without it ("unsafe use of virtual table").
  public var trustsSchema = false
  /// Pages that the write-ahead log may hold before a commit moves them into the file.
  ///
  /// Bulk writers want many: a page that changes in each of ten transactions is then moved once.
  public var checkpointPages = 1_000
  /// Read-only connections that may be open at once.
  public var readerLimit = 4
  /// Prepared statements that one connection keeps.
  public var statementLimit = 128

  /// Makes the usual configuration.
  public init() {}

  /// Where SQLite keeps temporary tables, indices and sorts; raw values are SQLite's.
  public enum TemporaryStore: Int32, Hashable, Sendable {
    /// Files in the temporary directory.
    case file = 1
    /// Memory.
    case memory = 2
  }
}

/// What may be done with a database file.
public enum OpenMode: Hashable, Sendable {
  /// Reads and writes; a missing file is made.
  case readWriteCreate
  /// Reads and writes an existing file.
  case readWrite
  /// Only reads an existing file.
  case readOnly
}
