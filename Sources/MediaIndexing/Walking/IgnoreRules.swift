public import MediaModel

/// Which names of a tree are left out.
public struct IgnoreRules: Hashable, Sendable {
  /// Whether names that start with a dot are entered.
  public var includesHidden: Bool
  /// Whether the default list applies.
  public var usesDefaults: Bool
  /// Patterns: without a slash they match a name, with one inside the path below the root; with
  /// one at the end they match folders only.
  public var excludes: [FilePath]

  /// Makes rules.
  public init(includesHidden: Bool = false, usesDefaults: Bool = true, excludes: [FilePath] = []) {
    self.includesHidden = includesHidden
    self.usesDefaults = usesDefaults
    self.excludes = excludes
  }

  /// What other programs leave in photo collections: their thumbnails, bins and resource forks.
  public static let defaultPatterns: [String] = [
    ".thumbnails", "@eaDir", "#recycle", "._*", "__MACOSX", ".Trash*", ".trash*", "lost+found",
    "$RECYCLE.BIN", "System Volume Information", ".Spotlight-V100", ".fseventsd", "*.lrdata",
    "*.photoslibrary",
  ]

  /// The file that marks its folder as one without media.
  public static let noMediaName = ".nomedia"
}
