import MediaModel
import Testing

@testable import MediaPicker

@Suite("Selection, behaviours S-01…S-04, S-17, S-20") struct SelectionTests {
  private let unlimited = SelectionPolicy()

  private func limited(_ count: Int) -> SelectionPolicy { SelectionPolicy(limit: .max(count)) }

  @Test func `S-01 toggling appends, removes, and renumbers those behind`() {
    var selection = Selection()
    #expect(selection.toggle(Facts.image(1), unlimited) == .added(index: 0, replaced: nil))
    #expect(selection.toggle(Facts.image(2), unlimited) == .added(index: 1, replaced: nil))
    #expect(selection.toggle(Facts.image(3), unlimited) == .added(index: 2, replaced: nil))
    #expect(selection.toggle(Facts.image(1), unlimited) == .removed(index: 0))
    #expect(selection.itemIDs == [2, 3])
    #expect(selection.number(of: 2) == 1)
    #expect(selection.number(of: 3) == 2)
    #expect(selection.number(of: 1) == nil)
  }

  @Test func `S-01 selecting again keeps the place`() {
    var selection = Selection(Facts.images(1...3))
    #expect(selection.select(Facts.image(2), unlimited) == .kept(index: 1))
    #expect(selection.itemIDs == [1, 2, 3])
  }

  @Test func `S-02 at the limit a pick is refused and the selected stay toggleable`() {
    var selection = Selection(Facts.images(1...2))
    let before = selection
    let refusal = Refusal(3, .limitReached(max: 2))
    #expect(selection.toggle(Facts.image(3), limited(2)) == .refused(refusal))
    #expect(selection == before)
    #expect(selection.toggle(Facts.image(1), limited(2)) == .removed(index: 0))
    #expect(selection.toggle(Facts.image(3), limited(2)) == .added(index: 1, replaced: nil))
  }

  @Test func `S-03 without a limit any number fits`() {
    var selection = Selection()
    let report = selection.select(Facts.images(1...500), unlimited)
    #expect(report.added.count == 500)
    #expect(report.message == "500 of 500 added.")
  }

  @Test func `S-04 a limit of none at all lets nothing be selected`() throws {
    var selection = Selection()
    let policy = SelectionPolicy(limit: try SelectionLimit(exyte: 0))
    let refusal = Refusal(1, .limitReached(max: 0))
    #expect(selection.toggle(Facts.image(1), policy) == .refused(refusal))
    #expect(refusal.reason.remedy == nil)
    #expect(selection.isEmpty)
  }

  @Test func `Q4 at one the second pick takes the place, or is refused where that is asked for`() {
    var selection = Selection([Facts.image(1)])
    #expect(selection.toggle(Facts.image(2), limited(1)) == .added(index: 0, replaced: 1))
    #expect(selection.itemIDs == [2])
    var strict = limited(1)
    strict.replacesAtOne = false
    let refusal = Refusal(3, .limitReached(max: 1))
    #expect(selection.toggle(Facts.image(3), strict) == .refused(refusal))
    #expect(selection.itemIDs == [2])
  }

  @Test func `Q4 what cannot be selected takes no place`() {
    var selection = Selection([Facts.image(1)])
    var policy = limited(1)
    policy.bounds.types = [.image]
    let outcome = selection.toggle(Facts.video(2), policy)
    #expect(outcome == .refused(Refusal(2, .typeNotAllowed(allowed: ["image"]))))
    #expect(selection.itemIDs == [1])
  }

  // MARK: Ranges

  @Test func `S-17 a range that fits in part says how much of it`() {
    var selection = Selection(Facts.images(1...3))
    let report = selection.select(Facts.images(2...10), limited(5))
    #expect(report.requested == 9)
    #expect(report.added == [4, 5])
    #expect(report.keptCount == 2)
    #expect(report.refused.map(\.item) == [6, 7, 8, 9, 10])
    #expect(report.message == "2 of 9 added: No more than 5 can be selected.")
  }

  @Test func `S-17 a reverse range is selected from its far end`() {
    var selection = Selection()
    let report = selection.select(Facts.images(1...5).reversed(), limited(3))
    #expect(report.added == [5, 4, 3])
    #expect(selection.itemIDs == [5, 4, 3])
  }

  @Test func `S-17 a range does not push out what is there at a limit of one`() {
    var selection = Selection([Facts.image(1)])
    let report = selection.select(Facts.images(2...3), limited(1))
    #expect(selection.itemIDs == [1])
    #expect(report.refused.count == 2)
    let single = selection.select([Facts.image(4)], limited(1))
    #expect(single.added == [4])
    #expect(single.removed == [1])
  }

  @Test func `S-17 toggling a range takes away before it adds`() {
    var selection = Selection(Facts.images(1...3))
    let report = selection.toggle(Facts.images(2...5), limited(3))
    #expect(report.removed == [2, 3])
    #expect(report.added == [4, 5])
    #expect(report.requested == 4)
    #expect(selection.itemIDs == [1, 4, 5])
  }

  @Test func `S-17 deselecting a range passes over what is not selected`() {
    var selection = Selection(Facts.images(1...5))
    #expect(selection.remove([9, 4, 2, 2, 8]) == [2, 4])
    #expect(selection.itemIDs == [1, 3, 5])
    #expect(selection.remove([PickerItemID]()) == [])
  }

  // MARK: Drags

  @Test func `S-17 a drag that comes back lets go what it had selected`() {
    let base = Selection([Facts.image(7)])
    let drag = DragSelection(on: Facts.image(1), in: base)
    #expect(
      drag.extended(over: Facts.images(1...4), unlimited).selection.itemIDs == [7, 1, 2, 3, 4])
    #expect(drag.extended(over: Facts.images(1...2), unlimited).selection.itemIDs == [7, 1, 2])
    #expect(drag.extended(over: [Facts.image(1)], unlimited).selection.itemIDs == [7, 1])
    // Up the page instead of down.
    let up = [Facts.image(1), Facts.image(0), Facts.image(-1)]
    #expect(drag.extended(over: up, unlimited).selection.itemIDs == [7, 1, 0, -1])
  }

  @Test func `S-17 a drag stops at the limit and goes on when it comes back`() {
    let drag = DragSelection(on: Facts.image(1), in: Selection([Facts.image(9)]))
    let (selection, report) = drag.extended(over: Facts.images(1...5), limited(3))
    #expect(selection.itemIDs == [9, 1, 2])
    #expect(report.refused.map(\.item) == [3, 4, 5])
    let other = drag.extended(over: [Facts.image(1), Facts.image(0)], limited(3))
    #expect(other.selection.itemIDs == [9, 1, 0])
  }

  @Test func `S-17 a drag that begins on a selected item deselects`() {
    let drag = DragSelection(on: Facts.image(2), in: Selection(Facts.images(1...5)))
    let (selection, report) = drag.extended(over: Facts.images(2...4), unlimited)
    #expect(selection.itemIDs == [1, 5])
    #expect(report.removed == [2, 3, 4])
    #expect(drag.extended(over: [Facts.image(2)], unlimited).selection.itemIDs == [1, 3, 4, 5])
  }

  // MARK: Order

  @Test func `2B moving puts behind another, in front, or nowhere`() {
    var selection = Selection(Facts.images(1...4))
    var didMove = selection.move(1, after: 3)
    #expect(didMove)
    #expect(selection.itemIDs == [2, 3, 1, 4])
    didMove = selection.move(4, after: nil)
    #expect(didMove)
    #expect(selection.itemIDs == [4, 2, 3, 1])
    let nowhere: [(PickerItemID, PickerItemID?)] = [
      (9, nil), (9, 2), (2, 9), (2, 2), (4, nil), (3, 2),
    ]
    for (id, other) in nowhere {
      didMove = selection.move(id, after: other)
      #expect(!didMove)
    }
    #expect(selection.itemIDs == [4, 2, 3, 1])
  }

  @Test func `2B deselecting an unknown id changes nothing`() {
    var selection = Selection(Facts.images(1...2))
    let before = selection
    #expect(selection.remove(9) == nil)
    #expect(selection.remove([.capture("x"), .source("y")]) == [])
    #expect(selection == before)
  }

  // MARK: Values

  @Test func `S-20 changing a copy of a policy changes no running picker`() throws {
    var policy = limited(2)
    var configuration = PickerConfiguration { $0.selection = policy }
    var probe = PickerProbe(configuration)
    policy.limit = .unlimited
    configuration.selection.limit = .unlimited
    configuration.style = .count
    probe.send(.select(Facts.images(1...5)))
    #expect(probe.ids == [1, 2])
    #expect(probe.state.configuration.style == .checkmark)
  }

  @Test func `S-14 duplicates keep their first place and over-limit preselections stay`() {
    let selection = Selection(
      [Facts.image(1), Facts.image(2), Facts.image(1, bytes: 5), Facts.image(3)])
    #expect(selection.itemIDs == [1, 2, 3])
    #expect(selection.items[0].byteCount == 100)
    #expect(selection.commitBlocks(limited(2)) == [.tooMany(count: 3, max: 2)])
  }

  @Test func `S-14 ten thousand preselected items are no burden`() {
    let many = Facts.images(1...10_000)
    var selection = Selection(many + many)
    #expect(selection.count == 10_000)
    // Selecting all of them again looks none of them up in the list.
    let again = selection.select(many, unlimited)
    #expect(again.keptCount == 10_000)
    let swapped = selection.toggle(Facts.images(5_001...15_000), unlimited)
    #expect(swapped.removed.count == 5_000)
    #expect(swapped.added.count == 5_000)
    #expect(selection.count == 10_000)
    let refused = selection.select(Facts.images(20_000...30_000), limited(10))
    #expect(refused.refused.count == 10_001)
    #expect(refused.message == "0 of 10001 added: No more than 10 can be selected.")
  }

  @Test func `sums of made-up sizes come back when items go`() {
    var selection = Selection(
      [Facts.image(1, bytes: .max), Facts.image(2, bytes: .max), Facts.image(3, bytes: 7)])
    selection.remove(1)
    selection.remove(2)
    #expect(selection.tally == SelectionTally(selection.items))
    #expect(selection.tally.byteCount == 7)
    #expect(Selection([Facts.image(4, bytes: -5)]).tally.byteCount == 0)
  }

  @Test func `S-03 comes back from JSON with its order and without duplicates`() throws {
    let selection = Selection([Facts.image(3), Facts.capture("a"), Facts.source("b:c")])
    let bytes = try PickerJSON.bytes(of: selection)
    #expect(try PickerJSON.value(Selection.self, from: bytes) == selection)
    let twice = Array(#"[{"id":1},{"id":"capture:x"},{"id":1}]"#.utf8)
    #expect(try PickerJSON.value(Selection.self, from: twice).itemIDs == [1, .capture("x")])
  }
}
