internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// A look at a root before it is walked, whether it is there and the one we know.
struct RootInspection: Sendable {
  /// Names directly in the root.
  var entries: [FilePath] = []
  var identity: FileSystemIdentity?
  /// Why nothing of it may be marked gone, `nil` when it may be walked.
  var offlineReason: String?
  /// True when inodes change by themselves, so that only sizes and times count.
  var hasUnstableInodes: Bool

  /// How many names are remembered of a root.
  static let rememberedEntries = 1_000
  /// How many known files are looked at to see whether inodes are stable.
  static let sampleCount = 64

  init(of root: RootRecord, connection: Connection) throws {
    hasUnstableInodes = root.hasUnstableInodes
    var listing = DirectoryListing()
    do {
      let directory = try Directory(path: root.path)
      try DirectoryReader().list(directory, into: &listing)
      identity = try FileSystemIdentity(of: root.path)
    } catch {
      offlineReason = "cannot be opened (\(error.reason))"
      return
    }
    entries = listing.entries.map { listing.name(of: $0) }
    guard root.wasScanned else { return }
    offlineReason = try reasonToDistrust(root, connection)
    if offlineReason == nil, !hasUnstableInodes {
      hasUnstableInodes = try sampleShowsNewInodes(root, connection)
    }
  }

  private func reasonToDistrust(_ root: RootRecord, _ connection: Connection) throws -> String? {
    let remembered = try connection.rows(
      "SELECT name FROM root_entry WHERE root = \(root.id)"
    ).compactMap { $0[0].blob.map(FilePath.init(bytes:)) }
    if entries.isEmpty, !remembered.isEmpty {
      return "is empty, as an unmounted disk looks"
    }
    let present = Set(entries)
    if let known = root.filesystemUUID, let uuid = identity?.uuid, known != uuid,
      !remembered.isEmpty, !remembered.contains(where: present.contains)
    {
      return "is another disk than the one that was indexed"
    }
    return nil
  }

  /// True when most known files have their size and time but another inode.
  private func sampleShowsNewInodes(_ root: RootRecord, _ connection: Connection) throws -> Bool {
    var looked = 0
    var moved = 0
    try connection.forEach(
      """
      SELECT d.path, f.name, f.size, f.mtime, f.inode FROM folder AS d
        JOIN file AS f ON f.folder = d.id
      WHERE d.root = \(root.id) AND f.missing_since IS NULL LIMIT \(Self.sampleCount)
      """
    ) { row in
      let path = root.path.appending(FilePath(bytes: row.blob(0)))
        .appending(FilePath(bytes: row.blob(1)))
      guard let stamp = PathStatus(at: path)?.stamp, stamp.size == row.int64(2),
        stamp.modificationTime == row.int64(3)
      else { return }
      looked += 1
      if stamp.inode != row.int64(4) { moved += 1 }
    }
    return looked >= 8 && moved * 2 > looked
  }
}
