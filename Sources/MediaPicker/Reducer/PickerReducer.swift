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
    case .reload: load()
    case .tap(let item): tap(item)
    case .focus(let item): focus(item)
    case .tapFocused: tapFocused()
    case .toggle(let item): pick(item)
    case .toggleFocused:
      if let focus = state.focus { pick(focus) } else { reject(.noFocus) }
    case .select(let items): change(items) { $0.select(items, $1) }
    case .deselect(let ids): deselect(ids)
    case .toggleAll(let items): change(items) { $0.toggle(items, $1) }
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
    case .contentChanged(let content): state.content = content
    case .visibleChanged(let ids): prune(toVisible: ids)
    case .factsChanged(let facts): updateFacts(facts)
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
  var result: [ItemFacts] { state.selection.result(in: policy.resultOrder) }

  mutating func commit() {
    let takesFocused = configuration.commitsFocusedIfEmpty || rules.commitsFocusedIfEmpty
    if state.selection.isEmpty, takesFocused, let focus = state.focus {
      change([focus]) { $0.select([focus], $1) }
    }
    let blocks = state.commitBlocks
    guard blocks.isEmpty else {
      effects.append(.commitBlocked(blocks))
      return
    }
    let captures = state.selection.items.compactMap(\.id.captureID)
    if !captures.isEmpty { effects.append(.promoteCaptures(captures)) }
    // The choice is told before the end: a client that closes at the end has it then.
    if configuration.delivery == .onCommit, !rules.deliversChanges {
      effects.append(.deliver(result))
    }
    finish(.committed(result))
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
    if let disabled = update.disabledCapabilities { next.disabledCapabilities = disabled }
    do throws(PickerError) {
      try next.selection.validate()
    } catch {
      return reject(.badUpdate(error.reason))
    }
    if next != state.configuration {
      state.configuration = next
      effects.append(.policyChanged)
    }
    if let text = update.searchText { search(text) }
  }

  /// Cuts the selection down to what is shown, where that is asked for; an empty list cuts nothing.
  private mutating func prune(toVisible ids: [PickerItemID]) {
    guard rules.prunesToVisible || configuration.clearsHiddenOnFilter, state.mode.isGrid,
      !ids.isEmpty
    else { return }
    let visible = Set(ids)
    deselect(state.selection.itemIDs.filter { $0.mediaID != nil && !visible.contains($0) })
  }

  private mutating func updateFacts(_ facts: [ItemFacts]) {
    state.selection.update(facts)
    if let focus = state.focus, let newer = facts.last(where: { $0.id == focus.id }) {
      state.focus = newer
    }
  }

  private mutating func lose(_ refusals: [Refusal]) {
    let lost = Set(refusals.map(\.item))
    if let focus = state.focus, lost.contains(focus.id) { self.focus(nil) }
    state.capture.items.removeAll { lost.contains($0.id) }
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
      .factsChanged, .lost, .captureAvailability, .captured, .captureFailed, .pause, .resume:
      false
    default: true
    }
  }
}
