/// A database whose schema this program must not touch, or could not change.
public struct MigrationError: Error, Hashable, Sendable {
  /// What kind of failure; new codes may appear in any release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable text.
    public let rawValue: String

    /// Takes a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A newer version of the program has changed the schema.
    public static let schemaTooNew = Code(rawValue: "schema-too-new")
    /// A recorded step is not the one this program knows.
    public static let historyAltered = Code(rawValue: "history-altered")
    /// The file belongs to another program, or is no database.
    public static let notACatalog = Code(rawValue: "not-a-catalog")
    /// A step left rows that point nowhere, or ended its transaction; it was undone.
    public static let stepFailed = Code(rawValue: "step-failed")
  }

  /// What kind of failure.
  public var code: Code
  /// The database file, for people.
  public var path: String?
  /// The step, when it is about one.
  public var identifier: String?
  /// What was found.
  public var reason: String

  /// Makes an error.
  public init(code: Code, path: String?, identifier: String? = nil, reason: String) {
    self.code = code
    self.path = path
    self.identifier = identifier
    self.reason = reason
  }
}

extension MigrationError: CustomStringConvertible {
  /// One sentence for people: which file, what is wrong, what to do.
  public var description: String {
    let advice =
      switch code {
      case .schemaTooNew: ". It was left as it is. Update this program"
      case .historyAltered:
        ". It was left as it is. Restore a backup, or use the program that made it"
      case .notACatalog: ". It was left as it is. Choose another file"
      default: ". The change was undone"
      }
    return (path.map { "\($0): " } ?? "") + reason + advice
  }
}
