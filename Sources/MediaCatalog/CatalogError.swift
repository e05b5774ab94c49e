public import MediaModel

/// A failure of the catalog.
public struct CatalogError: CodedFailure, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure; new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text, printed in JSON.
    public let rawValue: String
    /// Takes the stable text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no such catalog, item or album.
    public static let notFound = Code(rawValue: "not-found")
    /// The catalog's file cannot be opened.
    public static let cannotOpen = Code(rawValue: "cannot-open")
    /// A name means several things.
    public static let ambiguous = Code(rawValue: "ambiguous")
    /// What was asked for makes no sense: an empty title, nested roots.
    public static let invalid = Code(rawValue: "invalid")
    /// The thing does not allow it, as a smart album allows no items.
    public static let notPermitted = Code(rawValue: "not-permitted")
    /// The root of an item is not there.
    public static let offline = Code(rawValue: "offline")
    /// The file of an item is gone.
    public static let missing = Code(rawValue: "missing")
    /// The system refused to read a file.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A file changed while it was copied.
    public static let changed = Code(rawValue: "changed")
    /// More bytes than were asked for.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The disk or the quota is full.
    public static let noSpace = Code(rawValue: "no-space")
    /// A target is there already.
    public static let exists = Code(rawValue: "exists")
    /// A file of the cache, or a target, cannot be written.
    public static let unwritable = Code(rawValue: "unwritable")
    /// A newer version of the program made the catalog.
    public static let schemaTooNew = Code(rawValue: "schema-too-new")
  }

  /// What kind of failure.
  public var code: Code
  /// What it is about, when it is a file.
  public var path: FilePath?
  /// What happened and what to do.
  public var reason: String

  /// Makes an error.
  public init(code: Code, path: FilePath? = nil, reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// `path: reason`.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}
