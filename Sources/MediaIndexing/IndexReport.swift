public import MediaModel

/// What an index run counted.
///
/// Always `seen == indexed + unchanged + moved + failed + skipped`.
public struct IndexCounts: Hashable, Sendable {
  /// Regular files that were looked at.
  public var seen = 0
  /// New and changed files that were read well.
  public var indexed = 0
  /// Media files as they were.
  public var unchanged = 0
  /// Media files that were found under another name, and are the items they were.
  public var moved = 0
  /// Media files recorded with a reason instead of metadata.
  public var failed = 0
  /// Files that are no media, and extra names of hard links.
  public var skipped = 0
  /// Media files that are newly gone; not a part of `seen`.
  public var missing = 0

  /// Makes counts of zero.
  public init() {}

  /// Adds counts.
  public static func += (left: inout IndexCounts, right: IndexCounts) {
    left.seen += right.seen
    left.indexed += right.indexed
    left.unchanged += right.unchanged
    left.moved += right.moved
    left.failed += right.failed
    left.skipped += right.skipped
    left.missing += right.missing
  }
}

/// Something in the way of an index run that is not one file's failure.
public struct IndexProblem: Hashable, Sendable, CustomStringConvertible {
  /// What kind of problem.
  public enum Kind: String, Hashable, Sendable {
    /// A root is absent, empty, foreign or lost most of its files: nothing of it was changed.
    case offline
    /// A folder could not be listed: what the catalog knows of it was left as it is.
    case unreadableFolder = "unreadable-folder"
    /// A path was left out: too long, or too deep.
    case leftOut = "left-out"
  }

  /// What kind.
  public var kind: Kind
  /// The root or folder.
  public var path: FilePath
  /// What happened and what to do, without the path.
  public var reason: String

  /// Makes a problem.
  public init(kind: Kind, path: FilePath, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// `path: reason`; the middle of a path that would fill a screen is left out.
  public var description: String {
    let text = path.displayText
    guard text.count > 400 else { return "\(text): \(reason)" }
    return "\(text.prefix(200))…\(text.suffix(100)): \(reason)"
  }
}

/// A root whose folder was found under another path, with all its files.
public struct RootRelocation: Hashable, Sendable {
  /// The path that the catalog knew.
  public var old: FilePath
  /// The path that was named.
  public var new: FilePath

  /// Makes one.
  public init(old: FilePath, new: FilePath) {
    self.old = old
    self.new = new
  }
}

/// How an index run ended.
public struct IndexReport: Hashable, Sendable {
  /// The balance.
  public var counts = IndexCounts()
  /// What stood in the way.
  public var problems: [IndexProblem] = []
  /// Roots whose folder has another path now.
  public var relocations: [RootRelocation] = []
  /// How long it took.
  public var elapsed: Duration = .zero

  /// Makes an empty report.
  public init() {}

  /// True when nothing failed and nothing stood in the way.
  public var isComplete: Bool { counts.failed == 0 && problems.isEmpty }
}

/// How far an index run is.
public struct IndexProgress: Hashable, Sendable {
  /// The balance so far; parts may still be missing from it.
  public var counts: IndexCounts
  /// Files in all, once they were counted.
  public var total: Int?
  /// The folder being looked at.
  public var folder: FilePath
}
