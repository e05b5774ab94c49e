/// What the kernel keeps a worker from, in case a media file takes it over.
///
/// All are asked for before the first file. A kernel that lacks one costs that one alone: the worker
/// runs, and this value says what is missing and why.
public struct WorkerProtections: Hashable, Sendable {
  /// One protection.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No program that it runs can have more rights than it.
    case privileges = "no-new-privileges"
    /// No process of the same user can read its memory, and none is written to disk.
    case inspection = "no-inspection"
    /// It can change, make, remove and run no file (Landlock).
    case writing = "read-only-files"
    /// It has no network, no child processes and no signals for others (seccomp).
    case systemCalls = "system-call-filter"
  }

  /// A protection that could not be had.
  public struct Lack: Hashable, Sendable {
    /// Which.
    public var kind: Kind
    /// What the kernel says.
    public var reason: String

    /// Makes a value.
    public init(kind: Kind, reason: String) {
      self.kind = kind
      self.reason = reason
    }
  }

  /// What holds, in the order of asking.
  public var holding: [Kind]
  /// What does not, and why.
  public var lacking: [Lack]

  /// Makes a value.
  public init(holding: [Kind] = [], lacking: [Lack] = []) {
    self.holding = holding
    self.lacking = lacking
  }
}
