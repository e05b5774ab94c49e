public import MediaModel

/// Why no worker can work; what goes wrong with one file is that file's outcome instead.
public struct WorkerError: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no `mediacat-worker`, or it is another version or another program.
    public static let toolMissing = Code(rawValue: "tool-missing")
    /// The system would not start another process.
    public static let cannotStart = Code(rawValue: "cannot-start")
    /// Workers start but end again without reading anything.
    public static let broken = Code(rawValue: "worker-broken")
    /// The pool has been closed.
    public static let closed = Code(rawValue: "closed")
  }

  /// What kind of failure.
  public var code: Code
  /// The program that was tried.
  public var path: FilePath?
  /// What happened, and what to do about it.
  public var reason: String

  /// Makes an error.
  public init(code: Code, path: FilePath? = nil, reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// `path: reason`.
  public var description: String { path.map { "\($0.displayText): \(reason)" } ?? reason }
}
