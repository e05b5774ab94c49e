internal import MediaModel

/// Names in use whose file is another one now, gathered during the walk: items that changed places,
/// and pictures that were saved over others.
///
/// A name keeps its item when a program saved over it, by renaming a new file to it, and perhaps the
/// old one to a second name. It does not when files were renamed one after the other: two that change
/// places, counters that all grow by one. What tells them apart is the chain of names that items took
/// from one another, and that is known only when all names were seen.
///
/// Memory is about 400 bytes a name that waits.
struct ExchangeTable {
  private struct Waiting {
    /// The name; its item is the one that had it, `nil` for a new name.
    var candidate: Candidate
    /// True when nothing had the name when it was last looked at.
    var isVacant: Bool
    /// The item whose file has the name now, `nil` for a file that is not known.
    var main: KnownMain?
  }

  /// Items under their new names, and those that have none any more.
  struct Settled {
    var moved: [(main: KnownMain, name: Candidate)] = []
    var displaced: [Displaced] = []
  }

  /// An item whose name another took, and whose own file is nowhere.
  struct Displaced {
    var media: Int64
    /// The item whose old name it gets, because every item has one.
    var heir: KnownMain
    /// True when it was missing before.
    var wasMissing: Bool
    /// True when a file that is not known has that name, and is to be read as this item.
    var isReplaced: Bool
  }

  private var waiting: [Waiting] = []
  /// Entries by the item whose file was found, and by the item whose name it was.
  private var byFound: [Int64: Int] = [:]
  private var byDisplaced: [Int64: Int] = [:]
  private var strangers = 0
  /// Names that only look like an item's.
  private var doubtful: [Candidate] = []
  /// What is to be read once it is decided, the last first.
  private var reading: [Candidate] = []

  /// More files that are not known are not kept: a program has gone over the whole collection.
  private static let mostStrangers = 100_000

  /// True when nothing waits.
  var isEmpty: Bool { waiting.isEmpty && doubtful.isEmpty && reading.isEmpty }

  /// True when the file of an item was found, and the name waits.
  func hasFound(_ media: Int64) -> Bool { byFound[media] != nil }

  /// Keeps a name until all were seen.
  ///
  /// - Parameters:
  ///   - candidate: The name.
  ///   - isVacant: Whether the item of the name was missing.
  ///   - main: The item whose file it is; `nil` for one that is not known, which needs an item.
  /// - Returns: False when it is better read at once.
  mutating func note(_ candidate: Candidate, isVacant: Bool, main: KnownMain?) -> Bool {
    if let main {
      guard byFound[main.media] == nil else { return false }
      byFound[main.media] = waiting.count
    } else {
      guard strangers < Self.mostStrangers else { return false }
      strangers += 1
    }
    if let item = candidate.item { byDisplaced[item] = waiting.count }
    waiting.append(Waiting(candidate: candidate, isVacant: isVacant, main: main))
    return true
  }

  /// Keeps a new name that looks like an item's, whose very file may still be found.
  mutating func doubt(_ candidate: Candidate) { doubtful.append(candidate) }

  /// Gives the doubtful names back, once.
  mutating func takeDoubtful() -> [Candidate] {
    defer { doubtful = [] }
    return doubtful
  }

  /// Keeps names to be read.
  mutating func read(_ candidates: [Candidate]) { reading = candidates.reversed() + reading }

  /// Hands out names that are to be read after all.
  mutating func next(_ count: Int) -> [Candidate] {
    let next = reading.suffix(count)
    reading.removeLast(next.count)
    return next.reversed()
  }

  /// Decides about all names, once.
  ///
  /// - Parameter isGone: Whether nothing has the name any more that an item had.
  /// - Returns: What changed names; the others are to be read, see ``next(_:)``.
  mutating func settle(isGone: (KnownMain) throws -> Bool) rethrows -> Settled {
    var settled = Settled()
    var isDone = [Bool](repeating: false, count: waiting.count)
    var isMoved = isDone
    for index in waiting.indices where waiting[index].main != nil && !isDone[index] {
      let chain = chain(through: index)
      for link in chain { isDone[link] = true }
      guard try settle(chain, isGone, &settled) else { continue }
      for link in chain { isMoved[link] = true }
    }
    read(waiting.indices.filter { !isMoved[$0] }.map { waiting[$0].candidate })
    (waiting, byFound, byDisplaced, strangers) = ([], [:], [:], 0)
    return settled
  }

  /// The names that items took from one another, from the first that left to the last that came.
  private func chain(through index: Int) -> [Int] {
    var first = index
    while let before = waiting[first].main.flatMap({ byDisplaced[$0.media] }),
      waiting[before].main != nil
    {
      first = before
      if first == index { break }
    }
    var chain = [first]
    while let next = successor(of: chain[chain.count - 1]), next != first { chain.append(next) }
    return chain
  }

  /// Where the item is that had a name.
  private func successor(of index: Int) -> Int? {
    waiting[index].candidate.item.flatMap { byFound[$0] }
  }

  /// - Returns: True when the items of a chain have moved.
  private mutating func settle(
    _ chain: [Int], _ isGone: (KnownMain) throws -> Bool, _ settled: inout Settled
  ) rethrows -> Bool {
    let last = waiting[chain[chain.count - 1]]
    guard let heir = waiting[chain[0]].main else { return false }
    let stranger = byDisplaced[heir.media]
    if successor(of: chain[chain.count - 1]) != chain[0] {
      // What has the first old name must be nothing, or a file that can be told from its item.
      if stranger == nil, try !isGone(heir) { return false }
      if chain.count == 1 {
        if stranger != nil, last.candidate.name.isVariant(of: heir.name) { return false }
        if last.candidate.item != nil, !last.isVacant { return false }
      }
      if let stranger { waiting[stranger].candidate.item = last.candidate.item }
      if let item = last.candidate.item {
        settled.displaced.append(
          Displaced(
            media: item, heir: heir, wasMissing: last.isVacant, isReplaced: stranger != nil))
      }
    }
    for index in chain {
      guard let main = waiting[index].main else { continue }
      settled.moved.append((main, waiting[index].candidate))
    }
    return true
  }
}

extension FilePath {
  /// True for a name that holds another's stem as a word, as those of backups do: `a.jpg_original`,
  /// `a~.jpg`, `old-a.jpg`.
  fileprivate func isVariant(of other: FilePath) -> Bool {
    let end = other.bytes.lastIndex(of: UInt8(ascii: ".")) ?? other.bytes.count
    let stem = other.bytes[..<end]
    return bytes.indices.contains { start in
      guard bytes[start...].starts(with: stem) else { return false }
      let next = start + stem.count
      return (start == 0 || !Self.isWordByte(bytes[start - 1]))
        && (next == bytes.count || !Self.isWordByte(bytes[next]))
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
