internal import LinuxSystem
internal import MediaModel

/// Known files under other names.
extension TreeDiffer {
  /// Takes a name as the new one of a known item, now or when all names were seen.
  ///
  /// - Parameters:
  ///   - candidate: A new name, or one in use whose file is another one now.
  ///   - isVacant: Whether the item of the name was missing.
  ///   - device: The file system of the file.
  ///   - step: Takes the move, and the file too when it has to be read again.
  /// - Returns: True when the name needs nothing else.
  /// - Throws: `DatabaseError`.
  func takeMove(
    of candidate: Candidate, isVacant: Bool, on device: UInt64, _ step: inout DiffStep
  ) throws -> Bool {
    let match = try match(candidate, on: device)
    if candidate.item == nil {
      guard let match else { return false }
      if isDoubtful(match) {
        exchanges.doubt(candidate)
        return true
      }
      if match.isFree {
        take(match.main, as: candidate, isExchange: false, &step)
        return true
      }
    }
    return exchanges.note(candidate, isVacant: isVacant, main: match?.main)
  }

  /// True when the item's own file may still be found in this walk.
  private func isDoubtful(_ match: MoveDetector.Match) -> Bool {
    if match.isSameFile { return false }
    return exchanges.hasFound(match.main.media)
      || (match.main.root == root.id && !root.hasUnstableInodes)
  }

  /// Takes one of several names of a file as the new one of a known item.
  ///
  /// - Returns: The item, `nil` when the file is none that is known.
  func takeMoveOfLink(
    _ candidate: Candidate, on device: UInt64, _ step: inout DiffStep
  ) throws -> Int64? {
    guard let match = try match(candidate, on: device), match.isFree else { return nil }
    take(match.main, as: candidate, isExchange: false, &step)
    return match.main.media
  }

  /// Decides about names that could not be told before all were seen, at the end of the walk.
  ///
  /// All that changed places are in one step: only together they are a consistent state.
  func settleExchanges(into step: inout DiffStep, limit: Int) throws {
    if !exchanges.isEmpty {
      let settled = exchanges.settle { main in
        moves.folder(of: main, in: walk).map { main.oldName(below: $0) } == .gone
      }
      for item in settled.displaced { displace(item, &step) }
      for item in settled.moved { take(item.main, as: item.name, isExchange: true, &step) }
      try settleDoubts(into: &step)
    }
    step.candidates += exchanges.next(max(0, limit - step.candidates.count))
  }

  private func settleDoubts(into step: inout DiffStep) throws {
    var unknown: [Candidate] = []
    for candidate in exchanges.takeDoubtful() {
      if let match = try match(candidate, on: rootDevice), match.isFree {
        take(match.main, as: candidate, isExchange: false, &step)
      } else {
        unknown.append(candidate)
      }
    }
    exchanges.read(unknown)
  }

  private func match(_ candidate: Candidate, on device: UInt64) throws -> MoveDetector.Match? {
    try moves.match(candidate, isOnRootDevice: device == rootDevice, in: walk, connection)
  }

  private func take(
    _ main: KnownMain, as candidate: Candidate, isExchange: Bool, _ step: inout DiffStep
  ) {
    moves.take(main)
    step.moved.append(
      MovedFile(
        media: main.media, folder: candidate.folder, name: candidate.name,
        state: .found(candidate.stamp), isExchange: isExchange))
    guard isToBeReadAgain(main, as: candidate) else {
      if main.failure == nil { step.counts.moved += 1 } else { step.counts.failed += 1 }
      return
    }
    var candidate = candidate
    candidate.item = main.media
    step.candidates.append(candidate)
  }

  private func displace(_ item: ExchangeTable.Displaced, _ step: inout DiffStep) {
    if !item.isReplaced, !item.wasMissing { step.counts.missing += 1 }
    step.moved.append(
      MovedFile(
        media: item.media,
        folder: FolderReference(root: item.heir.root, id: nil, path: item.heir.folder),
        name: item.heir.name, state: item.isReplaced ? .replaced : .lost, isExchange: true))
  }

  /// True when a file would be read under its old name too, or says something else under the new.
  private func isToBeReadAgain(_ main: KnownMain, as candidate: Candidate) -> Bool {
    if main.reader != ReaderVersion.current { return true }
    if let failure = main.failure { return options.retriesFailed || failure.isTransient }
    return main.isDatedOtherwise(in: candidate.folder.path, by: candidate.name)
  }
}
