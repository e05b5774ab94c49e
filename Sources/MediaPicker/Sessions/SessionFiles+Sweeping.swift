internal import Glibc
internal import MediaCatalog
internal import MediaModel

extension SessionFiles {
  /// How many files one sweep looks at: opening a session must not become slow because many wait.
  static let sweepCount = 16
  /// How long a session without a lifetime is kept after its last sign of life, and every ended one.
  static let keepTime: Int64 = 30 * 24 * 3_600 * 1_000_000_000
  /// How old a half-written file is at least; nobody writes for so long.
  private static let writeTime: Int64 = 3_600 * 1_000_000_000
  /// A larger file is not read, and kept as one without a lifetime.
  private static let readCount: Int64 = 4 << 20

  /// Removes files of sessions that have expired or that nobody came back to, and of writes that were
  /// killed.
  ///
  /// A session that some process runs is left, as is everything that no session has written. Each
  /// sweep looks at some files only, from another one on.
  ///
  /// - Parameters:
  ///   - time: Now, in nanoseconds since 1970-01-01 UTC.
  ///   - start: Any id: the first file that is looked at comes behind it.
  /// - Returns: How many files were looked at and removed.
  @discardableResult
  func sweep(at time: Int64, behind start: String) -> (seenCount: Int, removedCount: Int) {
    let names = FileAccess.names(in: folder).compactMap { name in
      Self.isOwn(name) ? name.string : nil
    }.sorted()
    let first = names.firstIndex { $0 > start } ?? 0
    let chosen = (names[first...] + names[..<first]).prefix(Self.sweepCount)
    let removedCount = chosen.count { name in remove(FilePath(name), ifDueAt: time) }
    return (chosen.count, removedCount)
  }

  /// True for names that sessions give to files: `ID.json`, and `ID.json.….tmp` while it is written.
  private static func isOwn(_ name: FilePath) -> Bool {
    if id(ofFile: name) != nil { return true }
    guard TemporaryFile.isName(name), let text = name.string else { return false }
    let id = text.prefix { $0 != "." }
    return SessionID.isValid(String(id)) && text.dropFirst(id.count).hasPrefix("\(suffix).")
  }

  private func remove(_ name: FilePath, ifDueAt time: Int64) -> Bool {
    let path = folder.appending(name)
    guard let id = Self.id(ofFile: name) else {
      guard let file = Self.status(of: path), Self.isOver(file.modified, Self.writeTime, time)
      else {
        return false
      }
      TemporaryFile.removeIfOrphan(path)
      return Self.status(of: path) == nil
    }
    guard take(id) else { return false }
    defer { release(id) }
    // Only now: until it was taken it could still change.
    guard isDue(path, at: time) else { return false }
    FileAccess.remove(path)
    return true
  }

  private func isDue(_ path: FilePath, at time: Int64) -> Bool {
    guard let file = Self.status(of: path) else { return false }
    guard file.size <= Self.readCount, let bytes = FileAccess.read(path) else {
      return Self.isOver(file.modified, Self.keepTime, time)
    }
    do {
      return try PickerJSON.value(SessionHead.self, from: bytes).isDue(at: time)
    } catch {
      // Nobody can resume what is damaged; a person may still want to look at it.
      return Self.isOver(file.modified, Self.keepTime, time)
    }
  }

  /// Size and modification time of a regular file, `nil` for anything else.
  private static func status(of path: FilePath) -> (size: Int64, modified: Int64)? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let modified = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return (Int64(status.st_size), modified.overflow ? .max : modified.partialValue)
  }

  /// True when so many nanoseconds have passed since some time.
  static func isOver(_ start: Int64, _ span: Int64, _ time: Int64) -> Bool {
    Int128(time) - Int128(start) >= Int128(span)
  }
}

/// What a sweep must know of a session's file.
struct SessionHead: Decodable {
  private let version: Int
  private let touched: Int64
  private let lifetime: Double?
  private let outcome: String?

  private enum Key: String, CodingKey {
    case version, touched, state, configuration, lifetime, outcome
  }
  /// The name of a case, whatever it is.
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    version = try fields.decode(Int.self, forKey: .version)
    touched = try fields.decode(Int64.self, forKey: .touched)
    let state = try fields.nestedContainer(keyedBy: Key.self, forKey: .state)
    lifetime = try state.nestedContainer(keyedBy: Key.self, forKey: .configuration)
      .decodeIfPresent(Double.self, forKey: .lifetime)
    outcome =
      state.contains(.outcome)
      ? try state.nestedContainer(keyedBy: Name.self, forKey: .outcome).allKeys.first?.stringValue
      : nil
  }

  /// True when nobody can go on with the session, or nobody came for long.
  func isDue(at time: Int64) -> Bool {
    // What a newer version of the program wrote is for that to judge.
    guard version <= 1 else { return false }
    switch (outcome, lifetime) {
    case ("expired", _): return true
    case (nil, let lifetime?):
      return SessionFiles.isOver(touched, PickerSession.span(ofLifetime: lifetime), time)
    default: return SessionFiles.isOver(touched, SessionFiles.keepTime, time)
    }
  }
}
