internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// A look at a root before it is walked, whether it is there and the one we know.
struct RootInspection: Sendable {
  /// The first names directly in the root, in the order of their bytes.
  var entries: [FilePath] = []
  /// What was in ``entries`` when the root was last scanned.
  var rememberedEntries: [FilePath] = []
  var identity: FileSystemIdentity?
  /// Why nothing of it may be marked gone, `nil` when it may be walked.
  var offlineReason: String?
  /// True when inodes change by themselves, so that only sizes and times count.
  var hasUnstableInodes: Bool

  /// How many names are remembered of a root.
  private static let rememberedCount = 1_000

  init(of root: RootRecord, connection: Connection) throws {
    hasUnstableInodes = root.hasUnstableInodes
    do {
      entries = try Self.names(in: Directory(path: root.path))
      identity = try FileSystemIdentity(of: root.path)
    } catch let error as LinuxError {
      offlineReason = "cannot be opened (\(error.reason))"
      return
    }
    rememberedEntries = try connection.rows(
      "SELECT name FROM root_entry WHERE root = \(root.id) ORDER BY name"
    ).compactMap { $0[0].blob.map(FilePath.init(bytes:)) }
    guard root.wasScanned else { return }
    offlineReason = reasonToDistrust(root)
    if offlineReason == nil, !hasUnstableInodes, !root.isRelocated {
      hasUnstableInodes = try InodeSample(of: root, connection: connection).provesUnstable
    }
  }

  /// Names alone: no file of the folder is asked about.
  private static func names(in directory: consuming Directory) throws -> [FilePath] {
    var names: [FilePath] = []
    var listing = DirectoryListing()
    try DirectoryReader().list(directory, into: &listing) { name, _ in
      names.append(FilePath(bytes: Array(name)))
      return false
    }
    return Array(names.sorted().prefix(rememberedCount))
  }

  private func reasonToDistrust(_ root: RootRecord) -> String? {
    if rememberedEntries.isEmpty { return nil }
    if entries.isEmpty { return "is empty, as an unmounted disk looks" }
    let remembered = Set(rememberedEntries)
    if let known = root.filesystemUUID, let uuid = identity?.uuid, known != uuid,
      !entries.contains(where: remembered.contains)
    {
      return "is another disk than the one that was indexed"
    }
    return nil
  }
}
