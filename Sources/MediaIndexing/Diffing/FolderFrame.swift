internal import LinuxSystem
internal import MediaModel

/// One folder of the walk, on the way down the tree.
final class FolderFrame {
  let directory: Directory
  let folder: FolderReference
  let listing: DirectoryListing
  let known: KnownFolder
  /// Names of the program's own files in this folder.
  let ownNames: [FilePath]
  private(set) var subdirectories: [DirectoryEntry] = []
  private var entryIndex = 0
  private var knownIndex = 0
  private var subdirectoryIndex = 0

  init(
    directory: consuming Directory, folder: FolderReference, listing: DirectoryListing,
    known: KnownFolder, ownNames: [FilePath]
  ) {
    self.directory = directory
    self.folder = folder
    self.listing = listing
    self.known = known
    self.ownNames = ownNames
  }

  /// The next folder to go down into, `nil` when all were visited.
  func nextSubdirectory() -> DirectoryEntry? {
    guard subdirectoryIndex < subdirectories.count else { return nil }
    defer { subdirectoryIndex += 1 }
    return subdirectories[subdirectoryIndex]
  }

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
  func nextFinding() -> Finding? {
    while entryIndex < listing.entries.count {
      let entry = listing.entries[entryIndex]
      guard isFile(entry) else {
        entryIndex += 1
        continue
      }
      guard knownIndex < known.count else {
        entryIndex += 1
        return .new(entry)
      }
      let order = listing.withName(of: entry) { known.compareName(at: knownIndex, with: $0) }
      if order < 0 { break }
      entryIndex += 1
      guard order == 0 else { return .new(entry) }
      defer { knownIndex += 1 }
      return .both(entry, knownIndex)
    }
    guard knownIndex < known.count else { return nil }
    defer { knownIndex += 1 }
    return .gone(knownIndex)
  }

  /// True for regular files that are not our own; keeps directories for later.
  private func isFile(_ entry: DirectoryEntry) -> Bool {
    if entry.kind == .directory { subdirectories.append(entry) }
    guard entry.kind == .regular else { return false }
    return ownNames.isEmpty || !ownNames.contains(listing.name(of: entry))
  }
}
