import MediaModel

@testable import MediaPicker

/// A small program with one-way data flow, as the documentation shows it: a state, actions, a reducer.
struct ExampleApp {
  /// Everything the program remembers; each picker stands in it while it is shown.
  struct State: Hashable, Codable {
    var avatar: PickerItemID?
    var album: [PickerItemID] = []
    var avatarPicker = PhotoPickerPresentation<SinglePhotoPickerState>()
    var albumPicker = PhotoPickerPresentation<MultiplePhotosPickerState>()
  }

  /// Everything that can happen.
  enum Action {
    case chooseAvatar
    case chooseAlbum(MultiplePhotosPickerState)
    case avatarPicker(PhotoPickerAction)
    case albumPicker(PhotoPickerAction)
  }

  var state = State()
  /// What the program saw, with whether the picker stood in its state then.
  var log: [String] = []
  /// What a program does with a choice, by the word that came with it.
  var onPick: (inout State, PhotoPickerCompletion) -> Void = { _, _ in }

  /// The reducer.
  @discardableResult
  mutating func send(_ action: Action) -> PhotoPickerReception? {
    switch action {
    case .chooseAvatar:
      state.avatarPicker.present(
        SinglePhotoPickerState(
          selection: state.avatar, matching: .images, completion: "set-avatar"))
      return nil
    case .chooseAlbum(let picker):
      state.albumPicker.present(picker)
      return nil
    case .avatarPicker(let action):
      return PhotoPickerPresentation.receive(action, in: &state, at: \.avatarPicker) {
        log.append("\(Self.word($1)), picker \($0.avatarPicker.state == nil ? "gone" : "there")")
        guard case .picked(let choice) = $1 else { return }
        if choice.completion == "set-avatar" { $0.avatar = choice.item }
        onPick(&$0, choice)
      }
    case .albumPicker(let action):
      return PhotoPickerPresentation.receive(action, in: &state, at: \.albumPicker) {
        log.append("\(Self.word($1)), picker \($0.albumPicker.state == nil ? "gone" : "there")")
        guard case .picked(let choice) = $1 else { return }
        if choice.completion == "fill-album" { $0.album = choice.items }
        onPick(&$0, choice)
      }
    }
  }

  private static func word(_ event: PhotoPickerAction.Event) -> String {
    switch event {
    case .picked(let choice): "\(choice.completion) \(choice.items)"
    case .dismiss: "dismiss"
    }
  }
}

/// Runs a picker that is shown: the part of a program that would draw it.
struct ExamplePresenter<State: EphemeralPickerState> {
  let presented: PresentedPicker<State>
  private var picker: PickerState

  init(_ presented: PresentedPicker<State>, catalog: [ItemFacts]) throws {
    self.presented = presented
    let configuration = try presented.state.configuration
    let preselected = configuration.preselection.compactMap { id in catalog.first { $0.id == id } }
    (picker, _) = PickerReducer.start(configuration, preselected: preselected)
  }

  /// What the program is told of something that a person does.
  mutating func perform(_ action: PickerAction) -> [PhotoPickerAction] {
    presented.actions(for: PickerReducer.reduce(&picker, action))
  }

  var selected: [PickerItemID] { picker.selection.itemIDs }
}
