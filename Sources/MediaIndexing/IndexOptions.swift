public import MediaModel

/// What an index run looks at, and how.
public struct IndexOptions: Hashable, Sendable {
  /// Whether names that start with a dot are entered; `nil` keeps what the root remembers.
  public var includesHidden: Bool?
  /// Whether the default ignore list applies; `nil` keeps what the root remembers.
  public var usesDefaultIgnores: Bool?
  /// Glob patterns to leave out; `nil` keeps what the root remembers.
  public var excludes: [FilePath]?
  /// Whether directories on other file systems are entered.
  public var crossesFileSystems = false
  /// Whether failed files are opened again although nothing changed.
  public var retriesFailed = false
  /// Whether files that vanished are marked missing even when a root lost most of them at once.
  public var acceptsMassLoss = false
  /// Whether files are counted beside the run, so that progress knows how many there are.
  public var countsAhead = false
  /// Folders and files that are never entered: the catalog itself and the thumbnail cache.
  public var ownPaths: [FilePath] = []

  /// Makes the default options.
  public init() {}
}
