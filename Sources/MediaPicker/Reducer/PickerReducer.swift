/// Decides what a picker does: pure, so every front end and every test gets the same answer.
public enum PickerReducer {
  /// Opens a picker; behaviours S-14.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - preselected: The items of its preselection that were found, in its order.
  ///   - unknown: Those that were not found, with reasons.
  /// - Returns: The state, and what is wanted first. No change is told: nothing was picked yet.
  public static func start(
    _ configuration: PickerConfiguration, preselected: [ItemFacts] = [], unknown: [Refusal] = []
  ) -> (state: PickerState, effects: [PickerEffect]) {
    var reduction = Reduction(PickerState(configuration))
    reduction.preselect(preselected, unknown: unknown)
    reduction.enter(configuration.mode, from: nil)
    return (reduction.state, reduction.effects)
  }

  /// Applies one action.
  ///
  /// - Parameters:
  ///   - state: Changed in place; as it was when the action is rejected.
  ///   - action: What happens.
  /// - Returns: What is to be done and told, in order.
  public static func reduce(
    _ state: inout PickerState, _ action: PickerAction
  ) -> [PickerEffect] {
    var reduction = Reduction(state)
    reduction.apply(action)
    state = reduction.state
    return reduction.effects
  }
}

/// One application of an action.
struct Reduction {
  var state: PickerState
  var effects: [PickerEffect] = []

  var configuration: PickerConfiguration { state.configuration }
  var rules: CompatibilityRules { state.configuration.rules }
  var policy: SelectionPolicy { state.configuration.effectivePolicy }

  init(_ state: PickerState) { self.state = state }

  mutating func reject(_ reason: Rejection) { effects.append(.rejected(reason)) }

  mutating func apply(_ action: PickerAction) {
    guard state.outcome == nil else {
      state.lateActionCount += 1
      return reject(.sessionClosed)
    }
    if state.confirmation != nil, action.waitsForAnswer { return reject(.questionPending) }
    switch action {
    case .setMode(let mode): setMode(mode)
    case .back: back()
    case .search(let text): search(text)
    case .reload: if state.mode.isCapturing { reject(.wrongMode(state.mode)) } else { load() }
    case .tap(let item): tap(item)
    case .focus(let item): focus(item)
    case .tapFocused: tapFocused()
    case .toggle(let item): pick(item)
    case .toggleFocused:
      if let focus = state.focus { pick(focus) } else { reject(.noFocus) }
    case .select(let items): change(items) { $0.select($1, $2) }
    case .deselect(let ids): deselect(ids)
    case .toggleAll(let items): change(items) { $0.toggle($1, $2) }
    case .clear: deselect(state.selection.itemIDs)
    case .move(let id, let other): move(id, after: other)
    case .dragBegan(let item): state.drag = DragSelection(on: item, in: state.selection)
    case .dragMoved(let items): drag(over: items)
    case .dragEnded: state.drag = nil
    case .commit: commit()
    case .cancel: cancel()
    case .dismiss: finish(.abandoned(last: result))
    case .expire: finish(.expired(last: result))
    case .update(let update): self.update(update)
    // What a grid still tells when capturing has come up is not about captures.
    case .contentChanged(let content): if !state.mode.isCapturing { state.content = content }
    case .visibleChanged(let ids): prune(toVisible: ids)
    case .factsChanged(let facts): updateFacts(facts)
    case .displayOrder(let ids): state.displayOrder = ids
    case .lost(let refusals): lose(refusals)
    default: applyCapturing(action)
    }
  }

  // MARK: Opening

  mutating func preselect(_ items: [ItemFacts], unknown: [Refusal]) {
    state.dropped = unknown
    var taken: [ItemFacts] = []
    var seen: Set<PickerItemID> = []
    for item in items where seen.insert(item.id).inserted {
      if rules.preselectsCatalogOnly, item.id.mediaID == nil {
        state.dropped.append(Refusal(item.id, .unknown))
      } else {
        taken.append(item)
      }
    }
    if configuration.preselectionRule == .trim {
      var selection = Selection()
      state.dropped += selection.select(taken, policy).refused
      state.selection = selection
    } else {
      state.selection = Selection(taken)
    }
    state.original = state.selection
  }

  // MARK: Ending

  /// The selection in the order of the result.
  var result: [ItemFacts] { state.result }

  mutating func commit() {
    if state.selection.isEmpty, let focus = state.focus {
      if rules.commitsFocusedIfEmpty { return giveUnselected(focus) }
      if configuration.commitsFocusedIfEmpty { change([focus]) { $0.select($1, $2) } }
    }
    commitSelection()
  }

  /// Ends with the selection as it is, unless something keeps it.
  mutating func commitSelection() {
    let blocks = state.commitBlocks
    guard blocks.isEmpty else {
      effects.append(.commitBlocked(blocks))
      return
    }
    let captures = state.selection.items.compactMap(\.id.captureID)
    if !captures.isEmpty { effects.append(.promoteCaptures(captures)) }
    // The choice is told before the end: a client that closes at the end has it then.
    if configuration.delivery == .onCommit, !rules.deliversChanges {
      deliver(result)
    }
    finish(.committed(result))
  }

  /// Ends with one item that is not selected; behaviours S-11.
  private mutating func giveUnselected(_ item: ItemFacts) {
    if let uid = item.id.captureID { effects.append(.promoteCaptures([uid])) }
    deliver([item])
    finish(.committed([item]))
  }

  mutating func cancel() {
    guard rules.cancelEmpties else {
      return finish(.cancelled(original: state.original.items))
    }
    let before = state.selection.items
    state.selection.removeAll()
    if !before.isEmpty {
      effects.append(.changed(SelectionChange(items: [], before: before)))
    }
    // The library's list if it had something, and the camera's in any case.
    if before.contains(where: { $0.id.captureID == nil }) { effects.append(.deliver([])) }
    effects.append(.deliver([]))
    finish(.cancelled(original: []))
  }

  mutating func finish(_ outcome: PickerOutcome) {
    state.confirmation = nil
    state.drag = nil
    state.focus = nil
    if state.mode.isCapturing { leaveCapturing(from: state.mode, to: nil) }
    state.outcome = outcome
    effects.append(.finished(outcome))
  }

  // MARK: From the program and the catalog

  private mutating func update(_ update: PickerUpdate) {
    guard !rules.freezesPolicy else { return }
    var next = state.configuration
    if let limit = update.limit { next.selection.limit = limit }
    if let bounds = update.bounds { next.selection.bounds = bounds }
    if let quota = update.quota { next.selection.quota = quota }
    if let duplicates = update.duplicates { next.selection.duplicates = duplicates }
    if let disabled = update.disabledCapabilities { next.disabledCapabilities = disabled }
    // All of it is checked before any of it counts.
    do throws(PickerError) {
      try next.validate()
    } catch {
      return reject(.badUpdate(error.reason))
    }
    if let text = update.searchText, let reason = Self.fault(ofQuery: text) {
      return reject(.badQuery(reason))
    }
    if next != state.configuration {
      state.configuration = next
      effects.append(.policyChanged)
    }
    // The program may search where the person has no field for it.
    if let text = update.searchText { show(searchFor: text) }
  }

  /// Cuts the selection down to what is shown, where that is asked for; an empty list cuts nothing.
  private mutating func prune(toVisible ids: [PickerItemID]) {
    guard rules.prunesToVisible || configuration.clearsHiddenOnFilter, state.mode.isGrid,
      !ids.isEmpty
    else { return }
    // Neither does a screen that comes up: other albums are no reason to lose a selection (S-16).
    guard state.hasAppeared else { return state.hasAppeared = true }
    let visible = Set(ids)
    deselect(state.selection.itemIDs.filter { $0.mediaID != nil && !visible.contains($0) })
  }

  private mutating func updateFacts(_ facts: [ItemFacts]) {
    state.selection.update(facts)
    state.drag?.update(facts)
    let newer = Dictionary(facts.map { ($0.id, $0) }) { _, last in last }
    state.capture.items = state.capture.items.map { newer[$0.id] ?? $0 }
    if let focus = state.focus { state.focus = newer[focus.id] ?? focus }
  }

  private mutating func lose(_ refusals: [Refusal]) {
    let lost = Set(refusals.map(\.item))
    if let focus = state.focus, lost.contains(focus.id) { self.focus(nil) }
    state.capture.items.removeAll { lost.contains($0.id) }
    if state.mode == .cameraSelection { showCaptures() }
    let selected = refusals.filter { state.selection.contains($0.item) }
    guard !selected.isEmpty else { return }
    effects.append(.removed(selected))
    deselect(selected.map(\.item))
  }
}

extension PickerAction {
  /// True for what a person does, which a question holds up; the way out and the catalog's news are
  /// not.
  fileprivate var waitsForAnswer: Bool {
    switch self {
    case .confirm, .cancel, .dismiss, .expire, .update, .contentChanged, .visibleChanged,
      .factsChanged, .displayOrder, .lost, .captureAvailability, .captured, .captureFailed, .pause,
      .resume:
      false
    default: true
    }
  }
}
