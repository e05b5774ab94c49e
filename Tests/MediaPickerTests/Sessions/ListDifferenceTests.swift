import TestSupport
import Testing

@testable import MediaPicker

@Suite("Differences of lists, behaviours 2H, invariant 10") struct ListDifferenceTests {
  @Test func `applied to the old list give the new one`() {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<10_000 {
      let old = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        Int.random(in: 0..<15, using: &generator)
      }
      let new = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        Int.random(in: 0..<15, using: &generator)
      }
      let (before, after) = (Self.unique(old), Self.unique(new))
      let difference = ListDifference(from: before, to: after)
      #expect(difference.applied(to: before) == after, "round \(round): \(before) to \(after)")
    }
  }

  private static func unique(_ list: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return list.filter { seen.insert($0).inserted }
  }

  @Test func `say as little as there is to say`() {
    let one = ListDifference(from: [1, 2, 3, 4], to: [1, 3, 4])
    #expect(one.removals == [1] && one.moves.isEmpty && one.insertions.isEmpty)
    let two = ListDifference(from: [1, 2, 3], to: [9, 1, 2, 3])
    #expect(two.removals.isEmpty && two.moves.isEmpty && two.insertions.map(\.index) == [0])
    #expect(ListDifference(from: [1, 2], to: [1, 2]).isEmpty)
    #expect(ListDifference(from: [1, 2], to: [1, 2]) { $0 == 2 }.changes == [2])
  }
}
