import MediaModel
import Testing

@testable import MediaPicker

@Suite("Picks and ends, behaviours S-02, S-05…S-08, S-10…S-14, S-18, K-07, K-10, T-05")
struct PickingTests {
  private static let item = Facts.image(1)
  private static let other = Facts.image(2)

  // MARK: Taps

  /// What a tap on an item does: with or without full-screen preview, at a limit, with none, the
  /// same, or another item preselected.
  struct TapCase: Sendable {
    var preview: Bool
    var limit: Int?
    var preselected: [ItemFacts]
    /// What is selected after the tap, and, where it shows the item, after its toggle.
    var selected: [PickerItemID]
    var ends: Bool
  }

  private static let taps: [TapCase] = [true, false].flatMap { preview in
    [
      // S-05, S-06: at one, the pick is the end; deselecting is none (T-07).
      TapCase(preview: preview, limit: 1, preselected: [], selected: [1], ends: true),
      TapCase(preview: preview, limit: 1, preselected: [item], selected: [], ends: false),
      TapCase(preview: preview, limit: 1, preselected: [other], selected: [1], ends: true),
      // S-07, S-08: more than one, and any number.
      TapCase(preview: preview, limit: 3, preselected: [], selected: [1], ends: false),
      TapCase(preview: preview, limit: 3, preselected: [item], selected: [], ends: false),
      TapCase(preview: preview, limit: 3, preselected: [other], selected: [2, 1], ends: false),
      TapCase(preview: preview, limit: nil, preselected: [], selected: [1], ends: false),
      TapCase(preview: preview, limit: nil, preselected: [item], selected: [], ends: false),
      TapCase(preview: preview, limit: nil, preselected: [other], selected: [2, 1], ends: false),
    ]
  }

  @Test(arguments: taps)
  func `S-05 S-06 S-07 S-08 a tap shows or selects, at any limit and preselection`(
    _ tap: TapCase
  ) throws {
    let configuration = try PickerConfiguration.limited(tap.limit) {
      $0.showsFullscreenPreview = tap.preview
    }
    var probe = PickerProbe(configuration, preselected: tap.preselected)
    let told = probe.send(.tap(Self.item))
    if tap.preview {
      #expect(told == [.focusChanged(1)])
      #expect(probe.ids == tap.preselected.map(\.id))
      probe.send(.toggleFocused)
    }
    #expect(probe.ids == tap.selected)
    #expect(probe.ends.map { $0.items.map(\.id) } == (tap.ends ? [tap.selected] : []))
  }

  @Test func `S-07 that a pick is the end can be said apart from the limit`() throws {
    let ending = try PickerConfiguration.limited(nil) { $0.commitsOnPick = true }
    var probe = PickerProbe(ending)
    probe.send(.toggle(Self.item))
    #expect(probe.ends.map(\.name) == ["committed"])
    let staying = try PickerConfiguration.limited(1) { $0.commitsOnPick = false }
    probe = PickerProbe(staying)
    probe.send(.toggle(Self.item), .toggle(Self.other))
    #expect(probe.state.isPresented)
    #expect(probe.ids == [2])
  }

  @Test func `S-07 a pick that leaves something missing is no end and no failure`() {
    var probe = PickerProbe(
      PickerConfiguration {
        $0.commitsOnPick = true
        $0.selection.limit = .range(2...3)
      })
    let told = probe.send(.toggle(Self.item))
    #expect(told.count == 1)
    probe.send(.toggle(Self.other))
    #expect(probe.ends.map { $0.items.map(\.id) } == [[1, 2]])
  }

  @Test func `S-08 full-screen an image is toggled, a video played, either by its indicator`() {
    var probe = PickerProbe()
    probe.send(.focus(Self.item), .tapFocused)
    #expect(probe.ids == [1])
    let video = Facts.video(5)
    #expect(
      probe.send(.focus(video), .tapFocused) == [.focusChanged(5), .playOrPause(5)])
    #expect(probe.ids == [1])
    probe.send(.toggleFocused)
    #expect(probe.ids == [1, 5])
    #expect(probe.send(.focus(nil), .focus(nil)) == [.focusChanged(nil)])
  }

  // MARK: Refusals

  @Test func `S-02 one more than the limit is refused once and changes nothing`() throws {
    var probe = PickerProbe(try .limited(2), preselected: Facts.images(1...2))
    let before = probe.state
    #expect(
      probe.send(.toggle(Facts.image(3))) == [.refused(Refusal(3, .limitReached(max: 2)))])
    #expect(probe.state == before)
    let told = probe.send(.select(Facts.images(3...5)))
    guard case .reported(let report)? = told.first, told.count == 1 else {
      Issue.record("\(told)")
      return
    }
    #expect(report.message == "0 of 3 added: No more than 2 can be selected.")
    #expect(probe.state == before)
    #expect(probe.send(.select([])) == [])
  }

  // MARK: Changes

  @Test func `S-10 each change is told with all of it, an opening and a non-change are not`() {
    var probe = PickerProbe(preselected: [Self.other])
    #expect(probe.effects.compactMap(\.change).isEmpty)
    probe.send(.toggle(Self.item), .toggle(Self.other), .select([Self.item]), .clear, .clear)
    #expect(
      probe.effects.compactMap(\.change).map { $0.items.map(\.id) } == [[2, 1], [1], []])
    #expect(probe.effects.compactMap(\.change).map(\.added) == [[1], [], []])
    #expect(probe.effects.compactMap(\.change).map(\.removed) == [[], [2], [1]])
  }

  // MARK: Ends

  @Test func `S-11 a commit without a selection takes what is shown where that is asked for`() {
    var plain = PickerProbe()
    plain.send(.focus(Self.item))
    #expect(plain.send(.commit) == [.commitBlocked([.empty])])
    #expect(plain.state.isPresented)
    let asked = PickerConfiguration { $0.commitsFocusedIfEmpty = true }
    var probe = PickerProbe(asked)
    #expect(probe.send(.commit) == [.commitBlocked([.empty])])
    probe.send(.focus(Self.item), .commit)
    #expect(probe.ends.map { $0.items.map(\.id) } == [[1]])
    #expect(probe.ids == [1])
    var selected = PickerProbe(asked, preselected: [Self.other])
    selected.send(.focus(Self.item), .commit)
    #expect(selected.ends.map { $0.items.map(\.id) } == [[2]])
    // What may not be selected is not committed either.
    var strict = asked
    strict.selection.bounds.types = [.video]
    var refused = PickerProbe(strict)
    refused.send(.focus(Self.item))
    #expect(
      refused.send(.commit) == [
        .refused(Refusal(1, .typeNotAllowed(allowed: ["video"]))), .commitBlocked([.empty]),
      ])
  }

  @Test func `S-12 a cancel gives back what was selected at the opening`() {
    var probe = PickerProbe(preselected: [Self.item])
    probe.send(.toggle(Self.other), .toggle(Self.item))
    #expect(probe.send(.cancel) == [.finished(.cancelled(original: [Self.item]))])
  }

  @Test func `S-13 closing and expiring tell what was selected last, and are no cancel`() {
    for (action, outcome): (PickerAction, PickerOutcome) in [
      (.dismiss, .abandoned(last: [Self.item, Self.other])),
      (.expire, .expired(last: [Self.item, Self.other])),
    ] {
      var probe = PickerProbe(preselected: [Self.item])
      probe.send(.toggle(Self.other))
      #expect(probe.send(action) == [.finished(outcome)])
      #expect(probe.deliveries.isEmpty)
    }
  }

  @Test(arguments: [PickerAction.commit, .cancel, .dismiss, .expire])
  func `K-10 T-05 there is one end, and what comes later is rejected and counted`(
    first: PickerAction
  ) {
    var probe = PickerProbe(preselected: [Self.item])
    probe.send(first)
    let end = probe.state.outcome
    #expect(!probe.state.isPresented)
    for action: PickerAction in [
      .commit, .cancel, .dismiss, .expire, .toggle(Self.other), .setMode(.camera),
      .lost([Refusal(1, .missing)]), .update(PickerUpdate(limit: .max(1))), .confirm(.keep),
    ] {
      #expect(probe.send(action) == [.rejected(.sessionClosed)])
    }
    #expect(probe.ends.count == 1)
    #expect(probe.state.outcome == end)
    #expect(probe.state.lateActionCount == 9)
    #expect(probe.ids == [1])
    #expect(!probe.state.header.isCommitEnabled)
  }

  @Test(arguments: [
    (PickerOutcome.committed([]), "committed"), (.cancelled(original: []), "cancelled"),
    (.abandoned(last: []), "abandoned"), (.expired(last: []), "expired"),
  ])
  func `K-10 ends have stable names`(outcome: PickerOutcome, name: String) {
    #expect(outcome.name == name)
  }

  // MARK: Preselections

  @Test func `S-14 duplicates are dropped, unknown ones reported, and more than the limit held`()
    throws
  {
    let unknown = [Refusal(77, .unknown), Refusal(.capture("x"), .discarded)]
    var probe = PickerProbe(
      try .limited(2),
      preselected: [
        Self.item, Self.other, Self.item, Facts.source("mine"), Facts.capture("c"),
      ], unknown: unknown)
    #expect(probe.ids == [1, 2, .source("mine"), .capture("c")])
    #expect(probe.state.dropped == unknown)
    #expect(probe.send(.commit) == [.commitBlocked([.tooMany(count: 4, max: 2)])])
    #expect(!probe.state.header.isCommitEnabled)
    probe.send(.deselect([1, .capture("c")]))
    #expect(probe.state.header.isCommitEnabled)
    probe.send(.commit)
    #expect(probe.ends.map { $0.items.map(\.id) } == [[2, .source("mine")]])
  }

  @Test func `S-14 where it is asked for, what is beyond the limit is dropped with its reason`()
    throws
  {
    let configuration = try PickerConfiguration.limited(2) {
      $0.preselectionRule = .trim
      $0.selection.bounds.types = [.image]
    }
    let probe = PickerProbe(
      configuration, preselected: [Self.item, Facts.video(9), Self.other, Facts.image(3)],
      unknown: [Refusal(77, .unknown)])
    #expect(probe.ids == [1, 2])
    #expect(probe.state.original.itemIDs == [1, 2])
    #expect(
      probe.state.dropped == [
        Refusal(77, .unknown), Refusal(9, .typeNotAllowed(allowed: ["image"])),
        Refusal(3, .limitReached(max: 2)),
      ])
  }

  @Test func `S-14 ten thousand items open and cancel`() {
    let many = Facts.images(1...10_000)
    var probe = PickerProbe(preselected: many + many)
    #expect(probe.state.selection.count == 10_000)
    probe.send(.toggle(Facts.image(5)), .cancel)
    #expect(probe.ends == [.cancelled(original: many)])
  }

  // MARK: Updates

  @Test func `S-18 a limit below the count holds the commit, and a higher one frees it`() {
    var probe = PickerProbe(preselected: Facts.images(1...4))
    #expect(probe.send(.update(PickerUpdate(limit: .max(3)))) == [.policyChanged])
    #expect(probe.state.header.commitBlocks == [.tooMany(count: 4, max: 3)])
    #expect(probe.state.header.maximum == 3)
    #expect(probe.ids.count == 4)
    probe.send(.update(PickerUpdate(limit: .range(4...5))))
    #expect(probe.state.header.isCommitEnabled)
    #expect(probe.send(.update(PickerUpdate(limit: .range(4...5)))) == [])
    #expect(probe.send(.update(PickerUpdate())) == [])
  }

  @Test func `S-18 bounds and quotas count at once, also for what is selected`() {
    var probe = PickerProbe(preselected: [Self.item, Facts.video(9)])
    probe.send(.update(PickerUpdate(quota: BatchQuota(isExclusive: true))))
    #expect(probe.state.commitBlocks == [.mixed])
    probe.send(
      .update(
        PickerUpdate(
          bounds: ItemBounds(types: [.image]), quota: BatchQuota(), searchText: "cat",
          disabledCapabilities: [.stagingArea])))
    #expect(
      probe.state.commitBlocks
        == [.notAllowed(Refusal(9, .typeNotAllowed(allowed: ["image"])))])
    #expect(probe.state.searchText == "cat")
    #expect(probe.state.configuration.disabledCapabilities == [.stagingArea])
  }

  @Test func `S-18 an update that makes no sense changes nothing`() {
    var probe = PickerProbe(PickerConfiguration { $0.mediaTypes = .photo })
    let before = probe.state
    for update in [
      PickerUpdate(limit: .range(-1...2)),
      PickerUpdate(limit: .max(1), quota: BatchQuota(counts: [.image: 2...3])),
      PickerUpdate(quota: BatchQuota(counts: [.video: 1...3])),
      PickerUpdate(limit: .max(3), bounds: ItemBounds(byteCount: .init(min: 5, max: 4))),
      PickerUpdate(bounds: ItemBounds(mimes: ["jpeg"]), searchText: "cat"),
    ] {
      let told = probe.send(.update(update))
      guard case .badUpdate(let reason)? = told.first?.rejection, told.count == 1 else {
        Issue.record("\(update) told \(told)")
        continue
      }
      #expect(!reason.isEmpty)
      #expect(probe.state == before)
    }
  }

  @Test func `S-18 newer facts reach the selection, the focus and the captures`() {
    var probe = PickerProbe(preselected: [Self.item])
    probe.send(.setMode(.camera), .captured(Facts.capture("c")), .focus(Self.item))
    var newer = Facts.capture("c")
    newer.byteCount = 5
    #expect(probe.send(.factsChanged([Facts.image(1, bytes: 7), newer, Facts.image(8)])) == [])
    #expect(probe.state.selection.items.map(\.byteCount) == [7, 5])
    #expect(probe.state.focus?.byteCount == 7)
    #expect(probe.state.capture.items.map(\.byteCount) == [5])
  }

  // MARK: Header

  /// Selected, limit, whether an empty commit is allowed, whether a commit is enabled.
  private static let headers: [(ClosedRange<Int64>?, SelectionLimit, Bool, Bool)] = [
    (nil, .unlimited, false, false), (nil, .unlimited, true, true), (nil, .max(1), false, false),
    (nil, .range(2...3), true, true), (nil, .range(2...3), false, false),
    (1...1, .unlimited, false, true), (1...1, .range(2...3), false, false),
    (1...1, .range(2...3), true, false), (1...2, .range(2...3), false, true),
    (1...3, .range(2...3), false, true), (1...4, .range(2...3), false, false),
    (1...4, .max(3), true, false), (1...4, .max(4), false, true),
  ]

  @Test(arguments: headers.indices)
  func `K-07 a commit waits for the least and the most`(index: Int) {
    let (range, limit, allowsEmpty, isEnabled) = Self.headers[index]
    let configuration = PickerConfiguration {
      $0.selection.limit = limit
      $0.selection.allowsEmptyCommit = allowsEmpty
    }
    var probe = PickerProbe(configuration, preselected: range.map(Facts.images) ?? [])
    let header = probe.state.header
    #expect(header.isCommitEnabled == isEnabled)
    #expect(header.commitBlocks.isEmpty == isEnabled)
    #expect(header.selectedCount == range?.count ?? 0)
    probe.send(.commit)
    #expect(probe.state.isPresented == !isEnabled)
  }

  @Test func `K-07 albums are lit in their list only, and capturing has no search`() {
    var probe = PickerProbe()
    var lit: [PickerMode: Bool] = [:]
    for mode: PickerMode in [.albums, .album(1), .photos, .camera, .cameraSelection] {
      probe.send(.setMode(mode))
      lit[mode] = probe.state.header.isAlbumsLit
      #expect(probe.state.header.hasSearch == !mode.isCapturing)
      #expect(probe.state.header.hasNavigation == !mode.isCapturing)
    }
    #expect(lit.filter(\.value).map(\.key) == [.albums])
  }
}
