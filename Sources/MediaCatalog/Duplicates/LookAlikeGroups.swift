internal import MediaModel

/// Groups look-alikes around main items.
///
/// Every member is near its main item, so that no chain of small steps leads from one picture to
/// quite another. The best item that is in no group yet becomes the next main item, so the groups
/// are the same whatever order the items come in.
struct LookAlikeGroups {
  private let items: [LookAlike]
  private let index: HammingIndex

  /// Takes the items; those whose pictures tell nothing are left out.
  init(_ items: [LookAlike]) {
    self.items = items.filter(\.hash.isTelling).sorted { $0.isBetter(than: $1) }
    index = HammingIndex(self.items.map(\.hash.bits))
  }

  /// The groups of two or more, those of the newest main items first.
  ///
  /// - Throws: `CancellationError`.
  func groups(within distance: Int) throws -> [DuplicateGroup] {
    var isTaken = [Bool](repeating: false, count: items.count)
    var found: [(main: LookAlike, group: DuplicateGroup)] = []
    for place in items.indices where !isTaken[place] {
      if place % 256 == 0 { try Task.checkCancellation() }
      isTaken[place] = true
      let near = neighbors(of: items[place], within: distance) { !isTaken[$0] }
      if near.isEmpty { continue }
      for member in near { isTaken[member.place] = true }
      let main = DuplicateGroup.Member(item: items[place].item)
      found.append((items[place], DuplicateGroup(members: [main] + near.map(\.member))))
    }
    return found.sorted { ($1.main.taken, $1.main.item) < ($0.main.taken, $0.main.item) }
      .map(\.group)
  }

  /// Items that look like one, which need not be among them, the nearest first.
  func neighbors(of item: LookAlike, within distance: Int) -> [DuplicateGroup.Member] {
    neighbors(of: item, within: distance) { items[$0].item != item.item }.map(\.member)
  }

  private func neighbors(
    of item: LookAlike, within distance: Int, where isWanted: (Int) -> Bool
  ) -> [(place: Int, member: DuplicateGroup.Member)] {
    var near: [(place: Int, member: DuplicateGroup.Member)] = []
    for quarters in 0..<4 {
      index.forEach(near: item.hash.bits(turnedBy: quarters), within: distance) { place, bits in
        guard isWanted(place), item.agrees(with: items[place], turnedBy: quarters) else { return }
        near.append(
          (
            place,
            DuplicateGroup.Member(
              item: items[place].item, distance: bits, quarterTurns: quarters)
          ))
      }
    }
    if near.isEmpty { return [] }
    near.sort {
      ($0.member.distance, $0.member.item, $0.member.quarterTurns)
        < ($1.member.distance, $1.member.item, $1.member.quarterTurns)
    }
    // A picture may look like itself turned; the nearest way counts.
    var known: Set<Int> = []
    return near.filter { known.insert($0.place).inserted }
  }
}
