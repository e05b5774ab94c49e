public import MediaModel

/// A folder that is indexed as a whole.
public struct Root: Hashable, Sendable {
  /// Whether its files can be reached.
  public enum State: String, Hashable, Sendable {
    /// It was there at the last run.
    case online
    /// It was absent, empty, another disk, or had lost most of its files.
    case offline
  }

  /// A stable number.
  public var id: Int64
  /// Its folder.
  public var path: FilePath
  /// Whether its files can be reached.
  public var state: State
  /// Why it is offline.
  public var reason: String?
  /// Items that pages would show if it is online.
  public var count: Int
  /// When it was last scanned, nanoseconds since 1970-01-01 UTC.
  public var lastScan: Int64?
  /// Type of its file system, such as `ext4`, at the last run.
  public var fileSystem: String?
  /// True where inodes change by themselves, so that only size and modification time count.
  public var hasUnstableInodes: Bool
  /// Patterns that are left out.
  public var excludes: [FilePath]
}
