internal import Glibc
internal import LinuxSystem
internal import MediaModel

/// One folder of the walk, on the way down the tree.
final class FolderFrame {
  let folder: FolderReference
  let listing: DirectoryListing
  let known: KnownFolder
  /// Entries that the system refuses to look at.
  private(set) var refused: [DirectoryEntry] = []
  private(set) var subdirectories: [DirectoryEntry] = []
  /// Closed meanwhile when the walk is deep, because descriptors are few.
  private var directory: Directory?
  private let identity: FileIdentity
  private let absolutePath: FilePath
  /// Names of the program's own files in this folder.
  private let ownNames: [FilePath]
  private var entryIndex = 0
  private var knownIndex = 0
  private var subdirectoryIndex = 0

  init(
    directory: consuming Directory, identity: FileIdentity, absolutePath: FilePath,
    folder: FolderReference, listing: DirectoryListing, known: KnownFolder, ownNames: [FilePath]
  ) {
    self.directory = consume directory
    self.identity = identity
    self.absolutePath = absolutePath
    self.folder = folder
    self.listing = listing
    self.known = known
    self.ownNames = ownNames
  }

  // MARK: Folders below

  /// The next folder to go down into, `nil` when all were visited.
  func nextSubdirectory() -> DirectoryEntry? {
    guard subdirectoryIndex < subdirectories.count else { return nil }
    defer { subdirectoryIndex += 1 }
    return subdirectories[subdirectoryIndex]
  }

  /// Opens a folder below this one.
  func open(_ entry: DirectoryEntry) throws(LinuxError) -> Directory {
    if directory == nil { directory = try reopened() }
    guard let child = try directory?.open(entry, of: listing) else {
      throw LinuxError(number: ESTALE, call: "openat", path: absolutePath)
    }
    return child
  }

  /// Gives the descriptor back; ``open(_:)`` gets another when it is needed.
  func closeDirectory() { directory = nil }

  private func reopened() throws(LinuxError) -> Directory {
    let directory = try Directory(path: absolutePath)
    guard FileIdentity(try directory.status()) == identity else {
      throw LinuxError(number: ESTALE, call: "openat", path: absolutePath)
    }
    return directory
  }

  // MARK: Files

  /// What comparing two sorted lists of names finds.
  enum Finding {
    /// On disk and known.
    case both(DirectoryEntry, Int)
    /// On disk only.
    case new(DirectoryEntry)
    /// Known only.
    case gone(Int)
  }

  /// The next name of either list, `nil` at the end of both.
  ///
  /// A known name that the system refuses to look at is neither there nor gone, and not told.
  func nextFinding() -> Finding? {
    while entryIndex < listing.entries.count {
      let entry = listing.entries[entryIndex]
      let isRefused = entry.failure != 0
      guard isRefused || isFile(entry) else {
        if entry.kind == .directory { subdirectories.append(entry) }
        entryIndex += 1
        continue
      }
      let order =
        knownIndex < known.count
        ? listing.withName(of: entry) { known.compareName(at: knownIndex, with: $0) } : 1
      if order < 0 { break }
      entryIndex += 1
      defer { if order == 0 { knownIndex += 1 } }
      if isRefused {
        refused.append(entry)
      } else {
        return order == 0 ? .both(entry, knownIndex) : .new(entry)
      }
    }
    guard knownIndex < known.count else { return nil }
    defer { knownIndex += 1 }
    return .gone(knownIndex)
  }

  /// True for regular files that are not our own.
  private func isFile(_ entry: DirectoryEntry) -> Bool {
    guard entry.kind == .regular else { return false }
    return ownNames.isEmpty || !ownNames.contains(listing.name(of: entry))
  }
}
