internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel

/// Running sessions as files beside the catalog: one each, written whole or not at all.
///
/// Files and not rows, because a selection must not wait for the index run that holds the catalog's
/// one writer. On a thread of its own, because writing blocks.
actor SessionFiles {
  nonisolated let folder: FilePath
  private let lane: Lane
  private var isRemoved = false
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  init(of catalog: Catalog) throws {
    let path = RealPath.of(catalog.path)
    folder = FilePath(bytes: path.bytes + Array("\(Catalog.pickerSuffix)/sessions".utf8))
    lane = try Lane(name: "mediacat-session")
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
    try FileAccess.write(try PickerJSON.bytes(of: record), to: path(record.id))
  }

  /// Reads a session.
  ///
  /// - Throws: ``PickerError`` `notFound`, `tooNew`, or `unreadable` for a damaged file.
  func read(_ id: String) throws -> Record {
    guard SessionID.isValid(id), let bytes = FileAccess.read(path(id)) else {
      throw PickerError(code: .notFound, reason: "there is no session \(id)")
    }
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
    let suffix = ".json"
    return FileAccess.names(in: folder).compactMap(\.string).filter { $0.hasSuffix(suffix) }
      .map { String($0.dropLast(suffix.count)) }.filter(SessionID.isValid).sorted()
  }

  private nonisolated func path(_ id: String) -> FilePath {
    folder.appending(FilePath("\(id).json"))
  }
}

/// Names of sessions: 128 random bits, so that knowing one is knowing all that it may do.
enum SessionID {
  private static let length = 32

  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// True for a name that this could have made; no other text gets near a path.
  static func isValid(_ id: String) -> Bool {
    id.utf8.count == length && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
