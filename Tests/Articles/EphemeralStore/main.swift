import MediaPicker

/// What the program remembers; a picker stands in it for as long as it is shown.
struct AppState {
  var avatar: PickerItemID?
  var avatarPicker = PhotoPickerPresentation<SinglePhotoPickerState>()
}

var state = AppState()

/// The program's reducer: it sees the choice while the picker is still there.
@MainActor func receive(_ action: PhotoPickerAction) {
  _ = PhotoPickerPresentation.receive(action, in: &state, at: \.avatarPicker) { state, event in
    print("picker is there:", state.avatarPicker.state != nil)
    guard case .picked(let choice) = event, choice.completion == "set-avatar" else { return }
    state.avatar = choice.item
  }
}

let catalog = try Catalog.open(at: FilePath(CommandLine.arguments[1]), creating: false)
state.avatarPicker.present(SinglePhotoPickerState(matching: .images, completion: "set-avatar"))

// Whoever draws runs the picker, and tells the program what it has to hear.
if let presented = state.avatarPicker.presented {
  let session = try await PickerSession.open(catalog, presented.state.configuration)
  let newest = try await session.page(count: 1).cells
  let effects = session.send(.toggle(newest[0].item.facts))
  for action in presented.actions(for: effects) { receive(action) }
}
print("picker is there:", state.avatarPicker.state != nil)
print("avatar chosen:", state.avatar != nil)
await catalog.close()
