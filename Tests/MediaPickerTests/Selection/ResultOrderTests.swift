import MediaModel
import Testing

@testable import MediaPicker

@Suite("Result orders and deliveries, behaviours Q7, S-09, S-10, 2B") struct ResultOrderTests {
  private static let picks = [
    Facts.image(1, day: 20), Facts.image(2, day: 30), Facts.image(3, day: 10),
  ]
  private static let orders: [SelectionPolicy.ResultOrder: [PickerItemID]] = [
    .selection: [1, 2, 3], .display: [2, 1, 3], .captureDate: [3, 1, 2],
  ]

  @Test(arguments: PickerDelivery.allCases, SelectionPolicy.ResultOrder.allCases)
  func `2B each delivery goes with each order`(
    delivery: PickerDelivery, order: SelectionPolicy.ResultOrder
  ) throws {
    let configuration = PickerConfiguration {
      $0.delivery = delivery
      $0.selection.resultOrder = order
    }
    var probe = PickerProbe(configuration)
    probe.send(Self.picks.map { .toggle($0) })
    let expected = try #require(Self.orders[order])
    switch delivery {
    case .onCommit: #expect(probe.deliveries == [])
    case .continuous:
      let growing: [Set<PickerItemID>] = [[1], [1, 2], [1, 2, 3]]
      #expect(probe.deliveries == growing.map { ids in expected.filter { ids.contains($0) } })
    }
    #expect(probe.state.isPresented)
    let told = probe.send(.commit)
    #expect(told.compactMap(\.delivered) == (delivery == .onCommit ? [expected] : []))
    #expect(probe.ends.map { $0.items.map(\.id) } == [expected])
    // What is told of changes is the order of selection in any case.
    #expect(probe.effects.compactMap(\.change).last?.items.map(\.id) == [1, 2, 3])
  }

  @Test(arguments: MediaSelectionStyle.allCases)
  func `S-09 the order does not depend on what indicators show`(style: MediaSelectionStyle) {
    var probe = PickerProbe(PickerConfiguration { $0.style = style })
    probe.send(.toggle(Facts.image(3)), .toggle(Facts.image(1)), .commit)
    #expect(probe.ends.map { $0.items.map(\.id) } == [[3, 1]])
  }

  @Test func `Q7 in a result without times the order of selection decides, catalog first`() {
    let items = [
      Facts.capture("c"), Facts.image(5, day: 1), Facts.source("s"), Facts.image(9, day: 1),
      Facts.image(7),
    ]
    let selection = Selection(items)
    #expect(
      selection.result(in: .captureDate).map(\.id)
        == [5, 9, .capture("c"), .source("s"), 7])
    #expect(
      selection.result(in: .display).map(\.id) == [9, 5, .capture("c"), .source("s"), 7])
  }

  @Test func `Q7 as PhotosUI a result stands as shown unless cells show numbers`() {
    for (style, ids): (MediaSelectionStyle, [PickerItemID]) in [
      (.checkmark, [2, 1, 3]), (.count, [1, 2, 3]),
    ] {
      let configuration = PickerConfiguration {
        $0.compatibility = .photosPicker
        $0.style = style
      }
      var probe = PickerProbe(configuration)
      probe.send(Self.picks.map { .toggle($0) })
      probe.send(.commit)
      #expect(probe.ends.map { $0.items.map(\.id) } == [ids])
    }
  }

  @Test func `S-10 the snapshot is the fold of all changes, also of moves`() {
    var probe = PickerProbe(preselected: [Facts.image(9)])
    #expect(probe.effects.compactMap(\.change).isEmpty)
    probe.send(
      .select(Facts.images(1...4)), .move(9, after: 3), .toggle(Facts.image(2)),
      .move(4, after: nil), .toggleAll(Facts.images(3...6)))
    let folded = probe.effects.compactMap(\.change).reduce([9]) { $1.applied(to: $0) }
    #expect(folded == probe.ids)
    #expect(folded == [1, 9, 5, 6])
  }
}
