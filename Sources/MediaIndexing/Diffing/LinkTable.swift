internal import MediaModel

/// Files with several names, gathered during the walk: one name is the item, the others are links.
struct LinkTable {
  private struct Main {
    var folder: FolderReference
    var name: FilePath
    var media: Int64?
  }

  private var mains: [FileIdentity: Main] = [:]
  private var postponed: [(identity: FileIdentity, candidate: Candidate)] = []

  var isEmpty: Bool { postponed.isEmpty }

  /// Notes a name that is an item.
  mutating func noteMain(
    _ identity: FileIdentity, folder: FolderReference, name: FilePath, media: Int64?
  ) {
    if mains[identity] == nil { mains[identity] = Main(folder: folder, name: name, media: media) }
  }

  /// Keeps a name until all were seen.
  mutating func postpone(_ identity: FileIdentity, _ candidate: Candidate) {
    postponed.append((identity, candidate))
  }

  /// Decides about all kept names, in walk order.
  mutating func resolve(into step: inout DiffStep) {
    for (identity, candidate) in postponed {
      if let main = mains[identity] {
        step.counts.skipped += 1
        step.links.append(
          LinkedName(
            folder: candidate.folder, name: candidate.name, stamp: candidate.stamp,
            media: main.media, mainFolder: main.folder, mainName: main.name))
      } else {
        mains[identity] = Main(
          folder: candidate.folder, name: candidate.name, media: candidate.known?.media)
        step.candidates.append(candidate)
      }
    }
    postponed.removeAll()
  }
}
