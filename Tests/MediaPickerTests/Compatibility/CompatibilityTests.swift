import MediaCatalog
import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

/// One script of events in each compatibility, with what is to come of it.
struct CompatibilityScript: Sendable, CustomTestStringConvertible {
  /// The row of the behaviours.
  var row: String
  /// The limit as a number, which means what it means there; `nil` for none.
  var limit: Int?
  var change: @Sendable (inout PickerConfiguration) -> Void = { _ in }
  var preselected: [ItemFacts] = []
  var actions: [PickerAction]
  var golden: [PickerCompatibility: Golden]

  var testDescription: String { row }

  /// What a client, a person and the state have in the end.
  struct Golden: Hashable, Sendable {
    /// Each list that a client was given.
    var given: [[PickerItemID]] = []
    /// The end, with its items; `nil` while it goes on.
    var end: End?
    var selected: [PickerItemID] = []
    /// Codes of refusals, and `report`, `blocked`, `policy` for what is no single refusal.
    var told: [String] = []
  }

  struct End: Hashable, Sendable {
    var name: String
    var items: [PickerItemID]

    static func committed(_ items: PickerItemID...) -> End { End(name: "committed", items: items) }
    static func cancelled(_ items: PickerItemID...) -> End { End(name: "cancelled", items: items) }
    static func abandoned(_ items: PickerItemID...) -> End { End(name: "abandoned", items: items) }
  }

  func run(_ compatibility: PickerCompatibility) throws -> Golden {
    var probe = PickerProbe(
      try .limited(limit, compatibility, change), preselected: preselected)
    probe.send(actions)
    let told = probe.effects.compactMap { effect -> String? in
      switch effect {
      case .refused(let refusal): refusal.reason.code
      case .reported: "report"
      case .commitBlocked: "blocked"
      case .policyChanged: "policy"
      default: nil
      }
    }
    let end = probe.state.outcome.map { End(name: $0.name, items: $0.items.map(\.id)) }
    return Golden(given: probe.deliveries, end: end, selected: probe.ids, told: told)
  }
}

@Suite(
  "Compatibilities, behaviours Q1…Q8, S-02, S-04, S-05, S-10…S-19, K-07, C-03, T-07, T-08, D5, G-26"
)
struct CompatibilityTests {
  private typealias Golden = CompatibilityScript.Golden
  private static let (one, two, three) = (Facts.image(1), Facts.image(2), Facts.image(3))
  private static let capture: PickerItemID = .capture("c")

  private static let scripts: [CompatibilityScript] = [
    CompatibilityScript(
      row: "Q1 S-12 cancel", preselected: [one], actions: [.toggle(two), .cancel],
      golden: [
        .none: Golden(end: .cancelled(1), selected: [1, 2]),
        .exyte: Golden(given: [[1, 2], [], []], end: .cancelled()),
        .photosPicker: Golden(end: .cancelled(1), selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "S-12 cancel of nothing", actions: [.cancel],
      golden: [
        .none: Golden(end: .cancelled()), .exyte: Golden(given: [[]], end: .cancelled()),
        .photosPicker: Golden(end: .cancelled()),
      ]),
    CompatibilityScript(
      row: "Q2 S-04 limit 0", limit: 0, actions: [.toggle(one), .commit],
      golden: [
        .none: Golden(given: [[1]], end: .committed(1), selected: [1]),
        .exyte: Golden(end: .committed()),
        .photosPicker: Golden(given: [[1]], end: .committed(1), selected: [1]),
      ]),
    CompatibilityScript(
      row: "Q4 S-05 limit 1, another preselected", limit: 1, preselected: [one],
      actions: [.tap(two), .toggleFocused],
      golden: [
        .none: Golden(given: [[2]], end: .committed(2), selected: [2]),
        .exyte: Golden(end: .committed(1), selected: [1]),
        .photosPicker: Golden(given: [[2]], end: .committed(2), selected: [2]),
      ]),
    CompatibilityScript(
      row: "S-05 T-07 limit 1, the same preselected", limit: 1, preselected: [one],
      actions: [.tap(one), .toggleFocused],
      golden: [
        .none: Golden(), .exyte: Golden(given: [[]], end: .committed()), .photosPicker: Golden(),
      ]),
    CompatibilityScript(
      row: "S-05 limit 1, none preselected", limit: 1, actions: [.tap(one), .toggleFocused],
      golden: [
        .none: Golden(given: [[1]], end: .committed(1), selected: [1]),
        .exyte: Golden(given: [[1]], end: .committed(1), selected: [1]),
        .photosPicker: Golden(given: [[1]], end: .committed(1), selected: [1]),
      ]),
    CompatibilityScript(
      row: "S-06 limit 1, preview off", limit: 1, change: { $0.showsFullscreenPreview = false },
      actions: [.tap(one)],
      golden: [
        .none: Golden(given: [[1]], end: .committed(1), selected: [1]),
        .exyte: Golden(given: [[1]], end: .committed(1), selected: [1]),
        .photosPicker: Golden(given: [[1]], end: .committed(1), selected: [1]),
      ]),
    CompatibilityScript(
      row: "S-07 D5 preview off, several", limit: 3, change: { $0.showsFullscreenPreview = false },
      actions: [.tap(one), .tap(two)],
      golden: [
        .none: Golden(selected: [1, 2]), .exyte: Golden(given: [[1], [1, 2]], selected: [1, 2]),
        .photosPicker: Golden(selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "Q6 what bounds do not allow", change: { $0.selection.bounds.types = [.image] },
      actions: [.toggle(Facts.video(9)), .toggle(one)],
      golden: [
        .none: Golden(selected: [1], told: ["type-not-allowed"]),
        .exyte: Golden(given: [[1]], selected: [1]),
        .photosPicker: Golden(selected: [1], told: ["type-not-allowed"]),
      ]),
    CompatibilityScript(
      row: "Q7 order",
      actions: [
        .toggle(Facts.image(1, day: 1)), .toggle(Facts.image(2, day: 2)), .commit,
      ],
      golden: [
        .none: Golden(given: [[1, 2]], end: .committed(1, 2), selected: [1, 2]),
        .exyte: Golden(given: [[1], [1, 2]], end: .committed(1, 2), selected: [1, 2]),
        .photosPicker: Golden(given: [[2, 1]], end: .committed(2, 1), selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "Q7 order with numbers", change: { $0.style = .count },
      actions: [
        .toggle(Facts.image(1, day: 1)), .toggle(Facts.image(2, day: 2)), .commit,
      ],
      golden: [
        .none: Golden(given: [[1, 2]], end: .committed(1, 2), selected: [1, 2]),
        .exyte: Golden(given: [[1], [1, 2]], end: .committed(1, 2), selected: [1, 2]),
        .photosPicker: Golden(given: [[1, 2]], end: .committed(1, 2), selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "Q8 S-19 pick 2, capture 1, limit 3, one more", limit: 3,
      actions: [
        .toggle(one), .toggle(two), .captured(Facts.capture("c")), .toggle(three), .clear,
      ],
      golden: [
        .none: Golden(told: ["limit-reached"]),
        .exyte: Golden(given: [[1], [1, 2], [capture], [1, 2, 3], [], []]),
        .photosPicker: Golden(told: ["limit-reached"]),
      ]),
    CompatibilityScript(
      row: "Q8 S-19 a capture between two picks",
      actions: [.toggle(one), .captured(Facts.capture("c")), .toggle(two), .commit],
      golden: [
        .none: Golden(
          given: [[1, capture, 2]], end: .committed(1, capture, 2), selected: [1, capture, 2]),
        .exyte: Golden(
          given: [[1], [capture], [1, 2]], end: .committed(1, 2, capture),
          selected: [1, 2, capture]),
        .photosPicker: Golden(
          given: [[1, capture, 2]], end: .committed(1, capture, 2), selected: [1, capture, 2]),
      ]),
    CompatibilityScript(
      row: "Q8 S-19 a capture after a pick",
      actions: [.toggle(one), .captured(Facts.capture("c"))],
      golden: [
        .none: Golden(selected: [1, capture]),
        .exyte: Golden(given: [[1], [capture]], selected: [1, capture]),
        .photosPicker: Golden(selected: [1, capture]),
      ]),
    CompatibilityScript(
      row: "C-03 captures beyond the limit", limit: 1, change: { $0.commitsOnPick = false },
      actions: [
        .captured(Facts.capture("c")), .captured(Facts.capture("d")),
      ],
      golden: [
        .none: Golden(selected: [.capture("d")]),
        .exyte: Golden(given: [[capture]], selected: [capture]),
        .photosPicker: Golden(selected: [.capture("d")]),
      ]),
    CompatibilityScript(
      row: "S-02 one more than the limit", limit: 2, preselected: [one, two],
      actions: [.toggle(three), .select([three])],
      golden: [
        .none: Golden(selected: [1, 2], told: ["limit-reached", "limit-reached"]),
        .exyte: Golden(selected: [1, 2]),
        .photosPicker: Golden(selected: [1, 2], told: ["limit-reached", "limit-reached"]),
      ]),
    CompatibilityScript(
      row: "S-10 what is neither image nor video",
      actions: [.toggle(one), .toggle(Facts.other(8))],
      golden: [
        .none: Golden(selected: [1, 8]), .exyte: Golden(given: [[1], [1]], selected: [1, 8]),
        .photosPicker: Golden(selected: [1, 8]),
      ]),
    CompatibilityScript(
      row: "S-11 commit of what is shown", actions: [.focus(one), .commit],
      golden: [
        .none: Golden(told: ["blocked"]), .exyte: Golden(given: [[1]], end: .committed(1)),
        .photosPicker: Golden(told: ["blocked"]),
      ]),
    CompatibilityScript(
      row: "S-13 closing", preselected: [one], actions: [.toggle(two), .dismiss],
      golden: [
        .none: Golden(end: .abandoned(1, 2), selected: [1, 2]),
        .exyte: Golden(given: [[1, 2]], end: .abandoned(1, 2), selected: [1, 2]),
        .photosPicker: Golden(end: .abandoned(1, 2), selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "S-14 2B foreign items, and more than the limit", limit: 1,
      preselected: [one, Facts.source("s"), Facts.capture("c"), two], actions: [.commit],
      golden: [
        .none: Golden(selected: [1, .source("s"), capture, 2], told: ["blocked"]),
        .exyte: Golden(end: .committed(1, 2), selected: [1, 2]),
        .photosPicker: Golden(selected: [1, 2], told: ["blocked"]),
      ]),
    CompatibilityScript(
      row: "S-15 S-16 what is not shown any more", preselected: [one, two],
      actions: [
        .visibleChanged([1, 2, 3]), .setMode(.album(4)), .visibleChanged([3]),
        .visibleChanged([]), .visibleChanged([2, 3]),
      ],
      golden: [
        .none: Golden(selected: [1, 2]), .exyte: Golden(given: [[2]], selected: [2]),
        .photosPicker: Golden(selected: [1, 2]),
      ]),
    CompatibilityScript(
      row: "S-17 a drag that comes back", preselected: [Facts.image(9)],
      actions: [
        .dragBegan(one), .dragMoved([one, two, three]), .dragMoved([one]), .dragEnded,
        .dragBegan(Facts.image(9)), .dragMoved([Facts.image(9)]),
      ],
      golden: [
        .none: Golden(selected: [1]),
        .exyte: Golden(given: [[9, 1, 2, 3]], selected: [9, 1, 2, 3]),
        .photosPicker: Golden(selected: [1]),
      ]),
    CompatibilityScript(
      row: "S-18 the limit is lowered", preselected: [one, two],
      actions: [.update(PickerUpdate(limit: .max(1))), .commit],
      golden: [
        .none: Golden(selected: [1, 2], told: ["policy", "blocked"]),
        .exyte: Golden(end: .committed(1, 2), selected: [1, 2]),
        .photosPicker: Golden(selected: [1, 2], told: ["policy", "blocked"]),
      ]),
    CompatibilityScript(
      row: "K-07 commit of nothing", actions: [.commit],
      golden: [
        .none: Golden(told: ["blocked"]), .exyte: Golden(end: .committed()),
        .photosPicker: Golden(told: ["blocked"]),
      ]),
    CompatibilityScript(
      row: "T-07 single and continuous, deselected", limit: 1,
      change: { $0.delivery = .continuous }, preselected: [one], actions: [.toggle(one)],
      golden: [
        .none: Golden(given: [[]]), .exyte: Golden(given: [[]], end: .committed()),
        .photosPicker: Golden(),
      ]),
    CompatibilityScript(
      row: "T-08 several and continuous", change: { $0.delivery = .continuous },
      actions: [.toggle(one), .toggle(two), .toggle(one), .toggle(two)],
      golden: [
        .none: Golden(given: [[1], [1, 2], [2], []]),
        .exyte: Golden(given: [[1], [1, 2], [2], []]),
        .photosPicker: Golden(given: [[1], [1, 2], [2], []]),
      ]),
  ]

  @Test(arguments: scripts, PickerCompatibility.allCases)
  func `G-26 the same events come to what each system makes of them`(
    script: CompatibilityScript, compatibility: PickerCompatibility
  ) throws {
    let golden = try #require(script.golden[compatibility])
    #expect(try script.run(compatibility) == golden)
  }

  @Test func `G-26 every row has a result for each, and each differs from ours somewhere`() {
    #expect(Set(Self.scripts.map(\.row)).count == Self.scripts.count)
    for compatibility in [PickerCompatibility.exyte, .photosPicker] {
      #expect(
        Self.scripts.contains { $0.golden[compatibility] != $0.golden[PickerCompatibility.none] })
    }
    for script in Self.scripts { #expect(script.golden.count == 3) }
  }

  @Test func `S-18 2B as PhotosUI a limit that is raised frees the commit`() throws {
    var probe = PickerProbe(try .limited(1, .photosPicker), preselected: [Self.one, Self.two])
    #expect(!probe.state.header.isCommitEnabled)
    probe.send(.update(PickerUpdate(limit: .max(2))))
    #expect(probe.state.header.isCommitEnabled)
  }

  @Test func `S-14 what is not of the catalog is dropped with its reason where it is dropped`()
    throws
  {
    for compatibility in PickerCompatibility.allCases {
      let probe = PickerProbe(
        try .limited(nil, compatibility), preselected: [Facts.source("s"), Self.one])
      #expect(
        probe.state.dropped
          == (compatibility == .none ? [] : [Refusal(.source("s"), .unknown)]))
    }
  }
}

@Suite("Values as the references give them, behaviours Q3, Q5, M-01, M-03, M-04, D1, D2")
struct CompatibilityMediaTests {
  private static func media(
    _ facts: ItemFacts, _ compatibility: PickerCompatibility
  ) -> CompatibilityMedia {
    CompatibilityMedia(facts, as: compatibility)
  }

  @Test func `D1 M-04 an image of the library lasts 0 seconds in exyte, and no time with us`() {
    let (image, video) = (Facts.image(1), Facts.video(2, seconds: 3))
    var unknown = video
    unknown.duration = nil
    let capture = Facts.capture("c")
    for compatibility in [PickerCompatibility.none, .photosPicker] {
      #expect(Self.media(image, compatibility).duration == nil)
      #expect(Self.media(video, compatibility).duration == 3)
      #expect(Self.media(unknown, compatibility).duration == nil)
      #expect(Self.media(capture, compatibility).duration == nil)
    }
    #expect(Self.media(image, .exyte).duration == 0)
    #expect(Self.media(video, .exyte).duration == 3)
    #expect(Self.media(unknown, .exyte).duration == 0)
    #expect(Self.media(capture, .exyte).duration == nil)
    #expect(Self.media(Facts.capture("v", .video), .exyte).duration == nil)
  }

  @Test func `M-03 what is neither image nor video is an image in exyte`() {
    #expect(Self.media(Facts.other(1), .exyte).type == .image)
    #expect(Self.media(Facts.other(1), .none).type == nil)
    #expect(Self.media(Facts.other(1), .photosPicker).type == nil)
    for compatibility in PickerCompatibility.allCases {
      #expect(Self.media(Facts.video(1), compatibility).type == .video)
    }
  }

  @Test func `Q3 M-01 two values of an item are equal with us, and never in exyte`() {
    for compatibility in PickerCompatibility.allCases {
      let (one, two) = (
        Self.media(Facts.image(1), compatibility), Self.media(Facts.image(1), compatibility)
      )
      #expect((one == two) == (compatibility != .exyte))
      #expect(Set([one, two, one]).count == (compatibility == .exyte ? 2 : 1))
      #expect(one.facts.id == two.facts.id)
    }
    #expect(Self.media(Facts.capture("c"), .none).id == "capture:c")
  }

  @Test(arguments: [
    (4_000, 3_000, 400, 400, 300), (3_000, 4_000, 400, 300, 400), (100, 50, 400, 100, 50),
    (10_000, 1, 100, 100, 1), (400, 400, 400, 400, 400),
  ])
  func `D2 M-13 a thumbnail has the full size in exyte, and ours what was asked for`(
    width: Int, height: Int, side: Int, thumbnailWidth: Int, thumbnailHeight: Int
  ) {
    var facts = Facts.image(1)
    facts.displaySize = PixelSize(width: width, height: height)
    let full = Self.media(facts, .exyte).thumbnailSize(within: side)
    #expect(full == facts.displaySize)
    for compatibility in [PickerCompatibility.none, .photosPicker] {
      #expect(
        Self.media(facts, compatibility).thumbnailSize(within: side)
          == PixelSize(width: thumbnailWidth, height: thumbnailHeight))
    }
    #expect(Self.media(Facts.image(1), .none).thumbnailSize(within: side) == nil)
  }

  /// A source that has nothing, or waits to be cancelled.
  private struct Broken: MediaSource {
    var isCancelled = false
    var identity: MediaIdentity { .named("broken") }
    var mediaType: MediaType? { .image }
    func offers(within bounds: RenditionSpecification) async throws -> [MediaOffer] {
      throw isCancelled
        ? CancellationError() as any Error
        : PickerError(code: .unreadable, reason: "It is broken.")
    }
  }

  @Test func `Q5 an error is thrown with us, and nothing in exyte`() async throws {
    let bounds = RenditionSpecification()
    for compatibility in PickerCompatibility.allCases {
      let media = Self.media(Facts.image(1), compatibility)
      if compatibility == .exyte {
        let offers = try await media.read(from: Broken()) { try await $0.offers(within: bounds) }
        #expect(offers == nil)
      } else {
        await #expect(throws: PickerError.self) {
          try await media.read(from: Broken()) { try await $0.offers(within: bounds) }
        }
      }
      await #expect(throws: CancellationError.self) {
        try await media.read(from: Broken(isCancelled: true)) {
          try await $0.offers(within: bounds)
        }
      }
    }
  }
}
