internal import LinuxSystem
internal import MediaModel
internal import SQLiteDatabase

/// Recognises known files under new names, over all roots of a run.
///
/// Inode, size and time within file systems whose inodes are stable are proof. Elsewhere (another
/// disk, exFAT, a copy whose original went) it takes the same name, size and time, and exactly one
/// file that is gone. In both cases the old name has to be gone for certain: what a disk holds that is
/// away was copied, not moved.
///
/// Nothing is read of the catalog before the first name that is new; memory is ``KnownFiles``, when
/// there are many of those, and about 16 bytes a moved file.
struct MoveDetector: Sendable {
  /// What a name is.
  struct Match {
    var main: KnownMain
    /// True when nothing else has the old name, so that the move stands by itself.
    var isFree: Bool
    /// True when the inode is the item's, false when only name, size and time are.
    var isSameFile: Bool
  }

  /// The root that is walked.
  struct Walk {
    var root: RootRecord
    /// The file system of the root's folder.
    var filesystem: [UInt8]?
  }

  private struct OtherRoot {
    var record: RootRecord
    /// True when its folder is there and looks as it is remembered.
    var isBelieved: Bool
    /// True when a scan found most of it gone, and nobody has confirmed that.
    var isDoubted: Bool
  }

  private var few = FewKnownFiles()
  private var known: KnownFiles?
  private var others: [Int64: OtherRoot] = [:]
  /// Items that have another name since this run.
  private(set) var moved: Set<Int64> = []

  /// Notes that an item has its new name.
  mutating func take(_ main: KnownMain) { moved.insert(main.media) }

  /// The known item whose file this is.
  ///
  /// - Parameters:
  ///   - candidate: A name that is not this item's.
  ///   - isOnRootDevice: Whether it lies on the file system of the walked root's folder.
  ///   - walk: The root that the name is in.
  ///   - connection: Sees what is committed.
  /// - Returns: The best match, `nil` when the file is none that is known, or nobody can tell.
  /// - Throws: `DatabaseError`.
  mutating func match(
    _ candidate: Candidate, isOnRootDevice: Bool, in walk: Walk, _ connection: Connection
  ) throws -> Match? {
    let (stamp, name) = (candidate.stamp, candidate.name)
    let few = known == nil ? try few.items(with: stamp, connection) : nil
    if !walk.root.hasUnstableInodes {
      let items = try few ?? files(connection).items(with: stamp)
      if let match = try sameFile(items, stamp, isOnRootDevice, walk, connection) { return match }
    }
    // A name that is in use says nothing about what another was.
    guard candidate.item == nil else { return nil }
    return try sameLook(
      few ?? files(connection).items(named: name, stamp), name, stamp, walk, connection)
  }

  /// The item with this very inode.
  private mutating func sameFile(
    _ items: [Int64], _ stamp: FileStamp, _ isOnRootDevice: Bool, _ walk: Walk,
    _ connection: Connection
  ) throws -> Match? {
    var best: Match?
    for media in items where !moved.contains(media) {
      guard let main = try KnownMain(media, connection), main.stamp.inode == stamp.inode,
        main.hasSizeAndTime(of: stamp),
        let path = try place(of: main, isSameFile: isOnRootDevice, walk, connection)
      else { continue }
      let oldName = main.oldName(below: path)
      if oldName == .stands { continue }
      let match = Match(main: main, isFree: oldName == .gone, isSameFile: true)
      // Rows of one file come from times when it could not be told where it was; the latest counts.
      if best.map({ match.isBetter(than: $0) }) ?? true { best = match }
    }
    return best
  }

  /// The only vanished item with this name, size and time.
  private mutating func sameLook(
    _ items: [Int64], _ name: FilePath, _ stamp: FileStamp, _ walk: Walk,
    _ connection: Connection
  ) throws -> Match? {
    var found: KnownMain?
    for media in items where !moved.contains(media) {
      guard let main = try KnownMain(media, connection), main.name == name,
        main.hasSizeAndTime(of: stamp),
        let path = try place(of: main, isSameFile: nil, walk, connection),
        main.oldName(below: path) == .gone
      else { continue }
      if found != nil { return nil }
      found = main
    }
    return found.map { Match(main: $0, isFree: true, isSameFile: false) }
  }

  private mutating func files(_ connection: Connection) throws -> KnownFiles {
    if let known { return known }
    let files = try KnownFiles(connection)
    known = files
    return files
  }

  // MARK: Believing roots

  /// The folder of the root of an item that was matched.
  func folder(of main: KnownMain, in walk: Walk) -> FilePath? {
    main.root == walk.root.id ? walk.root.path : others[main.root]?.record.path
  }

  /// The folder of an item's root when its absence from there is to be believed.
  ///
  /// `isSameFile` says whether the match is by inode, on the file system of the walked root's
  /// folder; it is `nil` when the match is by name.
  private mutating func place(
    of main: KnownMain, isSameFile: Bool?, _ walk: Walk, _ connection: Connection
  ) throws -> FilePath? {
    if main.root == walk.root.id { return walk.root.path }
    guard let other = try other(main.root, connection) else { return nil }
    guard let isSameFile else {
      return other.isBelieved && !other.isDoubted ? other.record.path : nil
    }
    if other.record.hasUnstableInodes { return nil }
    // On one file system an inode is one file, wherever it is mounted: then it does not matter that
    // the old root is empty or away.
    let isOneFileSystem =
      isSameFile && walk.filesystem.isIdentity && walk.filesystem == other.record.filesystemUUID
    return other.isBelieved || isOneFileSystem ? other.record.path : nil
  }

  private mutating func other(_ root: Int64, _ connection: Connection) throws -> OtherRoot? {
    if let other = others[root] { return other }
    guard var record = try RootRecord.of(root, connection) else { return nil }
    let inspection = try RootInspection(of: record, connection: connection)
    record.hasUnstableInodes = inspection.hasUnstableInodes
    let state = try connection.first("SELECT state FROM root WHERE id = \(root)")?[0].text
    let other = OtherRoot(
      record: record, isBelieved: inspection.offlineReason == nil, isDoubted: state == "offline")
    others[root] = other
    return other
  }
}

extension MoveDetector.Match {
  /// A file that was seen lately before one that is missing, an older item before a newer one.
  fileprivate func isBetter(than other: Self) -> Bool {
    (isFree ? 0 : 1, main.isMissing ? 1 : 0, main.media)
      < (other.isFree ? 0 : 1, other.main.isMissing ? 1 : 0, other.main.media)
  }
}

extension KnownMain {
  fileprivate func hasSizeAndTime(of other: FileStamp) -> Bool {
    stamp.size == other.size && stamp.modificationTime == other.modificationTime
  }
}

extension [UInt8]? {
  /// True for the UUID of one file system; some are made with zeros instead.
  fileprivate var isIdentity: Bool { self?.contains { $0 != 0 } ?? false }
}
