internal import MediaModel

extension Reduction {
  mutating func applyCapturing(_ action: PickerAction) {
    switch action {
    case .captureAvailability(let reason): setAvailability(reason)
    case .takePhoto: takePhoto()
    case .startVideoCapture: startVideo()
    case .stopVideoCapture: stopVideo()
    case .toggleFlash:
      guard requireCamera() else { return }
      state.capture.isFlashOn.toggle()
      effects.append(.capture(.flash(state.capture.isFlashOn)))
    case .flipCamera:
      guard requireCamera() else { return }
      state.capture.isFrontFacing.toggle()
      effects.append(.capture(.frontFacing(state.capture.isFrontFacing)))
    case .captured(let item): captured(item)
    case .captureFailed(let reason):
      // Which capture it was is not said: a recording that still goes on is ended and kept.
      if state.capture.isRecording {
        state.capture.isRecording = false
        effects.append(.capture(.record(false)))
      }
      effects.append(.captureFailed(reason))
    case .showPreview:
      guard requireCamera() else { return }
      if state.capture.isRecording { return reject(.recording(true)) }
      go(to: .cameraSelection)
    case .addMore: addMore()
    case .retake(let uid):
      guard state.mode == .cameraSelection else { return reject(.wrongMode(state.mode)) }
      if let reason = state.capture.unavailableReason {
        return reject(.captureUnavailable(reason))
      }
      if discard(uid) { returnToCamera() }
    case .discardCapture(let uid): discard(uid)
    case .cancelCapture: cancelCapture()
    case .confirm(let answer): confirm(answer)
    case .pause: rest(true)
    case .resume: rest(false)
    default: preconditionFailure("the dispatch sends no other action here")
    }
  }

  private mutating func setAvailability(_ reason: String?) {
    state.capture.unavailableReason = reason
    guard reason != nil else { return }
    // The device went away: what it was recording is over, and its screen with it.
    if state.mode == .camera {
      state.capture.isRecording = false
      go(to: state.capture.items.isEmpty ? state.home : .cameraSelection)
    }
    state.history.removeAll { $0 == .camera }
  }

  private mutating func requireCamera() -> Bool {
    guard state.mode == .camera else {
      reject(.wrongMode(state.mode))
      return false
    }
    guard !state.capture.isPaused else {
      reject(.captureUnavailable("The program is in the background."))
      return false
    }
    return true
  }

  /// True when a kind may be captured, or nobody asks; behaviours C-12.
  private func isWanted(_ type: MediaType?) -> Bool {
    rules.capturesAnyType || type.map(configuration.mediaTypes.types.contains) ?? false
  }

  private mutating func takePhoto() {
    guard requireCamera() else { return }
    if state.capture.isRecording { return reject(.recording(true)) }
    guard isWanted(.image) else { return reject(.typeNotAllowed(MediaType.image.name)) }
    effects.append(.capture(.takePhoto))
  }

  private mutating func startVideo() {
    guard requireCamera() else { return }
    if state.capture.isRecording { return reject(.recording(true)) }
    guard isWanted(.video) else { return reject(.typeNotAllowed(MediaType.video.name)) }
    state.capture.isRecording = true
    effects.append(.capture(.record(true)))
  }

  private mutating func stopVideo() {
    guard requireCamera() else { return }
    guard state.capture.isRecording else { return reject(.recording(false)) }
    state.capture.isRecording = false
    effects.append(.capture(.record(false)))
  }

  /// Takes a capture into the list and, if there is room, into the selection; behaviours C-02, C-03.
  private mutating func captured(_ item: ItemFacts) {
    guard isWanted(item.type) else {
      let allowed = configuration.mediaTypes.types.map(\.name).sorted()
      effects.append(.refused(Refusal(item.id, .typeNotAllowed(allowed: allowed))))
      return
    }
    guard !state.capture.items.contains(where: { $0.id == item.id }) else { return }
    state.capture.items.append(item)
    change([item]) { $0.select($1, $2) }
    if state.mode == .cameraSelection { return showCaptures() }
    // Later ones leave the camera as it is, with their number; one from elsewhere ends no recording.
    if state.mode == .camera, state.capture.items.count == 1, !state.capture.isRecording {
      go(to: .cameraSelection)
    }
  }

  private mutating func addMore() {
    guard state.mode == .cameraSelection else { return reject(.wrongMode(state.mode)) }
    if policy.limit.isSingle, !state.capture.items.isEmpty { return reject(.singleOnly) }
    returnToCamera()
  }

  private mutating func returnToCamera() {
    if let reason = state.capture.unavailableReason { return reject(.captureUnavailable(reason)) }
    go(to: .camera)
  }

  /// Deletes one capture.
  @discardableResult
  private mutating func discard(_ uid: String) -> Bool {
    guard let index = state.capture.items.firstIndex(where: { $0.id.captureID == uid }) else {
      reject(.unknownCapture(uid))
      return false
    }
    let item = state.capture.items.remove(at: index)
    if state.focus?.id == item.id { focus(nil) }
    deselect([item.id])
    effects.append(.discardCaptures([uid]))
    if state.mode == .cameraSelection { showCaptures() }
    return true
  }

  /// Leaves the camera or the review; behaviours C-05, C-06.
  private mutating func cancelCapture() {
    guard state.mode.isCapturing else { return reject(.wrongMode(state.mode)) }
    if state.capture.isRecording { return reject(.recording(true)) }
    // A capture of an earlier session, in the preselection, is not this one's to delete.
    let selected = state.capture.items.count { state.selection.contains($0.id) }
    if selected > 0 {
      let question = Confirmation(kind: .discardCaptures(selected))
      state.confirmation = question
      effects.append(.ask(question))
    } else if state.mode == .cameraSelection {
      go(to: state.capture.unavailableReason == nil ? .camera : state.home)
    } else {
      effects.append(.captureCancelled(discarded: 0))
      if configuration.handlesCancelCamera {
        effects.append(.didPressCancelCamera)
      } else {
        go(to: state.home)
      }
    }
  }

  private mutating func confirm(_ answer: Confirmation.Answer) {
    guard state.confirmation != nil else { return reject(.noQuestion) }
    state.confirmation = nil
    guard answer == .discard else { return }
    let uids = state.capture.items.compactMap(\.id.captureID)
    let doomed = state.capture.items.map(\.id)
    state.capture.items = []
    deselect(doomed)
    effects.append(.discardCaptures(uids))
    effects.append(.captureCancelled(discarded: uids.count))
    go(to: state.home)
  }

  /// Lets the device rest while the program is in the background; behaviours C-14.
  private mutating func rest(_ isResting: Bool) {
    guard state.capture.isPaused != isResting else { return }
    state.capture.isPaused = isResting
    guard state.mode == .camera else { return }
    if isResting, state.capture.isRecording {
      state.capture.isRecording = false
      effects.append(.capture(.record(false)))
    }
    effects.append(.capture(.run(!isResting)))
  }
}
