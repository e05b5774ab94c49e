/// Plans copies of media files that say less than the originals.
///
/// Two planners exist: one in a worker process and its twin in this process. A planner reads only
/// what it must understand, not the picture or the film.
public protocol DeliveryPlanning: Sendable {
  /// Plans one copy.
  ///
  /// - Parameters:
  ///   - path: The absolute path of a media file.
  ///   - stripping: What the copy shall not say; nothing gives a copy of equal bytes.
  /// - Returns: The plan, with the state of the file that it holds for.
  /// - Throws: ``DeliveryFailure`` for the file, never a plan that strips less than was asked for;
  ///   `CancellationError`.
  func deliveryPlan(
    for path: FilePath, stripping: MetadataStripping
  ) async throws -> DeliveryPlan
}

/// What planning one copy gave.
public enum DeliveryOutcome: Hashable, Sendable {
  /// A plan.
  case planned(DeliveryPlan)
  /// A file of which no copy can be made that says less.
  case failed(DeliveryFailure)

  /// The plan.
  public func get() throws(DeliveryFailure) -> DeliveryPlan {
    switch self {
    case .planned(let plan): plan
    case .failed(let failure): throw failure
    }
  }
}

/// Why no stripped copy of a file can be made.
public struct DeliveryFailure: CodedFailure, Hashable, Sendable, CustomStringConvertible {
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
    /// Metadata cannot be taken from this format, or from this kind of it.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The structure is damaged so far that what it says cannot be told from the picture.
    public static let malformed = Code(rawValue: "malformed")
    /// More parts than one file is worth.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The file kept changing while it was read.
    public static let changing = Code(rawValue: "changing")
    /// Planning took longer than its deadline.
    public static let timedOut = Code(rawValue: "timed-out")
    /// The worker crashed on this file.
    public static let crashed = Code(rawValue: "crashed")
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
