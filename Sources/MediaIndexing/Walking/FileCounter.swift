internal import LinuxSystem
internal import MediaModel

/// Counts the files of a tree ahead of the walk, so that progress knows the end.
///
/// Names and kinds come from the directories alone; no file is looked at.
actor FileCounter {
  private let lane: Lane
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  init() throws { lane = try Lane(name: "mediacat-count") }

  /// Counts regular files below a root, as far as they can be listed.
  func count(below root: FilePath, rules: IgnoreRules) throws(CancellationError) -> Int {
    guard let top = try? Directory(path: root) else { return 0 }
    return try count(top, path: FilePath(""), rules: rules, depth: 0)
  }

  private func count(
    _ directory: borrowing Directory, path: FilePath, rules: IgnoreRules, depth: Int
  ) throws(CancellationError) -> Int {
    if Task.isCancelled { throw CancellationError() }
    guard depth < TreeDiffer.maximumDepth else { return 0 }
    var files = 0
    var listing = DirectoryListing()
    // What cannot be listed is told by the walk; here it only makes the guess smaller.
    try? DirectoryReader().list(directory, into: &listing) { name, kind in
      if rules.leavesOut(name, in: path) { return false }
      if kind == .regular { files += 1 }
      return kind == .directory
    }
    for entry in listing.entries where entry.kind == .directory {
      guard let child = try? directory.open(entry, of: listing) else { continue }
      files += try count(
        child, path: path.appending(listing.name(of: entry)), rules: rules, depth: depth + 1)
    }
    return files
  }
}
