/// Reads what media files say of themselves, many at a time.
///
/// Two readers exist: one in a worker process and its twin in this process. A reader never throws
/// for a file: what goes wrong with one file is that file's outcome.
public protocol MetadataReading: Sendable {
  /// How many batches can be worked on at the same time; 1 or more.
  var concurrency: Int { get }

  /// Reads a batch.
  ///
  /// - Parameter paths: Absolute paths, 1…1,024 of them.
  /// - Returns: One outcome a path, in the same order.
  /// - Throws: When the reader itself cannot work (no worker found), or the task is cancelled.
  func read(_ paths: [FilePath]) async throws -> [MetadataOutcome]
}

/// What reading one file gave.
public enum MetadataOutcome: Hashable, Sendable {
  /// A media file, with what it says and the state it was in while it was read.
  case media(EmbeddedMetadata, FileStamp)
  /// Not a media file by its content, nor by its name.
  case notMedia
  /// A media file by content or name that cannot be read.
  case failed(ReadFailure)
}

/// Size and times of a file as `statx` tells them; equal stamps mean an unchanged file.
public struct FileStamp: Hashable, Sendable {
  /// Bytes.
  public var size: Int64
  /// Modification time, nanoseconds since 1970-01-01 UTC.
  public var modificationTime: Int64
  /// Status change time, nanoseconds since 1970-01-01 UTC.
  public var changeTime: Int64
  /// Inode number, as a bit pattern.
  public var inode: Int64

  /// Makes a stamp.
  public init(size: Int64, modificationTime: Int64, changeTime: Int64, inode: Int64) {
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
    self.inode = inode
  }
}

/// Why a media file could not be read.
public struct ReadFailure: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; stable text, new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Zero bytes.
    public static let empty = Code(rawValue: "empty")
    /// Named as media, but its content is of no known kind.
    public static let notMedia = Code(rawValue: "not-media")
    /// The structure is damaged so far that nothing useful is left.
    public static let malformed = Code(rawValue: "malformed")
    /// The system refused to read: permission, I/O.
    public static let unreadable = Code(rawValue: "unreadable")
    /// Gone between listing and reading.
    public static let notFound = Code(rawValue: "not-found")
    /// Reading took longer than its deadline.
    public static let timedOut = Code(rawValue: "timed-out")
    /// The worker crashed on this file.
    public static let crashed = Code(rawValue: "crashed")
    /// The worker ran out of its memory limit on this file.
    public static let outOfMemory = Code(rawValue: "out-of-memory")
    /// The file kept changing while it was read.
    public static let changing = Code(rawValue: "changing")

    /// True when the cause may pass by itself, so the next run tries again.
    public var isTransient: Bool {
      [.unreadable, .timedOut, .notFound, .changing].contains(self)
    }
  }

  /// What kind of failure.
  public var code: Code
  /// One sentence for people, without the path.
  public var reason: String
  /// The format by content, when it was recognised before the failure.
  public var format: MediaFormat?

  /// Makes a failure.
  public init(code: Code, reason: String, format: MediaFormat? = nil) {
    self.code = code
    self.reason = reason
    self.format = format
  }

  /// `code: reason`.
  public var description: String { "\(code.rawValue): \(reason)" }
}
