/// What a shown picker tells the program whose state it stands in.
public struct PhotoPickerAction: Hashable, Sendable, Codable {
  /// Which presentation tells it.
  public var presentation: Int
  /// What it tells.
  public var event: Event

  /// Makes an action.
  public init(presentation: Int, event: Event) {
    self.presentation = presentation
    self.event = event
  }

  /// What a picker tells.
  public enum Event: Hashable, Sendable, Codable {
    /// The choice, or, of a continuous picker, the choice so far.
    case picked(PhotoPickerCompletion)
    /// It was closed. No choice comes with it; a continuous picker has told its own before.
    case dismiss

    /// Whether the picker is over with it.
    public var isLast: Bool {
      switch self {
      case .picked(let completion): completion.isFinal
      case .dismiss: true
      }
    }
  }
}

/// A choice, and what shall come of it.
public struct PhotoPickerCompletion: Hashable, Sendable, Codable {
  /// The state's ``EphemeralPickerState/completion``.
  public var completion: String
  /// What was chosen, in order.
  public var items: [PickerItemID]
  /// False while a continuous picker stays open.
  public var isFinal: Bool

  /// The only item, or the first of several.
  public var item: PickerItemID? { items.first }

  /// Makes a completion.
  public init(completion: String, items: [PickerItemID], isFinal: Bool) {
    self.completion = completion
    self.items = items
    self.isFinal = isFinal
  }
}

/// A picker that is shown, for whoever runs it: its session belongs to one presentation, and goes on
/// speaking for it when another has come.
public struct PresentedPicker<State: EphemeralPickerState>: Identifiable, Hashable, Sendable {
  /// The number of the presentation.
  public let id: Int
  /// The picker.
  public let state: State

  /// What the program is told of effects of ``PickerReducer``.
  ///
  /// A commit is told once as a choice, an end without one as `dismiss`. A continuous picker tells
  /// each change as a choice, and every end as `dismiss`.
  public func actions(for effects: [PickerEffect]) -> [PhotoPickerAction] {
    effects.compactMap(event).map { PhotoPickerAction(presentation: id, event: $0) }
  }

  private func event(_ effect: PickerEffect) -> PhotoPickerAction.Event? {
    switch effect {
    case .deliver(let items):
      return .picked(
        PhotoPickerCompletion(
          completion: state.completion, items: items.map(\.id), isFinal: !state.isContinuous))
    case .finished(.committed) where !state.isContinuous: return nil
    case .finished: return .dismiss
    default: return nil
    }
  }
}
