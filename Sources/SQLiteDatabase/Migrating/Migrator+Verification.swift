extension Migrator {
  /// The steps a file still lacks, after its recorded ones were compared with ours.
  func pending(
    after history: SchemaHistory, path: String?
  ) throws(MigrationError) -> ArraySlice<Migration> {
    if history.isEmpty && (history.applicationID == 0 || history.applicationID == applicationID) {
      return migrations[...]
    }
    guard history.applicationID == applicationID else {
      throw MigrationError(
        code: .notACatalog, path: path, reason: "the database belongs to another program")
    }
    // Before anything else is read: a newer version may keep its history in another way.
    guard history.version <= Int64(migrations.count), history.steps.count <= migrations.count else {
      throw MigrationError(
        code: .schemaTooNew, path: path,
        reason: "a newer version of this program made or changed the database "
          + "(schema \(max(history.version, Int64(history.steps.count))), "
          + "this program knows \(migrations.count))")
    }
    for (recorded, known) in zip(history.steps, migrations)
    where recorded.identifier != known.identifier || recorded.digest != known.digest {
      throw altered(
        "the recorded schema change \(recorded.identifier) is not the one this "
          + "program knows as \(known.identifier)", path: path, identifier: recorded.identifier)
    }
    guard history.version == Int64(history.steps.count) else {
      throw altered(
        "the database says schema \(history.version), but records \(history.steps.count) changes",
        path: path)
    }
    return migrations[history.steps.count...]
  }

  private func altered(
    _ reason: String, path: String?, identifier: String? = nil
  ) -> MigrationError {
    MigrationError(code: .historyAltered, path: path, identifier: identifier, reason: reason)
  }
}
