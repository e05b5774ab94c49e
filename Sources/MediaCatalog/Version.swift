/// The version of the package.
public enum Version {
  /// `MAJOR.MINOR.PATCH` of Semantic Versioning 2.0.0.
  public static let current = "0.1.0"
}
