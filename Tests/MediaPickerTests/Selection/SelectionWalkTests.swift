import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

/// The plainest thing that can be right: a list of numbers.
private struct NaiveList {
  var ids: [Int64] = []

  mutating func toggle(_ id: Int64, max: Int?, replaces: Bool) {
    if ids.contains(id) {
      ids.removeAll { $0 == id }
    } else {
      add(id, max: max, replaces: replaces)
    }
  }

  mutating func add(_ id: Int64, max: Int?, replaces: Bool) {
    if ids.contains(id) { return }
    if max == 1, replaces, ids.count == 1 { ids = [] }
    if let max, ids.count >= max { return }
    ids.append(id)
  }

  mutating func addAll(_ range: [Int64], max: Int?, replaces: Bool) {
    for id in range { add(id, max: max, replaces: replaces && range.count == 1) }
  }

  mutating func move(_ id: Int64, after other: Int64?) {
    guard id != other, ids.contains(id), other.map(ids.contains) ?? true else { return }
    ids.removeAll { $0 == id }
    ids.insert(id, at: other.map { ids.firstIndex(of: $0)! + 1 } ?? 0)
  }
}

@Suite("Selection against a naive list, behaviours S-01, S-02, S-17, invariant 4")
struct SelectionWalkTests {
  /// Images and videos by turns, so that all that quotas count is followed.
  private static func item(_ id: Int64) -> ItemFacts {
    id % 2 == 0 ? Facts.video(id, seconds: Int(id), bytes: id) : Facts.image(id, bytes: id)
  }

  @Test(arguments: [UInt64(1), 20_260_801])
  func `S-01 a hundred thousand random actions leave the same list`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (selection, model) = (Selection(), NaiveList())
    let limits: [SelectionLimit] = [.unlimited, .max(1), .max(3), .range(2...5), .range(0...0)]
    var policy = SelectionPolicy()
    for step in 0..<100_000 {
      if step % 100 == 0 {
        policy.limit = limits.randomElement(using: &random)!
        policy.replacesAtOne = Bool.random(using: &random)
      }
      let id = Int64.random(in: 1...12, using: &random)
      let (max, replaces) = (policy.limit.maximum, policy.replacesAtOne)
      let range: [Int64] = {
        let ids = Array(id...Swift.max(id, Int64.random(in: 1...12, using: &random)))
        return Bool.random(using: &random) ? ids : ids.reversed()
      }()
      let facts = range.map { Self.item($0) }
      let before = selection
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let outcome = selection.toggle(Self.item(id), policy)
        if case .refused = outcome, selection != before { Issue.record("a refusal mutated") }
        model.toggle(id, max: max, replaces: replaces)
      case 2:
        _ = selection.select(Self.item(id), policy)
        model.add(id, max: max, replaces: replaces)
      case 3:
        _ = selection.select(facts, policy)
        model.addAll(range, max: max, replaces: replaces)
      case 4:
        _ = selection.toggle(facts, policy)
        let wanted = range.filter { !model.ids.contains($0) }
        model.ids.removeAll(where: range.contains)
        model.addAll(wanted, max: max, replaces: replaces)
      case 5:
        _ = selection.remove(range.map { PickerItemID.media($0) })
        model.ids.removeAll(where: range.contains)
      case 6:
        let other: Int64? = Bool.random(using: &random) ? range.last : nil
        _ = selection.move(.media(id), after: other.map { .media($0) })
        model.move(id, after: other)
      default:
        if Int.random(in: 0..<10, using: &random) == 0 {
          selection.removeAll()
          model.ids = []
        }
      }
      let ids = selection.itemIDs.compactMap(\.mediaID)
      guard ids == model.ids, selection.tally == SelectionTally(selection.items),
        ids.enumerated().allSatisfy({ selection.number(of: .media($1)) == $0 + 1 })
      else {
        Issue.record("seed \(seed), step \(step): \(ids) instead of \(model.ids)")
        return
      }
    }
    print("SelectionWalkTests: seed \(seed)")
  }
}
