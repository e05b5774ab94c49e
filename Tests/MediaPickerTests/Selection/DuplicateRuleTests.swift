import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("One per duplicate group, behaviours G-01, G-06") struct DuplicateRuleTests {
  private static let equal = SelectionPolicy(duplicates: .onePerGroup)
  private static let alike = SelectionPolicy(duplicates: .onePerLook)
  /// Three of the same bytes, and one of others.
  private static let copies = (1...3).map { Facts.image($0).with(digest: "ab") }
  private static let other = Facts.image(4).with(digest: "cd")

  @Test func `G-01 a second one of the same bytes is refused, and taken when the first is let go`()
  {
    var selection = Selection()
    #expect(selection.toggle(Self.copies[1], Self.equal) == .added(index: 0, replaced: nil))
    #expect(selection.toggle(Self.other, Self.equal) == .added(index: 1, replaced: nil))
    #expect(
      selection.toggle(Self.copies[0], Self.equal)
        == .refused(Refusal(1, .duplicateOfSelected(2))))
    #expect(selection.refusal(of: Self.copies[1], Self.equal) == nil)
    #expect(selection.toggle(Self.copies[1], Self.equal) == .removed(index: 0))
    #expect(selection.toggle(Self.copies[0], Self.equal) == .added(index: 1, replaced: nil))
    #expect(
      selection.refusal(of: Self.copies[1], Self.equal)
        == Refusal(2, .duplicateOfSelected(1)))
  }

  @Test func `G-06 nothing is anybody's duplicate unless a rule says so`() {
    var selection = Selection()
    let looks = (5...6).map { Facts.image($0).with(digest: "ab", look: 1) }
    let report = selection.select(Self.copies + looks, SelectionPolicy())
    #expect(report.added.count == 5 && report.refused.isEmpty)
    #expect(selection.commitBlocks(SelectionPolicy()) == [])
    #expect(selection.uncompared(by: DuplicateRule()) == Selection.Uncompared())
  }

  @Test func `G-06 many at once take the first of each group, in their order`() {
    var selection = Selection()
    let report = selection.select(Self.copies.reversed() + [Self.other], Self.equal)
    #expect(report.added == [3, 4])
    #expect(
      report.refused
        == [Refusal(2, .duplicateOfSelected(3)), Refusal(1, .duplicateOfSelected(3))])
    #expect(report.message == "2 of 4 added: An item with the same bytes is selected already.")
    // A toggle deselects first, so that the group's place is free again.
    let toggled = selection.toggle([Self.copies[2], Self.copies[0]], Self.equal)
    #expect(toggled.removed == [3] && toggled.added == [1] && selection.itemIDs == [4, 1])
  }

  @Test func `G-06 a place that is replaced is no hindrance`() {
    var policy = Self.equal
    policy.limit = .max(1)
    var selection = Selection([Self.copies[0]])
    #expect(selection.refusal(of: Self.copies[1], policy) == nil)
    #expect(selection.toggle(Self.copies[1], policy) == .added(index: 0, replaced: 1))
    policy.replacesAtOne = false
    #expect(
      selection.toggle(Self.copies[0], policy) == .refused(Refusal(1, .duplicateOfSelected(2))))
  }

  @Test func `G-01 a duplicate is named before a limit that any other item could make room for`() {
    var policy = Self.equal
    policy.limit = .max(2)
    let selection = Selection([Self.copies[0], Self.other])
    #expect(selection.refusal(of: Self.copies[1], policy)?.reason == .duplicateOfSelected(1))
    #expect(selection.refusal(of: Facts.image(9), policy)?.reason == .limitReached(max: 2))
    policy.bounds.byteCount.max = 5
    #expect(selection.refusal(of: Self.copies[1], policy)?.reason.code == "too-many-bytes")
  }

  @Test func `G-06 what nobody compared is no duplicate, and is named`() {
    let unknown = [Facts.image(1), Facts.image(2).with(digest: ""), Facts.image(3, bytes: 7)]
    var selection = Selection()
    #expect(selection.select(unknown, Self.alike).refused.isEmpty)
    _ = selection.select(Facts.other(8), Self.alike)
    #expect(
      selection.uncompared(by: .onePerLook)
        == Selection.Uncompared(bytes: [1], looks: [1, 2, 3]))
    #expect(selection.uncompared(by: .onePerGroup).looks == [])
    // Empty files are all the same and nobody's duplicates; equal digests of other sizes neither.
    let pairs = [
      [Facts.image(1, bytes: 0), Facts.image(2, bytes: 0)],
      [Facts.image(1, bytes: 5), Facts.image(2, bytes: 6)],
      [Facts.image(1, bytes: nil), Facts.image(2, bytes: 6)],
    ]
    for pair in pairs.map({ $0.map { $0.with(digest: "ab") } }) {
      #expect(Selection([pair[0]]).refusal(of: pair[1], Self.equal) == nil)
    }
  }

  @Test func `G-06 a capture is a duplicate of the item that has its bytes`() {
    let capture = Facts.capture("c").with(digest: "ab")
    let selection = Selection([Self.copies[0]])
    #expect(
      selection.refusal(of: capture, Self.equal)
        == Refusal(.capture("c"), .duplicateOfSelected(1)))
  }

  @Test func `G-06 pictures look alike within some bits, turned too, of one kind and shape`() {
    func picture(_ id: Int64, _ bits: UInt64, _ width: Int = 30, _ height: Int = 20) -> ItemFacts {
      var item = Facts.image(id).with(look: bits)
      item.displaySize = PixelSize(width: width, height: height)
      return item
    }
    let selection = Selection([picture(1, 0)])
    func refusal(_ item: ItemFacts, _ policy: SelectionPolicy = Self.alike) -> RefusalReason? {
      selection.refusal(of: item, policy)?.reason
    }
    #expect(refusal(picture(2, 0x3F)) == .looksLikeSelected(1))
    #expect(refusal(picture(2, 0x7F)) == nil)
    #expect(refusal(picture(2, 0, 20, 30)) == nil)
    let turned = PerceptualHash(bits: 0, detail: 60).bits(turnedBy: 1)
    #expect(refusal(picture(2, turned, 20, 30)) == .looksLikeSelected(1))
    #expect(refusal(Facts.video(2).with(look: 0)) == nil)
    var flat = picture(2, 0)
    flat.look?.detail = 31
    #expect(refusal(flat) == nil)
    let exact = SelectionPolicy(duplicates: DuplicateRule(lookAlikeDistance: 0))
    #expect(refusal(picture(2, 1), exact) == nil)
    #expect(refusal(picture(2, 0), exact) == .looksLikeSelected(1))
  }

  @Test func `G-06 a rule that comes to a selection blocks the commit until one is left`() {
    var probe = PickerProbe(preselected: Self.copies + [Self.other])
    #expect(probe.state.commitBlocks == [])
    probe.send(.update(PickerUpdate(duplicates: .onePerGroup)))
    #expect(
      probe.state.commitBlocks
        == [2, 3].map { .notAllowed(Refusal($0, .duplicateOfSelected(1))) })
    #expect(
      probe.state.commitBlocks[0].message
        == "Item 2: An item with the same bytes is selected already.")
    probe.send(.deselect([1, 3]))
    #expect(probe.state.commitBlocks == [])
    #expect(
      probe.send(.update(PickerUpdate(duplicates: DuplicateRule(lookAlikeDistance: 99))))
        .first?.rejection != nil)
  }

  @Test func `G-06 facts that come later make duplicates of what was selected`() {
    var probe = PickerProbe(
      PickerConfiguration { $0.selection = Self.equal }, preselected: Facts.images(1...2))
    #expect(probe.state.commitBlocks == [])
    probe.send(.factsChanged(Facts.images(1...2).map { $0.with(digest: "ab") }))
    #expect(probe.state.commitBlocks == [.notAllowed(Refusal(2, .duplicateOfSelected(1)))])
  }

  @Test func `S-14 a preselection is trimmed to one of each group, or kept`() {
    for (rule, ids) in [(PreselectionRule.trim, [1, 4] as [PickerItemID]), (.keep, [1, 2, 3, 4])] {
      let probe = PickerProbe(
        PickerConfiguration {
          $0.selection = Self.equal
          $0.preselectionRule = rule
        }, preselected: Self.copies + [Self.other])
      #expect(probe.ids == ids)
      #expect(
        probe.state.dropped.map(\.reason)
          == (rule == .trim ? [.duplicateOfSelected(1), .duplicateOfSelected(1)] : []))
    }
  }

  @Test func `S-17 a drag takes one of each group and gives the place back when it returns`() {
    var probe = PickerProbe(PickerConfiguration { $0.selection = Self.equal })
    probe.send(.dragBegan(Self.copies[0]), .dragMoved(Self.copies + [Self.other]))
    #expect(probe.ids == [1, 4])
    probe.send(.dragMoved([Self.copies[0]]), .dragEnded)
    #expect(probe.ids == [1])
    probe.send(.toggle(Self.copies[0]), .dragBegan(Self.copies[2]))
    probe.send(.dragMoved(Self.copies.reversed()))
    #expect(probe.ids == [3])
  }

  // MARK: Against a naive list

  private static func areDuplicates(
    _ one: ItemFacts, _ other: ItemFacts, _ rule: DuplicateRule
  ) -> Bool {
    if rule.countsEqualBytes, let digest = one.digest, digest == other.digest,
      one.byteCount == other.byteCount
    {
      return true
    }
    guard let distance = rule.lookAlikeDistance, let look = one.look, let other = other.look else {
      return false
    }
    return (0..<4).contains {
      (look.bits(turnedBy: $0) ^ other.bits).nonzeroBitCount <= distance
    }
  }

  @Test(arguments: [UInt64(5), 20_261_130])
  func `G-06 twenty thousand random actions leave what a naive list has`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let universe = (1...24).map { id in
      Facts.image(id, bytes: Bool.random(using: &random) ? 5 : 6).with(
        digest: id % 4 == 0 ? nil : "\(Int.random(in: 0...4, using: &random))",
        look: id % 5 == 0
          ? nil : UInt64(1) << UInt64.random(in: 0...4, using: &random) | 0xF0_0000)
    }
    var (selection, model, policy) = (Selection(), [ItemFacts](), SelectionPolicy())
    var refusals = 0
    for step in 0..<20_000 {
      if step % 50 == 0 {
        policy.limit = [.unlimited, .max(3), .range(0...6)].randomElement(using: &random)!
        policy.duplicates = DuplicateRule(
          countsEqualBytes: Bool.random(using: &random),
          lookAlikeDistance: [nil, 0, 1, 2].randomElement(using: &random)!)
      }
      let items = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        universe.randomElement(using: &random)!
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        _ = selection.remove(items.map(\.id))
        model.removeAll { gone in items.contains { $0.id == gone.id } }
      } else {
        refusals += selection.select(items, policy).refused.count
        for item in items where !model.contains(where: { $0.id == item.id }) {
          guard model.count < policy.limit.maximum ?? .max,
            !model.contains(where: { Self.areDuplicates(item, $0, policy.duplicates) })
          else { continue }
          model.append(item)
        }
      }
      let isClean = model.indices.allSatisfy { index in
        !model[..<index].contains { Self.areDuplicates(model[index], $0, policy.duplicates) }
      }
      let isBlocked = selection.commitBlocks(policy).contains {
        if case .notAllowed = $0 { true } else { false }
      }
      guard selection.items == model, isBlocked == !isClean else {
        Issue.record("seed \(seed), step \(step): \(selection.itemIDs), not \(model.map(\.id))")
        return
      }
    }
    #expect(refusals > 5_000)
    print("DuplicateRuleTests: seed \(seed), \(refusals) refusals")
  }
}
