internal import MediaCatalog
internal import MediaModel

extension Reduction {
  /// How many screens can be gone back.
  private static let historyLimit = 64

  mutating func setMode(_ mode: PickerMode) {
    guard mode != state.mode else { return }
    if state.isOutOfReach(mode) { return reject(.disabled(.collectionNavigation)) }
    if mode == .camera, let reason = state.capture.unavailableReason {
      return reject(.captureUnavailable(reason))
    }
    if state.capture.isRecording { return reject(.recording(true)) }
    go(to: mode)
  }

  mutating func back() {
    if state.capture.isRecording { return reject(.recording(true)) }
    guard let mode = state.history.last else { return reject(.noHistory) }
    if state.isOutOfReach(mode) { return reject(.disabled(.collectionNavigation)) }
    state.history.removeLast()
    let previous = state.mode
    state.mode = mode
    enter(mode, from: previous)
  }

  /// Shows another screen, and remembers the one before.
  mutating func go(to mode: PickerMode) {
    let previous = state.mode
    guard mode != previous else { return }
    if previous.isCapturing, !mode.isCapturing {
      // The way back never leads into capturing that was left.
      while state.history.last?.isCapturing == true { state.history.removeLast() }
    } else if previous != .cameraSelection {
      // Nor to a review that may be empty by then.
      state.history.append(previous)
      if state.history.count > Self.historyLimit { state.history.removeFirst() }
    }
    // Nor to where it starts.
    if state.history.last == mode { state.history.removeLast() }
    state.mode = mode
    enter(mode, from: previous)
  }

  /// What a screen needs when it comes up; `previous` is `nil` at the opening.
  mutating func enter(_ mode: PickerMode, from previous: PickerMode?) {
    state.drag = nil
    state.hasAppeared = false
    if previous != nil {
      effects.append(.modeChanged(mode))
      focus(nil)
    }
    let wasCapturing = previous?.isCapturing ?? false
    if wasCapturing, let previous { leaveCapturing(from: previous, to: mode) }
    if mode.isCapturing, !wasCapturing { effects.append(.orientation(.lock)) }
    switch mode {
    case .camera:
      state.content = .idle
      if !state.capture.isPaused { effects.append(.capture(.run(true))) }
    case .cameraSelection: showCaptures()
    case .photos, .albums, .album: load()
    }
  }

  /// What is to be undone when the camera or the review is left; `mode` is `nil` at the end.
  mutating func leaveCapturing(from previous: PickerMode, to mode: PickerMode?) {
    if state.capture.isRecording {
      state.capture.isRecording = false
      effects.append(.capture(.record(false)))
    }
    if previous == .camera, !state.capture.isPaused { effects.append(.capture(.run(false))) }
    if !(mode?.isCapturing ?? false) { effects.append(.orientation(.unlock)) }
  }

  mutating func showCaptures() {
    let count = state.capture.items.count
    state.content = count == 0 ? .empty(.noCaptures) : .content(count)
  }

  mutating func load() {
    guard !state.mode.isCapturing else { return }
    state.content = .loading
    effects.append(.load(state.mode))
  }

  mutating func search(_ text: String) {
    guard !configuration.disabledCapabilities.contains(.search) else {
      return reject(.disabled(.search))
    }
    if let reason = Self.fault(ofQuery: text) { return reject(.badQuery(reason)) }
    show(searchFor: text)
  }

  /// Shows what a query that was checked finds.
  mutating func show(searchFor text: String) {
    guard text != state.searchText else { return }
    state.searchText = text
    load()
  }

  /// What is wrong with a text as a query, `nil` for nothing.
  static func fault(ofQuery text: String) -> String? {
    do {
      _ = try MediaFilter(parsing: text)
      return nil
    } catch {
      return String(describing: error)
    }
  }
}
