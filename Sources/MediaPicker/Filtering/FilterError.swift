public import MediaModel

/// A failure of a filter, or of one of its calls.
public struct FilterError: CodedFailure, Sendable, CustomStringConvertible {
  /// What kind of failure; new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text, printed in JSON.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The filter threw an error.
    public static let failed = Code(rawValue: "filter-failed")
    /// The filter did not say anything in time.
    public static let timedOut = Code(rawValue: "filter-timed-out")
    /// Too many calls go on although they were told to stop, so the filter is no longer called.
    public static let stuck = Code(rawValue: "filter-stuck")
    /// The filter's program cannot be started.
    public static let cannotStart = Code(rawValue: "filter-cannot-start")
    /// The filter's program ended before it had answered.
    public static let programEnded = Code(rawValue: "filter-program-ended")
    /// The filter's program answered with something else than true or false.
    public static let badAnswer = Code(rawValue: "filter-bad-answer")
  }

  /// What kind of failure.
  public var code: Code
  /// Which item was filtered, `nil` for the whole list.
  public var item: PickerItemID?
  /// What happened and what to do.
  public var reason: String
  /// The filter's own error.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    code: Code, item: PickerItemID? = nil, reason: String, cause: (any Error)? = nil
  ) {
    self.code = code
    self.item = item
    self.reason = reason
    self.cause = cause
  }

  /// `item 12: reason`.
  public var description: String { item.map { "item \($0): \(reason)" } ?? reason }

  /// Takes an error of a call; one of this type gets to know its item.
  init(_ error: any Error, of item: PickerItemID?) {
    if var error = error as? FilterError {
      error.item = error.item ?? item
      self = error
    } else {
      self.init(code: .failed, item: item, reason: "the filter failed: \(error)", cause: error)
    }
  }

  static func timedOut(_ limit: Duration, _ item: PickerItemID) -> FilterError {
    FilterError(
      code: .timedOut, item: item,
      reason: "the filter took longer than \(limit); grant it more time or make it faster")
  }

  static func stuck(_ count: Int, _ item: PickerItemID) -> FilterError {
    FilterError(
      code: .stuck, item: item,
      reason: "the filter was not called: \(count) calls before go on although they were "
        + "cancelled; let the filter listen to the cancellation of its task")
  }
}
