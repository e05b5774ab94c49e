/// How one list of items became another; behaviours 2H.
///
/// Applied in this order, each with the indexes of the list as it is then: removals from the highest
/// index down, moves one after the other, insertions from the lowest index up. What changed in place
/// is named by id.
public struct ListDifference<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Indexes in the old list, falling.
  public var removals: [Int] = []
  /// Moves within what is left, in order.
  public var moves: [Move] = []
  /// New items with their indexes in the new list, rising.
  public var insertions: [Insertion] = []
  /// Items that are in both lists and changed.
  public var changes: [ID] = []

  /// One item that stands elsewhere now.
  public struct Move: Hashable, Sendable {
    /// Where it is taken out.
    public var from: Int
    /// Where it is put in, once it is out.
    public var to: Int
  }

  /// One item that is new.
  public struct Insertion: Hashable, Sendable {
    /// Where.
    public var index: Int
    /// Which.
    public var id: ID
  }

  /// True when nothing happened.
  public var isEmpty: Bool {
    removals.isEmpty && moves.isEmpty && insertions.isEmpty && changes.isEmpty
  }

  /// Compares two lists; of items that are twice in a list the first counts.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - isChanged: Whether an item that is in both lists changed.
  /// - Complexity: O(*n*) where nothing moved, else O(*n* · *m*) in the items that did.
  public init(from old: [ID], to new: [ID], isChanged: (ID) -> Bool = { _ in false }) {
    var kept: [ID] = []
    var seen: Set<ID> = []
    let wanted = Set(new)
    for (index, id) in old.enumerated() {
      if wanted.contains(id), seen.insert(id).inserted {
        kept.append(id)
      } else {
        removals.append(index)
      }
    }
    removals.reverse()
    var target: [ID] = []
    var placed: Set<ID> = []
    for (index, id) in new.enumerated() where placed.insert(id).inserted {
      if seen.contains(id) {
        target.append(id)
      } else {
        insertions.append(Insertion(index: index, id: id))
      }
    }
    for (index, id) in target.enumerated() where kept[index] != id {
      guard let from = kept[index...].firstIndex(of: id) else { continue }
      moves.append(Move(from: from, to: index))
      kept.insert(kept.remove(at: from), at: index)
    }
    changes = target.filter(isChanged)
  }

  /// Makes the new list of the old one.
  public func applied(to old: [ID]) -> [ID] {
    var list = old
    for index in removals { list.remove(at: index) }
    for move in moves { list.insert(list.remove(at: move.from), at: move.to) }
    for insertion in insertions { list.insert(insertion.id, at: insertion.index) }
    return list
  }
}

extension ListDifference.Move: Codable {}
extension ListDifference.Insertion: Codable where ID: Codable {}
extension ListDifference: Codable where ID: Codable {}
