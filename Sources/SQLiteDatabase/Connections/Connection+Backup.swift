internal import CSQLite
internal import Glibc

extension Connection {
  /// Copies the database to a file while others read and write it.
  ///
  /// The copy is one state, synced to the disk, and takes its name only when it is whole; a file
  /// of that name is replaced. It gets the permissions of the database.
  ///
  /// - Parameter path: The file's bytes; its directory must exist.
  /// - Throws: A misuse inside a transaction that has written.
  public func backup(to path: [UInt8]) throws {
    let partial = path + Array(".partial-\(getpid())".utf8)
    let target = try PartialFile(path: partial, mode: permissions)
    do {
      try copy(to: partial)
      try target.sync()
      try target.rename(to: path)
    } catch {
      target.remove()
      throw error
    }
  }

  /// Copies page by page inside one read transaction, so that writers cannot make it start again.
  private func copy(to path: [UInt8]) throws {
    let destination = try ConnectionHandle(
      name: try FileName.plain(path), flags: SQLITE_OPEN_READWRITE,
      path: String(decoding: path, as: UTF8.self), busyTimeout: configuration.busyTimeout)
    if isInTransaction { return try copyPages(to: destination) }
    try transaction(.deferred) {
      try run("SELECT count(*) FROM sqlite_schema")
      try copyPages(to: destination)
    }
  }

  private func copyPages(to destination: ConnectionHandle) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(destination.raw, "main", handle.raw, "main") else {
      throw destination.error(sqlite3_extended_errcode(destination.raw))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK && !handle.interrupt.isRequested {
      code = sqlite3_backup_step(backup, 4_096)
    }
    let finished = sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw stopped }
    if code != SQLITE_DONE || finished != SQLITE_OK {
      throw destination.error(code == SQLITE_DONE ? finished : code)
    }
  }

  private var stopped: DatabaseError {
    DatabaseError(code: SQLITE_INTERRUPT, message: "interrupted", path: handle.path)
  }

  /// Who may read the copy: whoever may read the file; the owner alone for one from memory.
  private var permissions: mode_t {
    guard let path else { return 0o600 }
    var status = stat()
    return PartialFile.withCPath(path) { stat($0, &status) } == 0 ? status.st_mode & 0o777 : 0o600
  }
}
