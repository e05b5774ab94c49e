import MediaModel

@testable import MediaPicker

/// What holds of every picker after every action; section 5 of the behaviours, 4…7.
struct PickerInvariants {
  /// The selection by what was told of its changes.
  private var folded: [PickerItemID]
  private var isRunning = false
  private var isLocked = false
  private var endCount = 0

  init(_ state: PickerState, _ effects: [PickerEffect]) {
    folded = state.selection.itemIDs
    follow(effects)
  }

  /// Says what does not hold, `nil` when all does.
  mutating func fault(
    _ before: PickerState, _ action: PickerAction, _ effects: [PickerEffect], _ after: PickerState
  ) -> String? {
    follow(effects)
    for change in effects.compactMap(\.change) { folded = change.applied(to: folded) }
    if folded != after.selection.itemIDs { return "the snapshot is not the fold of the changes" }
    return closedFault(before, effects, after) ?? refusalFault(before, action, effects, after)
      ?? limitFault(before, effects, after) ?? shrinkingFault(before, action, after)
      ?? deliveryFault(effects, after) ?? screenFault(before, effects, after)
      ?? endFault(effects, after)
  }

  private mutating func follow(_ effects: [PickerEffect]) {
    for effect in effects {
      switch effect {
      case .capture(.run(let runs)): isRunning = runs
      case .orientation(let lock): isLocked = lock == .lock
      case .finished: endCount += 1
      default: break
      }
    }
  }

  /// Exactly one end, and nothing after it.
  private func closedFault(
    _ before: PickerState, _ effects: [PickerEffect], _ after: PickerState
  ) -> String? {
    if endCount != (after.outcome == nil ? 0 : 1) { return "\(endCount) ends were told" }
    guard before.outcome != nil else { return nil }
    var counted = before
    counted.lateActionCount += 1
    return effects == [.rejected(.sessionClosed)] && after == counted
      ? nil : "it did not stay closed"
  }

  /// Rejections and refusals change nothing.
  private func refusalFault(
    _ before: PickerState, _ action: PickerAction, _ effects: [PickerEffect], _ after: PickerState
  ) -> String? {
    if before.outcome == nil, effects.contains(where: { $0.rejection != nil }) {
      if effects.count > 1 { return "a rejection and more" }
      if before != after { return "a rejection changed the state" }
    }
    let isRefused = effects.contains { $0.refusal != nil }
    if isRefused, before.selection != after.selection { return "a refusal changed the selection" }
    return nil
  }

  /// Nothing is added beyond the limit.
  private func limitFault(
    _ before: PickerState, _ effects: [PickerEffect], _ after: PickerState
  ) -> String? {
    let items = after.selection.items
    if Set(items.map(\.id)).count != items.count { return "an item is selected twice" }
    if after.selection.tally != SelectionTally(items) { return "the tally is wrong" }
    let added = effects.compactMap(\.change).flatMap(\.added)
    guard !added.isEmpty, let maximum = after.configuration.selection.limit.maximum else {
      return nil
    }
    // Where captures are apart, each list has the limit, and only what was added to must keep it.
    let counts =
      after.configuration.rules.separatesCaptures
      ? [true, false].filter { isCapture in added.contains { ($0.captureID != nil) == isCapture } }
        .map { isCapture in items.count { ($0.id.captureID != nil) == isCapture } }
      : [items.count]
    // A drag that comes back gives back what was there before it, were it beyond the limit.
    let most = max(maximum, before.drag?.base.count ?? 0)
    return counts.allSatisfy { $0 <= most } ? nil : "\(counts) selected at a limit of \(maximum)"
  }

  /// Going about, searching, and what is shown take nothing away.
  private func shrinkingFault(
    _ before: PickerState, _ action: PickerAction, _ after: PickerState
  ) -> String? {
    switch action {
    case .visibleChanged:
      if before.configuration.rules.prunesToVisible || before.configuration.clearsHiddenOnFilter {
        return nil
      }
    case .setMode, .back, .search, .reload, .focus, .contentChanged, .captureAvailability, .pause,
      .resume, .showPreview, .addMore, .takePhoto, .startVideoCapture, .stopVideoCapture,
      .toggleFlash, .flipCamera, .captureFailed, .dragBegan, .dragEnded, .factsChanged, .update,
      .cancelCapture:
      break
    default: return nil
    }
    return before.selection.itemIDs == after.selection.itemIDs ? nil : "the selection changed"
  }

  /// Who wants each change is given each change, and the last that is given is the selection.
  private func deliveryFault(_ effects: [PickerEffect], _ after: PickerState) -> String? {
    let rules = after.configuration.rules
    guard !rules.separatesCaptures else { return nil }
    let given = effects.compactMap(\.delivered)
    if let last = given.last, Set(last) != Set(after.selection.itemIDs) {
      return "something else was given than is selected"
    }
    let changes = effects.compactMap(\.change)
    switch after.configuration.delivery {
    case .continuous:
      let isHidden =
        rules.hidesEmptiedSingle && after.configuration.selection.limit.isSingle
        && after.selection.isEmpty
      return given.count == changes.count || isHidden ? nil : "a change was not given"
    case .onCommit:
      let isCommitted = if case .committed? = after.outcome { true } else { false }
      let isEnd = effects.contains { if case .finished = $0 { true } else { false } }
      return given.count == (isCommitted && isEnd ? 1 : 0) ? nil : "given \(given.count) times"
    }
  }

  private func screenFault(
    _ before: PickerState, _ effects: [PickerEffect], _ after: PickerState
  ) -> String? {
    guard after.outcome == nil else {
      return isRunning || isLocked || after.capture.isRecording ? "the camera goes on" : nil
    }
    let modes = effects.compactMap { if case .modeChanged(let mode) = $0 { mode } else { nil } }
    if modes.last ?? before.mode != after.mode { return "the screen changed without a word" }
    if after.history.last == after.mode { return "the way back leads to where it starts" }
    if after.history.count > 64 { return "the way back is too long" }
    if !after.mode.isCapturing, after.history.contains(where: \.isCapturing) {
      return "the way back leads into capturing"
    }
    if isLocked != after.mode.isCapturing { return "the orientation is not what it should be" }
    if isRunning != (after.mode == .camera && !after.capture.isPaused) {
      return "the device does not run as it should"
    }
    if after.capture.isRecording, !isRunning { return "it records without running" }
    if after.mode == .camera, after.capture.unavailableReason != nil {
      return "the camera is shown though there is none"
    }
    if after.mode == .cameraSelection {
      let count = after.capture.items.count
      let content: ContentState = count == 0 ? .empty(.noCaptures) : .content(count)
      if after.content != content { return "the review shows something else" }
    }
    let captures = Set(after.capture.items.map(\.id))
    return captures.count == after.capture.items.count ? nil : "a capture is listed twice"
  }

  private func endFault(_ effects: [PickerEffect], _ after: PickerState) -> String? {
    if after.header.isCommitEnabled != (after.isPresented && after.commitBlocks.isEmpty) {
      return "the header is wrong"
    }
    guard effects.last.map({ if case .finished = $0 { true } else { false } }) ?? false,
      case .committed(let items)? = after.outcome
    else { return nil }
    if !after.commitBlocks.isEmpty { return "it was committed though it could not be" }
    let isUnselected = after.configuration.rules.commitsFocusedIfEmpty && after.selection.isEmpty
    return isUnselected || Set(items) == Set(after.selection.items)
      ? nil : "what was committed was not selected"
  }
}
