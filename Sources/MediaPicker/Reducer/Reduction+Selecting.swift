extension Reduction {
  /// A tap on a cell.
  mutating func tap(_ item: ItemFacts) {
    if state.mode == .cameraSelection {
      // With room for one only, a capture is not let go by a tap; behaviours C-04.
      let isOnly = policy.limit.isSingle && state.selection.contains(item.id)
      return isOnly ? reject(.singleOnly) : pick(item)
    }
    guard state.mode.isGrid else { return reject(.wrongMode(state.mode)) }
    if configuration.showsFullscreenPreview { focus(item) } else { pick(item) }
  }

  mutating func tapFocused() {
    guard let focus = state.focus else { return reject(.noFocus) }
    if focus.type == .video {
      effects.append(.playOrPause(focus.id))
    } else {
      pick(focus)
    }
  }

  mutating func focus(_ item: ItemFacts?) {
    guard state.focus?.id != item?.id else { return }
    state.focus = item
    effects.append(.focusChanged(item?.id))
  }

  /// A single pick, which may be the end; behaviours S-05…S-07, Q4.
  mutating func pick(_ item: ItemFacts) {
    let before = state.selection
    let policy = policy
    let outcome = inScope(ofCaptures: item.id.captureID != nil) { $0.toggle(item, policy) }
    tellChange(since: before)
    if case .refused(let refusal) = outcome, !rules.refusesSilently {
      effects.append(.refused(refusal))
    }
    // The review has a button for the end; behaviours C-07.
    if state.mode != .cameraSelection { endAfterPick(outcome) }
  }

  private mutating func endAfterPick(_ outcome: SelectionOutcome) {
    let alwaysEnds = rules.singlePickAlwaysCloses && policy.limit.isSingle
    let isPicked = if case .added = outcome { true } else { false }
    // A pick that leaves something missing is no commit that fails: the next pick may be the end.
    if alwaysEnds || (isPicked && configuration.endsOnPick && state.commitBlocks.isEmpty) {
      commitSelection()
    }
  }

  /// Many picks at once, which never are the end.
  mutating func change(
    _ items: [ItemFacts],
    _ body: (inout Selection, [ItemFacts], SelectionPolicy) -> RangeReport
  ) {
    let before = state.selection
    let policy = policy
    var report = RangeReport(requested: items.count)
    let halves =
      rules.separatesCaptures
      ? [false, true].map { isCapture in items.filter { ($0.id.captureID != nil) == isCapture } }
      : [items]
    for half in halves {
      guard let first = half.first else { continue }
      report.add(inScope(ofCaptures: first.id.captureID != nil) { body(&$0, half, policy) })
    }
    tellChange(since: before)
    tell(report)
  }

  private mutating func tell(_ report: RangeReport) {
    guard let first = report.refused.first, !rules.refusesSilently else { return }
    effects.append(report.requested == 1 ? .refused(first) : .reported(report))
  }

  mutating func deselect(_ ids: [PickerItemID]) {
    let before = state.selection
    _ = state.selection.remove(ids)
    tellChange(since: before)
  }

  mutating func move(_ id: PickerItemID, after other: PickerItemID?) {
    let before = state.selection
    guard state.selection.move(id, after: other) else { return }
    // A drag that goes on would put the old order back.
    state.drag = nil
    tellChange(since: before)
  }

  mutating func drag(over items: [ItemFacts]) {
    // A drag at a limit of one would only swap items under the finger.
    guard let drag = state.drag, !policy.limit.isSingle else { return }
    if rules.dragsOnlyAdd { return change(items) { $0.select($1, $2) } }
    let before = state.selection
    let (selection, report) = drag.extended(over: items, policy)
    state.selection = selection
    tellChange(since: before, byDrag: true)
    // A report also for one item: a drag that comes back is refused nothing new, and may let go.
    if !report.refused.isEmpty, !rules.refusesSilently { effects.append(.reported(report)) }
  }

  // MARK: One selection or two

  /// Lends the selection that an item belongs to: the whole, or, where captures are apart, its half.
  private mutating func inScope<Result>(
    ofCaptures isCapture: Bool, _ body: (inout Selection) -> Result
  ) -> Result {
    guard rules.separatesCaptures else { return body(&state.selection) }
    var own = Selection(state.selection.items.filter { ($0.id.captureID != nil) == isCapture })
    let other = state.selection.items.filter { ($0.id.captureID != nil) != isCapture }
    let result = body(&own)
    state.selection = Selection(isCapture ? other + own.items : own.items + other)
    return result
  }

  /// Tells what changed since some items were selected; nothing when nothing did.
  mutating func tellChange(since before: Selection, byDrag isDrag: Bool = false) {
    guard before.itemIDs != state.selection.itemIDs else { return }
    if !isDrag { state.drag?.rebase(from: before, to: state.selection) }
    effects.append(.changed(SelectionChange(items: state.selection.items, before: before.items)))
    guard configuration.delivery == .continuous || rules.deliversChanges else { return }
    if rules.separatesCaptures {
      // Each list is told when it changed, and without the other.
      for isCapture in [false, true] {
        func half(_ items: [ItemFacts]) -> [ItemFacts] {
          items.filter { ($0.id.captureID != nil) == isCapture }
        }
        if half(before.items).map(\.id) != half(state.selection.items).map(\.id) {
          deliver(half(result))
        }
      }
    } else if !(rules.hidesEmptiedSingle && policy.limit.isSingle && state.selection.isEmpty) {
      deliver(result)
    }
  }

  mutating func deliver(_ items: [ItemFacts]) {
    effects.append(
      .deliver(rules.deliversKnownTypesOnly ? items.filter { $0.type != nil } : items))
  }
}
