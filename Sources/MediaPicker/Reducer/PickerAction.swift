/// What happens to a picker: what a person does, and what its session learns.
///
/// Items come with their facts, so that the reducer need not ask anybody.
public enum PickerAction: Hashable, Sendable {
  // MARK: Going about

  /// Shows another screen.
  case setMode(PickerMode)
  /// Goes back to the screen before.
  case back
  /// Searches, in the query language; empty for everything.
  case search(String)
  /// Has the items of the screen looked for again.
  case reload

  // MARK: Looking

  /// A tap on a cell: shows it full-screen, or selects it, as configured; behaviours S-05…S-08.
  case tap(ItemFacts)
  /// Shows an item full-screen, or goes back to the grid.
  case focus(ItemFacts?)
  /// A tap on the item that is shown full-screen: an image is toggled, a video played or paused.
  case tapFocused

  // MARK: Selecting

  /// Selects or deselects an item.
  case toggle(ItemFacts)
  /// Selects or deselects the item that is shown full-screen.
  case toggleFocused
  /// Selects items one after the other, as many as fit.
  case select([ItemFacts])
  /// Deselects items.
  case deselect([PickerItemID])
  /// Deselects what is selected of some items, and selects the rest.
  case toggleAll([ItemFacts])
  /// Deselects everything.
  case clear
  /// Puts a selected item behind another one, or first.
  case move(PickerItemID, after: PickerItemID?)
  /// A drag begins on an item.
  case dragBegan(ItemFacts)
  /// The drag goes from its first item to the last of these.
  case dragMoved([ItemFacts])
  /// The drag ends.
  case dragEnded

  // MARK: Ending

  /// Ends with the selection.
  case commit
  /// Ends without.
  case cancel
  /// The person closed the picker, or went away.
  case dismiss
  /// Nobody came for too long.
  case expire

  // MARK: From the program and the catalog

  /// Changes limits, bounds, quotas, search text or capabilities.
  case update(PickerUpdate)
  /// The items of the screen are that far.
  case contentChanged(ContentState)
  /// These are the items that are shown now.
  case visibleChanged([PickerItemID])
  /// Newer facts of items; others than selected ones are passed over.
  case factsChanged([ItemFacts])
  /// The selected items as the screen shows them, for a result in that order.
  case displayOrder([PickerItemID])
  /// Items are gone, or may not be seen any more.
  case lost([Refusal])

  // MARK: Capturing

  /// The device can capture, or cannot for a reason.
  case captureAvailability(String?)
  /// Takes a photo.
  case takePhoto
  /// Begins a video.
  case startVideoCapture
  /// Ends the video.
  case stopVideoCapture
  /// Turns the flash or the torch on or off.
  case toggleFlash
  /// Turns to the other camera.
  case flipCamera
  /// A capture is in the inbox.
  case captured(ItemFacts)
  /// A capture went wrong.
  case captureFailed(String)
  /// Goes from the camera to the review.
  case showPreview
  /// Goes from the review back to the camera.
  case addMore
  /// Deletes one capture and goes back to the camera.
  case retake(String)
  /// Deletes one capture.
  case discardCapture(String)
  /// Leaves the camera or the review, after a question if captures are selected.
  case cancelCapture
  /// Answers the question.
  case confirm(Confirmation.Answer)
  /// The program is in the background.
  case pause
  /// The program is in the foreground again.
  case resume
}
