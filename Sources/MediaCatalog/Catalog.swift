public import MediaModel
package import SQLiteDatabase
internal import CatalogMigrations

/// A media catalog: one SQLite file with what files say and what people typed.
///
/// Open it once and share it: it is `Sendable`, its reads run side by side, its writes one after
/// the other. Originals are never written.
public final class Catalog: Sendable {
  /// The catalog's file.
  public let path: FilePath
  /// The connections; for the package's own targets.
  package let database: Database
  /// Keeps what is learned of pictures.
  let looks: LookRecorder

  /// What is appended to a catalog's path for the folder of its pickers' files.
  package static let pickerSuffix = "-picker"

  private init(path: FilePath, database: Database) {
    self.path = path
    self.database = database
    looks = LookRecorder(database: database)
  }

  /// Opens a catalog.
  ///
  /// A catalog of an older version is backed up and brought up to date; one of a newer version is
  /// refused and nothing is written.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - isCreating: Whether a missing file is made; its folder must exist.
  /// - Returns: The open catalog.
  /// - Throws: ``CatalogError`` with a sentence that says what to do.
  public static func open(at path: FilePath, creating isCreating: Bool = true) throws -> Catalog {
    let migrator = Migrator(
      migrations: CatalogMigrations.all.map { Migration(identifier: $0.identifier, sql: $0.sql) },
      applicationID: CatalogMigrations.applicationID, appVersion: Version.current)
    if !isCreating, !FileAccess.exists(path) {
      throw CatalogError(
        code: .notFound, path: path,
        reason: "there is no catalog here yet; make one with: mediacat index FOLDER")
    }
    var configuration = Configuration()
    // Views with JSON and triggers on search tables count as trust. What a forged catalog could
    // call is only SQLite's own functions: none of them reads or writes files.
    configuration.trustsSchema = true
    // 64 MiB: an index run changes the same pages of its indexes in every transaction.
    configuration.checkpointPages = 16_384
    do {
      return Catalog(
        path: path,
        database: try Database.open(
          path: path.bytes, configuration: configuration, migrator: migrator))
    } catch let error as MigrationError {
      throw CatalogError(
        code: CatalogError.Code(rawValue: error.code.rawValue), path: nil,
        reason: error.description)
    } catch let error as DatabaseError {
      throw CatalogError(code: .cannotOpen, path: nil, reason: error.description)
    }
  }

  /// Stores what was learned last, ends running work and closes the file.
  public func close() async {
    await looks.close()
    await database.close()
  }
}
