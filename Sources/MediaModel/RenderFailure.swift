/// Why no thumbnail or rendition could be made of a file.
public struct RenderFailure: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; stable text, new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no such file.
    public static let notFound = Code(rawValue: "not-found")
    /// The system refused to read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is damaged.
    public static let undecodable = Code(rawValue: "undecodable")
    /// There is no decoder for the format.
    public static let unsupported = Code(rawValue: "unsupported")
    /// More pixels or bytes than one picture is worth.
    public static let tooLarge = Code(rawValue: "too-large")
    /// Decoding took longer than its deadline.
    public static let timedOut = Code(rawValue: "timed-out")
    /// The decoder crashed on this file.
    public static let crashed = Code(rawValue: "crashed")
    /// The file holds nothing that the wanted rendition could be made of, as a video without pictures.
    public static let renditionUnavailable = Code(rawValue: "rendition-unavailable")
    /// The disk or the quota is full.
    public static let noSpace = Code(rawValue: "no-space")

    /// True when the cause may pass by itself, so a later request tries again.
    public var isTransient: Bool {
      [.notFound, .unreadable, .timedOut, .noSpace].contains(self)
    }
  }

  /// What kind of failure.
  public var code: Code
  /// One sentence for people, without the path.
  public var reason: String

  /// Makes a failure.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// `code: reason`.
  public var description: String { "\(code.rawValue): \(reason)" }
}
