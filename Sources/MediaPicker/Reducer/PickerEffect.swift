/// What a picker wants done or told; whoever runs the reducer does it.
public enum PickerEffect: Hashable, Sendable {
  // MARK: Telling

  /// The selection changed; all of it, and what came and went.
  case changed(SelectionChange)
  /// A client is given the selection.
  case deliver([ItemFacts])
  /// A pick was refused.
  case refused(Refusal)
  /// Many picks at once, and what became of them.
  case reported(RangeReport)
  /// Selected items were taken away, because they are lost.
  case removed([Refusal])
  /// A commit is not possible yet.
  case commitBlocked([CommitBlock])
  /// An action has no meaning here; nothing changed.
  case rejected(Rejection)
  /// Limits, bounds, quotas or capabilities changed.
  case policyChanged
  /// Another screen is shown.
  case modeChanged(PickerMode)
  /// Something is shown full-screen, or nothing any more.
  case focusChanged(PickerItemID?)
  /// It ended.
  case finished(PickerOutcome)

  // MARK: Asking

  /// The items, or albums, of a screen are wanted.
  case load(PickerMode)
  /// A question for the person.
  case ask(Confirmation)
  /// The video that is shown full-screen is to be played or paused.
  case playOrPause(PickerItemID)
  /// The orientation of the screen is to be locked or not; behaviours C-13.
  case orientation(OrientationLock)

  // MARK: Capturing

  /// Something is wanted of the device.
  case capture(CaptureCommand)
  /// Captures go, by uid.
  case discardCaptures([String])
  /// Captures are to be brought into the collection before the end is told, by uid.
  case promoteCaptures([String])
  /// A capture went wrong.
  case captureFailed(String)
  /// Capturing was left; how many captures went with it.
  case captureCancelled(discarded: Int)
  /// The camera was left without captures; the client's handler decides what comes.
  case didPressCancelCamera
}

/// A change of the selection: all of it, and what came and went.
public struct SelectionChange: Hashable, Sendable {
  /// All selected items, in order.
  public var items: [ItemFacts]
  /// What came, in order.
  public var added: [PickerItemID]
  /// What went, in the order in which it had been selected.
  public var removed: [PickerItemID]
  /// All ids in their new order, when what came does not simply stand behind what stayed; else `nil`.
  public var order: [PickerItemID]?

  init(items: [ItemFacts], before: [ItemFacts]) {
    self.items = items
    let ids = items.map(\.id)
    let (old, new) = (Set(before.map(\.id)), Set(ids))
    added = ids.filter { !old.contains($0) }
    removed = before.map(\.id).filter { !new.contains($0) }
    if applied(to: before.map(\.id)) != ids { order = ids }
  }

  /// The selected ids after the change, from those before it: the snapshot is the fold of all changes.
  public func applied(to ids: [PickerItemID]) -> [PickerItemID] {
    if let order { return order }
    let gone = Set(removed)
    return ids.filter { !gone.contains($0) } + added
  }
}

/// Why an action has no meaning.
public enum Rejection: Hashable, Sendable {
  /// The picker has ended.
  case sessionClosed
  /// There is no screen to go back to.
  case noHistory
  /// This part was taken away.
  case disabled(PickerCapability)
  /// Nothing can be captured, for a reason.
  case captureUnavailable(String)
  /// It is no action of this screen.
  case wrongMode(PickerMode)
  /// Nothing is shown full-screen.
  case noFocus
  /// Nothing waits for an answer.
  case noQuestion
  /// A question waits for an answer first.
  case questionPending
  /// There is no such capture.
  case unknownCapture(String)
  /// A video is being recorded, or none is.
  case recording(Bool)
  /// The kind is not wanted.
  case typeNotAllowed(String)
  /// The search text is no query.
  case badQuery(String)
  /// The update makes no sense.
  case badUpdate(String)
  /// There is room for one only.
  case singleOnly
}

/// Whether the screen may turn.
public enum OrientationLock: String, Hashable, Sendable {
  /// It stays as it is.
  case lock
  /// It follows the device.
  case unlock
}

/// What a capture device is told.
public enum CaptureCommand: Hashable, Sendable {
  /// Be ready, or rest.
  case run(Bool)
  /// Take a photo.
  case takePhoto
  /// Record, or stop.
  case record(Bool)
  /// Flash or torch on or off.
  case flash(Bool)
  /// Look at the person, or away.
  case frontFacing(Bool)
}
