internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel

/// Running sessions as files beside the catalog: one each, written whole or not at all.
///
/// Files and not rows, because a selection must not wait for the index run that holds the catalog's
/// one writer. On a thread of its own, because writing blocks. Whoever runs a session holds a lock of
/// the kernel on its place in a file beside the folder, so that a sweep knows whom it may not touch.
actor SessionFiles {
  nonisolated let folder: FilePath
  private let lane: Lane
  private var isRemoved = false
  /// Open once something is locked.
  private var locks: ByteLocks?
  /// Sessions that run by this value: its own locks would not keep it from taking them.
  private var held: Set<String> = []
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  init(of catalog: Catalog) throws {
    folder = Self.folder(of: catalog)
    lane = try Lane(name: "mediacat-session")
  }

  static func folder(of catalog: Catalog) -> FilePath {
    FilePath(
      bytes: RealPath.of(catalog.path).bytes + Array("\(Catalog.pickerSuffix)/sessions".utf8))
  }

  /// What a file holds.
  struct Record: Codable, Sendable {
    var version = 1
    var id: String
    var sequence: Int
    var state: PickerState
    /// Nanoseconds since 1970-01-01 UTC.
    var created: Int64
    var touched: Int64
  }

  func write(_ record: Record) throws {
    // A write that was on its way when the session was deleted must not bring it back.
    if isRemoved { return }
    try FileAccess.makeFolders(folder)
    hold(record.id)
    try FileAccess.write(try PickerJSON.bytes(of: record), to: path(record.id))
  }

  /// Reads a session, and holds it from then on.
  ///
  /// - Throws: ``PickerError`` `notFound`, `tooNew`, or `unreadable` for a damaged file.
  func read(_ id: String) throws -> Record {
    let missing = PickerError(code: .notFound, reason: "there is no session \(id)")
    guard SessionID.isValid(id) else { throw missing }
    // Before it is read: a sweep that goes on has it removed by then or leaves it.
    hold(id)
    guard let bytes = FileAccess.read(path(id)) else { throw missing }
    do {
      let record = try PickerJSON.value(Record.self, from: bytes)
      guard record.version <= 1 else {
        throw PickerError(
          code: .tooNew, reason: "a newer version of the program made the session \(id)")
      }
      return record
    } catch let error as PickerError where error.code != .tooNew {
      throw PickerError(
        code: .unreadable, reason: "\(path(id)): the session cannot be read: \(error.reason)")
    }
  }

  func remove(_ id: String) {
    isRemoved = true
    if SessionID.isValid(id) { FileAccess.remove(path(id)) }
  }

  /// The ids of all sessions.
  func all() -> [String] {
    FileAccess.names(in: folder).compactMap { Self.id(ofFile: $0) }.sorted()
  }

  /// How many sessions nobody runs.
  func waitingCount() -> Int {
    all().count { id in
      guard take(id) else { return false }
      release(id)
      return true
    }
  }

  /// The session whose file has a name, `nil` for any other name.
  static func id(ofFile name: FilePath) -> String? {
    guard let name = name.string, name.hasSuffix(suffix) else { return nil }
    let id = String(name.dropLast(suffix.count))
    return SessionID.isValid(id) ? id : nil
  }

  static let suffix = ".json"

  nonisolated func path(_ id: String) -> FilePath {
    folder.appending(FilePath(id + Self.suffix))
  }

  // MARK: Locks

  /// Marks a session as one that runs, for as long as this value is there.
  private func hold(_ id: String) {
    guard held.insert(id).inserted else { return }
    // Without locks a session lives as well; only nobody can tell that it does, and none is swept.
    do {
      try openLocks()
      try locks?.share(SessionID.lockPlace(of: id))
    } catch {}
  }

  /// Takes a session that nobody runs; false for one that runs, and where there are no locks.
  func take(_ id: String) -> Bool {
    if held.contains(id) { return false }
    do {
      try openLocks()
    } catch {
      return false
    }
    return locks?.take(SessionID.lockPlace(of: id)) ?? false
  }

  /// Lets a session go that was taken.
  func release(_ id: String) { locks?.release(SessionID.lockPlace(of: id)) }

  private func openLocks() throws {
    if locks != nil { return }
    locks = try ByteLocks(at: FilePath(bytes: folder.bytes + Array("-lock".utf8)))
  }
}
