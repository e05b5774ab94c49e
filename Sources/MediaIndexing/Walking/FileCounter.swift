internal import LinuxSystem
internal import MediaModel

/// Counts the files of a tree ahead of the walk, so that progress knows the end.
///
/// Names and kinds come from the directories alone; no file is looked at. What cannot be listed is
/// told by the walk; here it only makes the guess smaller.
actor FileCounter {
  private let lane: Lane
  private let crossesFileSystems: Bool
  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

  init(crossingFileSystems: Bool) throws {
    lane = try Lane(name: "mediacat-count")
    crossesFileSystems = crossingFileSystems
  }

  /// Counts regular files below a root, as far as they can be listed.
  func count(below root: FilePath, rules: IgnoreRules) throws(CancellationError) -> Int {
    let matcher = IgnoreMatcher(rules)
    var files = 0
    var device: UInt64?
    var listing = DirectoryListing()
    let reader = DirectoryReader()
    // Folders are opened by path, one at a time: the walk needs the descriptors.
    var pending = [FilePath("")]
    while let path = pending.popLast() {
      if Task.isCancelled { throw CancellationError() }
      guard let directory = try? Directory(path: root.appending(path)),
        let status = try? directory.status(),
        crossesFileSystems || status.device == device ?? status.device
      else { continue }
      device = device ?? status.device
      var filesHere = 0
      var isNoMedia = false
      try? reader.list(directory, into: &listing) { name, kind in
        if matcher.isNoMediaMark(name) { isNoMedia = true }
        if matcher.leavesOut(name, kind, in: path) { return false }
        if kind == .regular { filesHere += 1 }
        return kind == .directory
      }
      if isNoMedia { continue }
      files += filesHere
      pending += listing.entries.map { path.appending(listing.name(of: $0)) }
    }
    return files
  }
}
