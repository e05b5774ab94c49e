/// Why nothing could be had of a media item: ten causes, whichever error carried them.
///
/// Each error type keeps its own codes, which say more. This is what a program branches on.
///
/// | code | causes |
/// | --- | --- |
/// | `notFound` | `not-found`, `missing` |
/// | `offline` | `offline` |
/// | `unreadable` | `unreadable`, `changed`, `changing` |
/// | `undecodable` | `undecodable`, `malformed`, `empty`, `crashed`, `out-of-memory` |
/// | `unsupported` | `unsupported`, `not-media` |
/// | `tooLarge` | `too-large` |
/// | `timedOut` | `timed-out` |
/// | `cancelled` | `CancellationError` |
/// | `toolMissing` | `tool-missing`, `cannot-start`, `worker-broken`, `closed` |
/// | `renditionUnavailable` | `rendition-unavailable`, `no-space`, `unwritable` |
public enum AccessCode: String, Hashable, Sendable, CaseIterable {
  /// There is no such item, or its file is gone.
  case notFound = "not-found"
  /// The root of the item is not there.
  case offline
  /// The system refused to read, or the file changed meanwhile.
  case unreadable
  /// The file is damaged, or its decoder crashed.
  case undecodable
  /// Nothing here reads the format, or the source has no such thing.
  case unsupported
  /// More bytes or pixels than asked for, or than one item is worth.
  case tooLarge = "too-large"
  /// It took longer than its deadline.
  case timedOut = "timed-out"
  /// Someone gave the request up.
  case cancelled
  /// A program that does the work is missing or does not work.
  case toolMissing = "tool-missing"
  /// The item cannot be had in the wanted version: nothing makes it, or there is no room for it.
  case renditionUnavailable = "rendition-unavailable"

  /// The one table of causes by the stable text of an error's code.
  private static let table: [String: AccessCode] = [
    "not-found": .notFound, "missing": .notFound, "offline": .offline, "unreadable": .unreadable,
    "changed": .unreadable, "changing": .unreadable, "undecodable": .undecodable,
    "malformed": .undecodable, "empty": .undecodable, "crashed": .undecodable,
    "out-of-memory": .undecodable, "unsupported": .unsupported, "not-media": .unsupported,
    "too-large": .tooLarge, "timed-out": .timedOut, "tool-missing": .toolMissing,
    "cannot-start": .toolMissing, "worker-broken": .toolMissing, "closed": .toolMissing,
    "rendition-unavailable": .renditionUnavailable, "no-space": .renditionUnavailable,
    "unwritable": .renditionUnavailable,
  ]

  /// Looks an error up; `nil` for errors that are not about having an item, and for foreign ones.
  ///
  /// - Parameter error: An error of an accessor, or of a client's own type that is a
  ///   ``CodedFailure``.
  public init?(_ error: any Error) {
    if error is CancellationError {
      self = .cancelled
    } else if let failure = error as? any CodedFailure, let code = Self.table[failure.stableCode] {
      self = code
    } else {
      return nil
    }
  }
}

/// An error with a code to branch on, whose text is stable.
public protocol CodedFailure: Error {
  /// What kind of failure.
  associatedtype Code: RawRepresentable<String>
  /// What kind of failure.
  var code: Code { get }
}

extension CodedFailure {
  /// The stable text of the code.
  public var stableCode: String { code.rawValue }
}
