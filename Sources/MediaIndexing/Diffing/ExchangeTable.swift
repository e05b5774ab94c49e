/// Names that hold the files of other items, gathered during the walk: items that changed places.
///
/// A name that is in use keeps its item unless that item is found elsewhere, because programs save a
/// picture by renaming another file over it, and keep the old one under a second name. So an item
/// leaves a name only in a chain that begins at a name that is gone and ends at a new one, or in a
/// circle. That can be told only when all names were seen.
///
/// Memory is about 500 bytes a name that waits.
struct ExchangeTable {
  /// A name whose file is another item's.
  struct Entry {
    /// The name; its item is the one that has it now, `nil` for a new name.
    var candidate: Candidate
    /// The item whose file this is.
    var main: KnownMain
  }

  private var entries: [Entry] = []
  /// Entries by the item whose file was found, and by the item whose name it was.
  private var byFound: [Int64: Int] = [:]
  private var byDisplaced: [Int64: Int] = [:]
  /// What is to be read, once it is decided.
  private var rejected: [Candidate] = []

  /// True when nothing waits.
  var isEmpty: Bool { entries.isEmpty && rejected.isEmpty }

  /// Keeps a name until all were seen.
  ///
  /// - Returns: False when the item was found under another name before.
  mutating func note(_ entry: Entry) -> Bool {
    guard byFound[entry.main.media] == nil else { return false }
    byFound[entry.main.media] = entries.count
    if let item = entry.candidate.item { byDisplaced[item] = entries.count }
    entries.append(entry)
    return true
  }

  /// Decides about all names, once.
  ///
  /// - Parameter isGone: Whether nothing has the name any more that an item had.
  /// - Returns: Items under their new names; the other names are to be read, see ``next(_:)``.
  mutating func settle(isGone: (KnownMain) throws -> Bool) rethrows -> [Entry] {
    var stands = [Bool](repeating: true, count: entries.count)
    var doubtful = Array(entries.indices)
    while let index = doubtful.popLast() {
      guard stands[index] else { continue }
      let entry = entries[index]
      let successor = byDisplaced[entry.main.media]
      let displaced = entry.candidate.item.map { byFound[$0] }
      let isNameGivenUp = try successor.map { stands[$0] } ?? isGone(entry.main)
      let isDisplacedFound = displaced.map { $0.map { stands[$0] } ?? false } ?? true
      if isNameGivenUp, isDisplacedFound { continue }
      stands[index] = false
      rejected.append(entry.candidate)
      // Who counted on this one has to be asked again.
      doubtful += [successor, displaced ?? nil].compactMap(\.self)
    }
    defer { (entries, byFound, byDisplaced) = ([], [:], [:]) }
    return entries.indices.filter { stands[$0] }.map { entries[$0] }
  }

  /// Hands out names that are to be read after all.
  mutating func next(_ count: Int) -> [Candidate] {
    let next = rejected.suffix(count)
    rejected.removeLast(next.count)
    return next.reversed()
  }
}
