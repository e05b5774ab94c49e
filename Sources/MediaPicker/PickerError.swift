public import MediaModel

/// A failure of a picker.
public struct PickerError: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text, printed in JSON.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// What was asked for makes no sense: a negative limit, an unknown option.
    public static let invalid = Code(rawValue: "invalid")
    /// There is no such session, draft or album.
    public static let notFound = Code(rawValue: "not-found")
    /// The session has ended; nothing changes it any more.
    public static let sessionClosed = Code(rawValue: "session-closed")
    /// The choice is not made yet, so there is nothing to list.
    public static let notCommitted = Code(rawValue: "not-committed")
    /// The item was not picked in this session.
    public static let notPicked = Code(rawValue: "not-picked")
    /// A newer version of the library wrote it.
    public static let tooNew = Code(rawValue: "too-new")
    /// A file of the picker cannot be read or written.
    public static let unreadable = Code(rawValue: "unreadable")
  }

  /// What kind of failure.
  public var code: Code
  /// What happened and what to do.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
