extension Reduction {
  /// A tap on a cell.
  mutating func tap(_ item: ItemFacts) {
    if configuration.showsFullscreenPreview, state.mode != .cameraSelection {
      focus(item)
    } else {
      pick(item)
    }
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
    let before = state.selection.items
    let policy = policy
    let outcome = inScope(of: item.id) { $0.toggle(item, policy) }
    tellChange(since: before, of: item.id)
    let alwaysEnds = rules.singlePickAlwaysCloses && policy.limit.isSingle
    switch outcome {
    case .added, .kept: if configuration.endsOnPick || alwaysEnds { commit() }
    case .removed: if alwaysEnds { commit() }
    case .refused(let refusal):
      if !rules.refusesSilently { effects.append(.refused(refusal)) }
      if alwaysEnds { commit() }
    }
  }

  /// Many picks at once, which never are the end.
  mutating func change(
    _ items: [ItemFacts], _ body: (inout Selection, SelectionPolicy) -> RangeReport
  ) {
    guard let first = items.first else { return }
    let before = state.selection.items
    let policy = policy
    let report = inScope(of: first.id) { body(&$0, policy) }
    tellChange(since: before, of: first.id)
    tell(report)
  }

  private mutating func tell(_ report: RangeReport) {
    guard let first = report.refused.first, !rules.refusesSilently else { return }
    effects.append(report.requested == 1 ? .refused(first) : .reported(report))
  }

  mutating func deselect(_ ids: [PickerItemID]) {
    let before = state.selection.items
    guard let first = state.selection.remove(ids).first else { return }
    tellChange(since: before, of: first)
  }

  mutating func move(_ id: PickerItemID, after other: PickerItemID?) {
    let before = state.selection.items
    if state.selection.move(id, after: other) { tellChange(since: before, of: id) }
  }

  mutating func drag(over items: [ItemFacts]) {
    // A drag at a limit of one would only swap items under the finger.
    guard let drag = state.drag, !policy.limit.isSingle else { return }
    let before = state.selection.items
    let (selection, report) = drag.extended(over: items, policy)
    state.selection = selection
    if let first = items.first { tellChange(since: before, of: first.id) }
    tell(report)
  }

  // MARK: One selection or two

  /// Lends the selection that an item belongs to: the whole, or, where captures are apart, its half.
  private mutating func inScope<Result>(
    of id: PickerItemID, _ body: (inout Selection) -> Result
  ) -> Result {
    guard rules.separatesCaptures else { return body(&state.selection) }
    let isCapture = id.captureID != nil
    var own = Selection(state.selection.items.filter { ($0.id.captureID != nil) == isCapture })
    let other = state.selection.items.filter { ($0.id.captureID != nil) != isCapture }
    let result = body(&own)
    state.selection = Selection(isCapture ? other + own.items : own.items + other)
    return result
  }

  /// Tells what changed since some items were selected; nothing when nothing did.
  mutating func tellChange(since before: [ItemFacts], of id: PickerItemID) {
    guard before.map(\.id) != state.selection.itemIDs else { return }
    effects.append(.changed(SelectionChange(items: state.selection.items, before: before)))
    guard configuration.delivery == .continuous || rules.deliversChanges else { return }
    // Where captures are apart, each list is told without the other.
    effects.append(
      .deliver(
        rules.separatesCaptures
          ? result.filter { ($0.id.captureID != nil) == (id.captureID != nil) } : result))
  }
}
