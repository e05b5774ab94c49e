internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// Walks a root and compares it with the catalog, a stretch at a time.
///
/// It runs on a thread of its own, because listing directories blocks. Folders are entered depth
/// first in the order of their names' bytes; each folder's known files are read in one sweep, so
/// there is no query a file, and memory holds one folder a level.
actor TreeDiffer {
  private let lane: Lane
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  private let root: RootRecord
  private let rules: IgnoreRules
  private let options: IndexOptions
  private let connection: Connection
  private let reader = DirectoryReader()
  private var frames: [FolderFrame] = []
  private var hasStarted = false
  private var rootDevice: UInt64 = 0
  private var entered: Set<FileIdentity> = []
  private var links = LinkTable()
  private var visited: Set<Int64> = []
  /// Folders above this were made by this run.
  private let newestFolder: Int64
  private var unreadable: [FilePath] = []

  /// Deeper trees are left out with a word: a path this deep is a loop or an accident.
  static let maximumDepth = 512
  /// The kernel takes no longer path, with its NUL.
  static let maximumPath = 4_096
  /// A stretch ends after so many files, for the sake of progress and cancellation.
  private static let stretch = 20_000

  init(
    root: RootRecord, rules: IgnoreRules, options: IndexOptions, catalog: FilePath
  ) throws {
    self.root = root
    self.rules = rules
    self.options = options
    self.lane = try Lane(name: "mediacat-walk")
    self.connection = try Connection(path: catalog.bytes, mode: .readOnly)
    self.newestFolder =
      root.wasScanned
      ? try connection.first("SELECT coalesce(max(id), 0) FROM folder")?[0].int64 ?? 0 : 0
  }

  /// Compares the next stretch.
  ///
  /// - Returns: `nil` when the root is done. Hard links and vanished folders come last.
  func next(candidates limit: Int) throws -> DiffStep? {
    var step = DiffStep()
    if !hasStarted {
      hasStarted = true
      try enterRoot(&step)
    }
    guard !frames.isEmpty || !links.isEmpty else { return nil }
    while step.candidates.count < limit, step.counts.seen < Self.stretch, let frame = frames.last {
      step.folder = frame.folder.path
      if try compare(frame, into: &step, limit: limit) {
        if let entry = frame.nextSubdirectory() {
          try enter(entry, of: frame, &step)
        } else {
          frames.removeLast()
        }
      }
    }
    if frames.isEmpty { links.resolve(into: &step) }
    return step
  }

  /// Known files in folders that the walk did not come by, for after its end.
  func vanishedFolders() throws -> [KnownName] {
    var names: [KnownName] = []
    let folders = try connection.rows(
      "SELECT id, path FROM folder WHERE root = \(root.id) AND id <= \(newestFolder)")
    for row in folders {
      guard case .integer(let id) = row[0], case .blob(let path) = row[1], !visited.contains(id),
        !unreadable.contains(where: { FilePath(bytes: path).isInside($0) || $0.bytes.isEmpty })
      else { continue }
      try connection.forEach(
        "SELECT name, media, role FROM file WHERE folder = \(id) AND missing_since IS NULL"
      ) { row in
        names.append(
          KnownName(
            folder: id, name: FilePath(bytes: row.blob(0)), media: row.optionalInt64(1),
            role: FileRole(rawValue: row.int64(2)) ?? .notMedia))
      }
    }
    return names
  }

  // MARK: Entering folders

  private func enterRoot(_ step: inout DiffStep) throws {
    do {
      let directory = try Directory(path: root.path)
      let status = try directory.status()
      rootDevice = status.device
      try list(directory, status: status, path: FilePath(""), &step)
    } catch let error as LinuxError {
      noteUnreadable(FilePath(""), error, &step)
    }
  }

  private func enter(
    _ entry: DirectoryEntry, of parent: FolderFrame, _ step: inout DiffStep
  ) throws {
    let path = parent.folder.path.appending(parent.listing.name(of: entry))
    let absolute = root.path.appending(path)
    if options.ownPaths.contains(absolute) { return }
    if absolute.bytes.count >= Self.maximumPath || frames.count >= Self.maximumDepth {
      let limit =
        frames.count >= Self.maximumDepth
        ? "deeper than \(Self.maximumDepth) folders"
        : "its path is longer than the \(Self.maximumPath - 1) bytes that the system takes"
      leaveOut(path, absolute, "left out: \(limit)", &step)
      return
    }
    do {
      let directory = try parent.directory.open(entry, of: parent.listing)
      let status = try directory.status()
      guard options.crossesFileSystems || status.device == rootDevice else { return }
      try list(directory, status: status, path: path, &step)
    } catch let error as LinuxError {
      noteUnreadable(path, error, &step)
    }
  }

  private func list(
    _ directory: consuming Directory, status: FileStatus, path: FilePath, _ step: inout DiffStep
  ) throws {
    // Every directory is entered once, whatever loops bind mounts make.
    guard entered.insert(FileIdentity(status)).inserted else { return }
    var listing = DirectoryListing()
    var isNoMedia = false
    let noMedia = Array(IgnoreRules.noMediaName.utf8)
    try reader.list(directory, into: &listing) { name, _ in
      if rules.usesDefaults, name.elementsEqual(noMedia) { isNoMedia = true }
      return !rules.leavesOut(name, in: path)
    }
    if isNoMedia { return }
    let absolute = root.path.appending(path)
    var folder = FolderReference(root: root.id, id: nil, path: path)
    var known = KnownFolder()
    if root.wasScanned {
      folder.id = try connection.first(
        "SELECT id FROM folder WHERE root = \(root.id) AND path = \(path.bytes)")?[0].int64
      if let id = folder.id {
        visited.insert(id)
        known = try KnownFolder(folder: id, connection: connection)
      }
    }
    frames.append(
      FolderFrame(
        directory: directory, folder: folder, listing: listing, known: known,
        ownNames: options.ownPaths.filter { $0.parent == absolute }.map(\.lastComponent)))
  }

  private func noteUnreadable(_ path: FilePath, _ error: LinuxError, _ step: inout DiffStep) {
    unreadable.append(path)
    step.problems.append(
      IndexProblem(
        kind: .unreadableFolder, path: root.path.appending(path),
        reason: "cannot be listed (\(error.reason)); what the catalog knows of it stays as it is"))
  }

  private func leaveOut(
    _ path: FilePath, _ absolute: FilePath, _ reason: String, _ step: inout DiffStep
  ) {
    unreadable.append(path)
    step.problems.append(IndexProblem(kind: .leftOut, path: absolute, reason: reason))
  }

  // MARK: Comparing

  /// Compares a folder's files until the stretch is full.
  ///
  /// - Returns: True when the folder is done.
  private func compare(
    _ frame: FolderFrame, into step: inout DiffStep, limit: Int
  ) throws -> Bool {
    while step.candidates.count < limit, step.counts.seen < Self.stretch {
      guard let finding = frame.nextFinding() else { return true }
      switch finding {
      case .new(let entry):
        step.counts.seen += 1
        read(entry, of: frame, known: nil, &step)
      case .both(let entry, let index):
        step.counts.seen += 1
        compare(entry, with: index, of: frame, &step)
      case .gone(let index):
        let file = frame.known.files[index]
        if !file.isMissing, let folder = frame.folder.id {
          step.vanished.append(
            KnownName(
              folder: folder, name: frame.known.name(at: index), media: file.media, role: file.role)
          )
        }
      }
    }
    return false
  }

  private func compare(
    _ entry: DirectoryEntry, with index: Int, of frame: FolderFrame, _ step: inout DiffStep
  ) {
    let file = frame.known.files[index]
    guard isUnchanged(file, entry), !isToBeRetried(file) else {
      // A second name whose file changed is looked at again together with its first name.
      read(entry, of: frame, known: file.role == .hardLink ? nil : file, &step)
      return
    }
    switch file.role {
    case .main:
      if file.failure == nil { step.counts.unchanged += 1 } else { step.counts.failed += 1 }
    case .hardLink, .sidecar, .notMedia: step.counts.skipped += 1
    }
    if file.isMissing, let folder = frame.folder.id {
      step.revived.append(
        KnownName(
          folder: folder, name: frame.known.name(at: index), media: file.media, role: file.role))
    }
    if entry.linkCount > 1, file.role == .main {
      links.noteMain(
        FileIdentity(entry), folder: frame.folder, name: frame.known.name(at: index),
        media: file.media)
    }
  }

  private func isUnchanged(_ file: KnownFile, _ entry: DirectoryEntry) -> Bool {
    guard file.reader == ReaderVersion.current, file.stamp.size == entry.size,
      file.stamp.modificationTime == entry.modificationTime
    else { return false }
    if root.hasUnstableInodes { return true }
    return file.stamp.changeTime == entry.changeTime
      && file.stamp.inode == Int64(bitPattern: entry.inode)
  }

  private func isToBeRetried(_ file: KnownFile) -> Bool {
    guard let failure = file.failure else { return false }
    return options.retriesFailed || failure.isTransient
  }

  private func read(
    _ entry: DirectoryEntry, of frame: FolderFrame, known: KnownFile?, _ step: inout DiffStep
  ) {
    let candidate = Candidate(
      folder: frame.folder, name: frame.listing.name(of: entry),
      stamp: FileStamp(
        size: entry.size, modificationTime: entry.modificationTime, changeTime: entry.changeTime,
        inode: Int64(bitPattern: entry.inode)),
      known: known)
    if entry.linkCount > 1 {
      if known?.role == .main {
        links.noteMain(
          FileIdentity(entry), folder: frame.folder, name: candidate.name, media: known?.media)
      } else {
        // Which name is the first can only be told when all were seen.
        links.postpone(FileIdentity(entry), candidate)
        return
      }
    }
    step.candidates.append(candidate)
  }
}

/// What makes two names one file.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64

  init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
  init(_ entry: DirectoryEntry) { (device, inode) = (entry.device, entry.inode) }
}
