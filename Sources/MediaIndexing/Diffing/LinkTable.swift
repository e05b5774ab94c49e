internal import MediaModel

/// Files with several names, gathered during the walk: one name is the item, the others are links.
struct LinkTable {
  /// A name that waits until all names of the root were seen.
  struct Postponed {
    var identity: FileIdentity
    var candidate: Candidate
    /// The row of this name, when it was a link already.
    var link: KnownFile?
  }

  private struct Main {
    var folder: FolderReference
    var name: FilePath
    var media: Int64?
  }

  private var mains: [FileIdentity: Main] = [:]
  private var postponed: [Postponed] = []
  private var resolved = 0

  /// True when no name waits.
  var isEmpty: Bool { resolved == postponed.count }

  /// Notes a name that is an item.
  mutating func noteMain(
    _ identity: FileIdentity, folder: FolderReference, name: FilePath, media: Int64?
  ) {
    if mains[identity] == nil { mains[identity] = Main(folder: folder, name: name, media: media) }
  }

  /// Keeps a name until all were seen.
  mutating func postpone(_ name: Postponed) { postponed.append(name) }

  /// The link to the item that has this file, `nil` when none has been seen.
  func link(_ identity: FileIdentity, _ candidate: Candidate) -> LinkedName? {
    mains[identity].map { main in
      LinkedName(
        folder: candidate.folder, name: candidate.name, stamp: candidate.stamp, media: main.media,
        mainFolder: main.folder, mainName: main.name)
    }
  }

  /// Decides about names that waited, in walk order, until the step has `limit` files to read.
  ///
  /// - Parameters:
  ///   - step: Takes what was decided.
  ///   - limit: How many files a step may ask to read.
  ///   - isOrphan: Whether the item of a former link has lost its first name.
  ///   - takeMove: Takes a name as the new first one of a known item, and says which.
  mutating func resolve(
    into step: inout DiffStep, limit: Int, isOrphan: (Int64) throws -> Bool,
    takeMove: (FileIdentity, Candidate, inout DiffStep) throws -> Int64?
  ) rethrows {
    while resolved < postponed.count, step.candidates.count < limit {
      var (identity, candidate) = (postponed[resolved].identity, postponed[resolved].candidate)
      let known = postponed[resolved].link
      resolved += 1
      if let link = link(identity, candidate) {
        step.counts.skipped += 1
        step.links.append(link)
        continue
      }
      if let media = known?.media, known?.stamp.inode == candidate.stamp.inode,
        try isOrphan(media)
      {
        candidate.item = media
        candidate.isPromoted = true
      } else if let media = try takeMove(identity, candidate, &step) {
        noteMain(identity, folder: candidate.folder, name: candidate.name, media: media)
        continue
      }
      noteMain(
        identity, folder: candidate.folder, name: candidate.name, media: candidate.item)
      step.candidates.append(candidate)
    }
  }
}
