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

  let root: RootRecord
  /// The same, with the file system of its folder.
  let walk: MoveDetector.Walk
  let matcher: IgnoreMatcher
  let connection: Connection
  let options: IndexOptions
  private let reader = DirectoryReader()
  private var frames: [FolderFrame] = []
  private var hasStarted = false
  private(set) var rootDevice: UInt64 = 0
  private var entered: Set<FileIdentity> = []
  private var links = LinkTable()
  var exchanges = ExchangeTable()
  /// What moved, in this root and those that were walked before it.
  var moves: MoveDetector
  /// Rows of the folders that were walked.
  private(set) var visited: Set<Int64> = []
  /// Folders above this were made by this run.
  let newestFolder: Int64
  /// Paths the walk could not see into: what the catalog knows of them stays as it is.
  private(set) var unseen: [FilePath] = []
  /// Folders whose owner says that they hold no media.
  private(set) var withoutMedia: [FilePath] = []

  /// Deeper trees are left out with a word: a path this deep is a loop or an accident.
  static let maximumDepth = 512
  /// The kernel takes no longer path, with its NUL.
  static let maximumPath = 4_096
  /// Folders on the way down that keep their descriptor; a process may have few.
  private static let openFolders = 16
  /// A stretch ends after so many files, for the sake of progress and cancellation.
  private static let stretch = 20_000

  init(
    root: RootRecord, filesystem: [UInt8]?, rules: IgnoreRules, options: IndexOptions,
    moves: MoveDetector, catalog: FilePath
  ) throws {
    self.root = root
    walk = MoveDetector.Walk(root: root, filesystem: filesystem)
    self.moves = moves
    self.options = options
    matcher = IgnoreMatcher(rules)
    lane = try Lane(name: "mediacat-walk")
    connection = try Connection(path: catalog.bytes, mode: .readOnly)
    newestFolder =
      root.wasScanned
      ? try connection.first("SELECT coalesce(max(id), 0) FROM folder")?[0].int64 ?? 0 : 0
  }

  /// Compares the next stretch.
  ///
  /// - Returns: `nil` when the root is done. Items that changed places and hard links come last.
  func next(candidates limit: Int) throws -> DiffStep? {
    var step = DiffStep()
    if !hasStarted {
      hasStarted = true
      try enterRoot(&step)
    } else if frames.isEmpty, links.isEmpty, exchanges.isEmpty {
      return nil
    }
    while step.candidates.count < limit, step.counts.seen < Self.stretch, let frame = frames.last {
      step.folder = frame.folder.path
      guard try compare(frame, into: &step, limit: limit) else { continue }
      if let entry = frame.nextSubdirectory() {
        try enter(entry, of: frame, &step)
      } else {
        frames.removeLast()
      }
    }
    if frames.isEmpty {
      try settleExchanges(into: &step, limit: limit)
      try links.resolve(into: &step, limit: limit, isOrphan: isOrphan) {
        try takeMoveOfLink($1, on: $0.device, &$2)
      }
    }
    return step
  }

  // MARK: Entering folders

  private func enterRoot(_ step: inout DiffStep) throws {
    do {
      let directory = try Directory(path: root.path)
      let status = try directory.status()
      rootDevice = status.device
      try list(directory, status: status, path: "", &step)
    } catch let error as LinuxError {
      noteUnreadable("", error, &step)
    }
  }

  private func enter(
    _ entry: DirectoryEntry, of parent: FolderFrame, _ step: inout DiffStep
  ) throws {
    let path = parent.folder.path.appending(parent.listing.name(of: entry))
    let absolute = root.path.appending(path)
    if options.ownPaths.contains(absolute) { return }
    if frames.count >= Self.maximumDepth {
      return leaveOut(path, "left out: deeper than \(Self.maximumDepth) folders", &step)
    }
    if absolute.bytes.count >= Self.maximumPath {
      let limit = "the \(Self.maximumPath - 1) bytes that the system takes"
      return leaveOut(path, "left out: its path is longer than \(limit)", &step)
    }
    do {
      let directory = try parent.open(entry)
      let status = try directory.status()
      guard options.crossesFileSystems || status.device == rootDevice else {
        // It may have been entered by another run, so its files are not gone.
        return unseen.append(path)
      }
      try list(directory, status: status, path: path, &step)
    } catch let error as LinuxError {
      // Removed since its parent was listed: then its files are gone too.
      if !error.isAbsence { noteUnreadable(path, error, &step) }
    }
  }

  private func list(
    _ directory: consuming Directory, status: FileStatus, path: FilePath, _ step: inout DiffStep
  ) throws {
    // Every directory is entered once, whatever loops bind mounts make.
    guard entered.insert(FileIdentity(status)).inserted else { return }
    var listing = DirectoryListing()
    var isWithoutMedia = false
    try reader.list(directory, into: &listing) { name, kind in
      if matcher.isNoMediaMark(name) { isWithoutMedia = true }
      return !matcher.leavesOut(name, kind, in: path)
    }
    if isWithoutMedia { return noteWithoutMedia(path, &step) }
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
    let absolute = root.path.appending(path)
    frames.append(
      FolderFrame(
        directory: directory, identity: FileIdentity(status), absolutePath: absolute,
        folder: folder, listing: listing, known: known,
        ownNames: options.ownPaths.filter { $0.parent == absolute }.map(\.lastComponent)))
    if frames.count > Self.openFolders {
      frames[frames.count - 1 - Self.openFolders].closeDirectory()
    }
  }

  // MARK: What is not walked

  private func noteWithoutMedia(_ path: FilePath, _ step: inout DiffStep) {
    guard path.bytes.isEmpty else { return withoutMedia.append(path) }
    // A person named this folder, so leaving all of it out wants a word.
    leaveOut(
      path,
      "holds \(IgnoreRules.noMediaName), so nothing of it is indexed; "
        + "--no-default-ignores indexes it all the same", &step)
  }

  private func noteUnreadable(_ path: FilePath, _ error: LinuxError, _ step: inout DiffStep) {
    unseen.append(path)
    step.problems.append(
      IndexProblem(
        kind: .unreadableFolder, path: root.path.appending(path),
        reason: "cannot be listed (\(error.reason)); what the catalog knows of it stays as it is"))
  }

  private func noteRefused(_ frame: FolderFrame, _ step: inout DiffStep) {
    guard let first = frame.refused.first else { return }
    // One of unknown kind may be a folder.
    unseen += frame.refused.filter { $0.kind == .unknown }
      .map { frame.folder.path.appending(frame.listing.name(of: $0)) }
    let error = LinuxError(number: Int32(first.failure), call: "statx")
    step.problems.append(
      IndexProblem(
        kind: .unreadableFolder, path: root.path.appending(frame.folder.path),
        reason: "the system refuses to tell of \(frame.refused.count) files in it "
          + "(\(error.reason)); what the catalog knows of them stays as it is"))
  }

  private func leaveOut(_ path: FilePath, _ reason: String, _ step: inout DiffStep) {
    unseen.append(path)
    step.problems.append(
      IndexProblem(kind: .leftOut, path: root.path.appending(path), reason: reason))
  }

  // MARK: Comparing

  /// Compares a folder's files until the stretch is full.
  ///
  /// - Returns: True when the folder is done.
  private func compare(
    _ frame: FolderFrame, into step: inout DiffStep, limit: Int
  ) throws -> Bool {
    while step.candidates.count < limit, step.counts.seen < Self.stretch {
      guard let finding = frame.nextFinding() else {
        noteRefused(frame, &step)
        return true
      }
      switch finding {
      case .new(let entry):
        step.counts.seen += 1
        try read(entry, of: frame, known: nil, &step)
      case .both(let entry, let index):
        step.counts.seen += 1
        try compare(entry, with: index, of: frame, &step)
      case .gone(let index):
        let file = frame.known.files[index]
        guard !file.isMissing, !isMoved(file), let folder = frame.folder.id else { continue }
        var name = frame.known.knownName(at: index, in: folder)
        name.isLeftOut = matcher.leavesOut(name.name, in: frame.folder.path)
        step.vanished.append(name)
      }
    }
    return false
  }

  private func compare(
    _ entry: DirectoryEntry, with index: Int, of frame: FolderFrame, _ step: inout DiffStep
  ) throws {
    let file = frame.known.files[index]
    // Its item was found elsewhere when nothing had this name; what has it now is another file.
    if isMoved(file) { return try read(entry, of: frame, known: nil, &step) }
    guard isUnchanged(file, entry), !isToBeRetried(file) else {
      return try read(entry, of: frame, known: file, &step)
    }
    switch file.role {
    case .main:
      if file.failure == nil { step.counts.unchanged += 1 } else { step.counts.failed += 1 }
    case .hardLink, .sidecar, .notMedia: step.counts.skipped += 1
    }
    if let folder = frame.folder.id {
      if file.isMissing { step.revived.append(frame.known.knownName(at: index, in: folder)) }
      if root.isRelocated {
        step.replaced.append(
          ReplacedFile(
            folder: folder, name: frame.known.name(at: index),
            changeTime: entry.changeTime, inode: Int64(bitPattern: entry.inode)))
      }
    }
    if entry.linkCount > 1, file.role == .main {
      links.noteMain(
        FileIdentity(entry), folder: frame.folder, name: frame.known.name(at: index),
        media: file.media)
    }
  }

  private func isMoved(_ file: KnownFile) -> Bool {
    guard file.role == .main, let media = file.media else { return false }
    return moves.moved.contains(media)
  }

  private func isUnchanged(_ file: KnownFile, _ entry: DirectoryEntry) -> Bool {
    guard file.reader == ReaderVersion.current, file.stamp.size == entry.size,
      file.stamp.modificationTime == entry.modificationTime
    else { return false }
    // A link that comes back may be all that is left of its item.
    if file.role == .hardLink, file.isMissing { return false }
    if root.hasUnstableInodes || root.isRelocated { return true }
    return file.stamp.changeTime == entry.changeTime
      && file.stamp.inode == Int64(bitPattern: entry.inode)
  }

  private func isToBeRetried(_ file: KnownFile) -> Bool {
    guard let failure = file.failure else { return false }
    return options.retriesFailed || failure.isTransient
  }

  /// Takes a file for reading, or for later when only the end of the walk can tell what it is.
  private func read(
    _ entry: DirectoryEntry, of frame: FolderFrame, known: KnownFile?, _ step: inout DiffStep
  ) throws {
    let candidate = Candidate(
      folder: frame.folder, name: frame.listing.name(of: entry),
      stamp: FileStamp(
        size: entry.size, modificationTime: entry.modificationTime, changeTime: entry.changeTime,
        inode: Int64(bitPattern: entry.inode)),
      item: known?.role == .main ? known?.media : nil)
    let identity = FileIdentity(entry)
    let isLink = known?.role == .hardLink
    if entry.linkCount > 1 || isLink {
      if candidate.item == nil, root.wasScanned {
        // Which name is the first can only be told when all were seen.
        return links.postpone(
          LinkTable.Postponed(
            identity: identity, candidate: candidate, link: isLink ? known : nil))
      }
      if candidate.item == nil, let link = links.link(identity, candidate) {
        step.counts.skipped += 1
        return step.links.append(link)
      }
      let media =
        candidate.item == nil ? try takeMoveOfLink(candidate, on: entry.device, &step) : nil
      links.noteMain(
        identity, folder: frame.folder, name: candidate.name, media: candidate.item ?? media)
      if media != nil { return }
    } else if candidate.item == nil
      || (!root.hasUnstableInodes && known?.stamp.inode != candidate.stamp.inode)
    {
      let isVacant = known?.isMissing ?? false
      if try takeMove(of: candidate, isVacant: isVacant, on: entry.device, &step) { return }
    }
    step.candidates.append(candidate)
  }
}
