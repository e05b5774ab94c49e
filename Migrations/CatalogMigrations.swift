/// The history of the catalog's schema: numbered SQL files, embedded in the code.
///
/// A released file is frozen: catalogs record its digest.
public enum CatalogMigrations {
  /// One step.
  public struct Step: Sendable {
    /// The file's name without its suffix.
    public let identifier: String
    /// The file's text.
    public let sql: String
  }

  /// Marks our files in SQLite's header: "mcat" in ASCII.
  public static let applicationID: Int32 = 0x6D63_6174

  /// All steps, the oldest first.
  public static var all: [Step] {
    [
      Step(identifier: "m0001_catalog", sql: text(PackageResources.m0001_catalog_sql)),
      Step(identifier: "m0002_search", sql: text(PackageResources.m0002_search_sql)),
      Step(identifier: "m0003_pages", sql: text(PackageResources.m0003_pages_sql)),
      Step(identifier: "m0004_looks", sql: text(PackageResources.m0004_looks_sql)),
      Step(identifier: "m0005_picker", sql: text(PackageResources.m0005_picker_sql)),
      Step(identifier: "m0006_typed", sql: text(PackageResources.m0006_typed_sql)),
      Step(identifier: "m0007_undo", sql: text(PackageResources.m0007_undo_sql)),
    ]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
