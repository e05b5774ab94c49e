import MediaModel
import TestSupport
import Testing

@testable import MediaPicker

@Suite("Any sequence of actions, behaviours T-13, K-10, S-10, invariants 4…7")
struct ReducerWalkTests {
  // MARK: Every sequence

  private static let alphabet: [PickerAction] = [
    .toggle(Facts.image(1)), .toggle(Facts.image(2)), .captured(Facts.capture("c")),
    .setMode(.camera), .cancelCapture, .visibleChanged([2]), .commit, .cancel,
  ]

  @Test(arguments: PickerCompatibility.allCases)
  func `T-13 all sequences of six out of eight actions keep the invariants`(
    compatibility: PickerCompatibility
  ) throws {
    let configuration = try PickerConfiguration.limited(2, compatibility)
    let (state, effects) = PickerReducer.start(configuration, preselected: [Facts.image(9)])
    var count = 0
    let fault = Self.fault(
      after: [], state, PickerInvariants(state, effects), depth: 6, count: &count)
    #expect(fault == nil)
    // 8 + 8² + … + 8⁶
    #expect(count == 299_592)
  }

  private static func fault(
    after path: [PickerAction], _ state: PickerState, _ invariants: PickerInvariants, depth: Int,
    count: inout Int
  ) -> String? {
    guard depth > 0 else { return nil }
    for action in alphabet {
      var (next, invariants) = (state, invariants)
      let effects = PickerReducer.reduce(&next, action)
      count += 1
      let path = path + [action]
      if let fault = invariants.fault(state, action, effects, next) { return "\(fault): \(path)" }
      if let fault = fault(after: path, next, invariants, depth: depth - 1, count: &count) {
        return fault
      }
    }
    return nil
  }

  // MARK: Random walks

  @Test(arguments: PickerCompatibility.allCases)
  func `T-13 a hundred thousand random actions keep the invariants`(
    compatibility: PickerCompatibility
  ) throws {
    let seed: UInt64 = 77
    var maker = ActionMaker(compatibility, seed: seed)
    var sessions = 0
    var (state, invariants) = maker.session()
    var told: Set<String> = []
    for step in 0..<100_000 {
      if let count = Optional(state.lateActionCount), count > 3 {
        (state, invariants) = maker.session()
        sessions += 1
      }
      let action = maker.action(in: state)
      let before = state
      let effects = PickerReducer.reduce(&state, action)
      for effect in effects { told.insert(String(describing: effect).prefix { $0 != "(" } + "") }
      if let fault = invariants.fault(before, action, effects, state) {
        Issue.record("seed \(seed), step \(step): \(fault) by \(action)")
        return
      }
      // The same from what a session stores.
      guard step % 40 == 0 else { continue }
      let json = try PickerJSON.bytes(of: before)
      var decoded = try PickerJSON.value(PickerState.self, from: json)
      let same = PickerReducer.reduce(&decoded, action) == effects && decoded == state
      guard same else {
        Issue.record("seed \(seed), step \(step): \(action) differs after JSON")
        return
      }
    }
    // The walk went everywhere: sessions ended, and nearly all kinds of effects were told.
    #expect(sessions > 100)
    #expect(told.count >= (compatibility == .exyte ? 17 : 21))
    print(
      "ReducerWalkTests: \(compatibility), seed \(seed), \(sessions) sessions, \(told.count) effects"
    )
  }
}

/// Makes actions of all kinds, most of which mean something in the state they are for.
private struct ActionMaker {
  private let compatibility: PickerCompatibility
  private var random: SeededGenerator

  init(_ compatibility: PickerCompatibility, seed: UInt64) {
    self.compatibility = compatibility
    random = SeededGenerator(seed: seed)
  }

  private mutating func flip(_ chance: Int = 2) -> Bool {
    Int.random(in: 0..<chance, using: &random) == 0
  }

  private mutating func limit() -> SelectionLimit {
    let limits: [SelectionLimit] = [
      .unlimited, .max(1), .max(2), .max(3), .range(2...4), .range(0...0), .range(1...1),
    ]
    return limits.randomElement(using: &random)!
  }

  private mutating func quota() -> BatchQuota {
    var quota = BatchQuota()
    if flip(3) { quota.counts[.image] = 0...2 }
    if flip(4) { quota.counts[.video] = 1...2 }
    if flip(4) { quota.albumCounts[1] = flip() ? 0...1 : 1...3 }
    quota.isExclusive = flip(4)
    if flip(4) { quota.maximumByteCount = 350 }
    if flip(4) { quota.maximumSeconds = 25 }
    return quota
  }

  private mutating func duplicates() -> DuplicateRule {
    DuplicateRule(countsEqualBytes: flip(3), lookAlikeDistance: flip(3) ? 4 : nil)
  }

  private mutating func bounds() -> ItemBounds {
    ItemBounds(types: flip(4) ? [.image] : nil, byteCount: .init(max: flip(4) ? 50 : nil))
  }

  mutating func session() -> (PickerState, PickerInvariants) {
    var configuration = PickerConfiguration()
    repeat {
      configuration = PickerConfiguration()
      configuration.compatibility = compatibility
      configuration.selection = SelectionPolicy(
        limit: limit(), bounds: bounds(), quota: quota(), duplicates: duplicates(),
        replacesAtOne: flip(),
        allowsEmptyCommit: flip(),
        resultOrder: SelectionPolicy.ResultOrder.allCases.randomElement(using: &random)!)
      configuration.mediaTypes = MediaSelectionType.allCases.randomElement(using: &random)!
      configuration.mode = mode()
      configuration.showsFullscreenPreview = flip()
      configuration.commitsOnPick = flip(3) ? true : flip() ? false : nil
      configuration.commitsFocusedIfEmpty = flip()
      configuration.preselectionRule = flip() ? .keep : .trim
      configuration.delivery = flip() ? .onCommit : .continuous
      configuration.disabledCapabilities =
        flip(4) ? [.collectionNavigation] : flip(4) ? [.search] : []
      configuration.clearsHiddenOnFilter = flip(3)
      configuration.handlesCancelCamera = flip(3)
    } while (try? configuration.validate()) == nil
    let preselected = items()
    let (state, effects) = PickerReducer.start(configuration, preselected: preselected)
    return (state, PickerInvariants(state, effects))
  }

  private mutating func item() -> ItemFacts {
    let number = Int64.random(in: 1...8, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...4:
      return Facts.image(number, day: number % 3 == 0 ? nil : Int(number % 4))
        .with(digest: flip() ? "\(number % 3)" : nil, look: flip() ? UInt64(number) << 60 : nil)
    case 5...6: return Facts.video(number + 10, day: Int(number)).with(look: 1).inAlbums(number % 2)
    case 7: return Facts.other(number + 20)
    case 8: return Facts.source("s\(number % 2)")
    default: return capture()
    }
  }

  private mutating func items() -> [ItemFacts] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in item() }
  }

  private mutating func uid() -> String { "c\(Int.random(in: 0...4, using: &random))" }

  private mutating func capture() -> ItemFacts { Facts.capture(uid(), flip(3) ? .video : .image) }

  private mutating func mode() -> PickerMode {
    let modes: [PickerMode] = [.photos, .albums, .album(1), .album(2), .camera, .cameraSelection]
    return modes.randomElement(using: &random)!
  }

  private mutating func known(_ state: PickerState) -> PickerItemID {
    flip(4) ? item().id : state.selection.itemIDs.randomElement(using: &random) ?? 1
  }

  mutating func action(in state: PickerState) -> PickerAction {
    switch Int.random(in: 0..<48, using: &random) {
    case 0, 1: return .setMode(mode())
    case 2: return .back
    case 3: return .search(flip(4) ? "is:" : flip() ? "cat" : "")
    case 4: return .reload
    case 5, 6: return .tap(item())
    case 7: return .focus(flip(3) ? nil : item())
    case 8: return .tapFocused
    case 9, 10, 11: return .toggle(item())
    case 12: return .toggleFocused
    case 13: return .select(items())
    case 14: return .deselect([known(state), known(state)])
    case 15: return .toggleAll(items())
    case 16: return flip(3) ? .clear : .move(known(state), after: nil)
    case 17: return .move(known(state), after: known(state))
    case 18: return .dragBegan(item())
    case 19, 20: return .dragMoved(items())
    case 21: return .dragEnded
    case 22: return flip(4) ? .commit : .toggle(item())
    case 23: return flip(8) ? .cancel : .captured(capture())
    case 24: return flip(16) ? .dismiss : .pause
    case 25: return flip(16) ? .expire : .resume
    case 26, 27: return .update(update())
    case 28:
      return .contentChanged(flip() ? .content(7) : flip() ? .empty(.emptyAlbum) : .partial(3))
    case 29, 30: return .visibleChanged(items().map(\.id))
    case 31: return .factsChanged(items().map { grown($0) })
    case 32: return .lost([Refusal(known(state), .missing), Refusal(item().id, .noAccess)])
    case 33: return .captureAvailability(flip(3) ? "unplugged" : nil)
    case 34: return .takePhoto
    case 35: return .startVideoCapture
    case 36: return .stopVideoCapture
    case 37: return flip() ? .toggleFlash : .flipCamera
    case 38, 39: return .captured(flip(8) ? Facts.capture(uid(), nil) : capture())
    case 40: return .captureFailed("no space")
    case 41: return .showPreview
    case 42: return .addMore
    case 43: return .retake(uid())
    case 44: return .discardCapture(uid())
    case 45: return .cancelCapture
    case 46: return .confirm(flip() ? .discard : .keep)
    default: return flip() ? .pause : .resume
    }
  }

  private func grown(_ item: ItemFacts) -> ItemFacts {
    var item = item
    item.byteCount = (item.byteCount ?? 0) + 1
    item.revision += 1
    return item
  }

  private mutating func update() -> PickerUpdate {
    PickerUpdate(
      limit: flip() ? limit() : nil, bounds: flip(3) ? bounds() : nil,
      quota: flip(3) ? quota() : nil, duplicates: flip(3) ? duplicates() : nil,
      searchText: flip(3) ? (flip() ? "dog" : "is:") : nil,
      disabledCapabilities: flip(4) ? (flip() ? [.collectionNavigation, .search] : []) : nil)
  }
}
