internal import MediaCatalog
internal import MediaModel

extension Reduction {
  /// How many screens can be gone back.
  private static let historyLimit = 64

  mutating func setMode(_ mode: PickerMode) {
    guard mode != state.mode else { return }
    if !mode.isCapturing, !state.mode.isCapturing,
      configuration.disabledCapabilities.contains(.collectionNavigation)
    {
      return reject(.disabled(.collectionNavigation))
    }
    if mode == .camera, let reason = state.capture.unavailableReason {
      return reject(.captureUnavailable(reason))
    }
    if state.capture.isRecording { return reject(.recording(true)) }
    go(to: mode)
  }

  mutating func back() {
    if state.capture.isRecording { return reject(.recording(true)) }
    guard let mode = state.history.popLast() else { return reject(.noHistory) }
    let previous = state.mode
    state.mode = mode
    enter(mode, from: previous)
  }

  /// Shows another screen, and remembers the one before.
  mutating func go(to mode: PickerMode) {
    let previous = state.mode
    guard mode != previous else { return }
    // The way back never leads to a review that may be empty by then.
    if previous != .cameraSelection {
      state.history.append(previous)
      if state.history.count > Self.historyLimit { state.history.removeFirst() }
    }
    state.mode = mode
    enter(mode, from: previous)
  }

  /// What a screen needs when it comes up; `previous` is `nil` at the opening.
  mutating func enter(_ mode: PickerMode, from previous: PickerMode?) {
    state.drag = nil
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
      effects.append(.capture(.run(true)))
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
    if previous == .camera { effects.append(.capture(.run(false))) }
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
    guard text != state.searchText else { return }
    do {
      _ = try MediaFilter(parsing: text)
    } catch {
      return reject(.badQuery(String(describing: error)))
    }
    state.searchText = text
    load()
  }
}
