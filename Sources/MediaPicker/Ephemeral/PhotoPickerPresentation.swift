/// The place in a program's state where a picker stands while it is shown.
///
/// ``present(_:)`` shows a picker, and each is a presentation with an id of its own. A store of any
/// kind gives the actions of a shown picker to
/// ``receive(_:in:at:parent:)``, which lets the program's own reducer see them first, with the
/// state still there, and takes the state away afterwards; behaviours T-03…T-06.
public struct PhotoPickerPresentation<State: EphemeralPickerState>: Hashable, Sendable, Codable {
  /// What is shown; `nil` while nothing is.
  public private(set) var state: State?
  /// The number of the presentation that is shown, or was last; never used twice.
  public private(set) var id = 0
  /// How many actions came of presentations that were over.
  public private(set) var lateActionCount = 0

  /// Makes a place where nothing is shown.
  public init() {}

  /// Shows a picker; one that is shown gives way to it.
  public mutating func present(_ state: State) {
    self.state = state
    id += 1
  }

  /// Takes the picker away, without a word to the program.
  public mutating func dismiss() { state = nil }

  /// What is shown, with its id, for whoever shows it; `nil` while nothing is.
  public var presented: PresentedPicker<State>? { state.map { PresentedPicker(id: id, state: $0) } }

  /// Handles an action of a picker: the program first, then the picker's end.
  ///
  /// - Parameters:
  ///   - action: What the picker tells.
  ///   - root: The program's state, in which the place lies.
  ///   - path: Where it lies.
  ///   - parent: The program's own reducer. It sees the picker still there, and may put the next one
  ///     in its place, which stays.
  /// - Returns: What became of the action; the program did not see one that came late.
  public static func receive<Root>(
    _ action: PhotoPickerAction, in root: inout Root,
    at path: WritableKeyPath<Root, PhotoPickerPresentation<State>>,
    parent: (inout Root, PhotoPickerAction.Event) throws -> Void
  ) rethrows -> PhotoPickerReception {
    guard root[keyPath: path].state != nil, root[keyPath: path].id == action.presentation else {
      root[keyPath: path].lateActionCount += 1
      return .rejected(.sessionClosed)
    }
    // Also when the program throws: a picker that has ended is not shown any more.
    defer {
      if action.event.isLast, root[keyPath: path].id == action.presentation {
        root[keyPath: path].dismiss()
      }
    }
    try parent(&root, action.event)
    return .handled
  }
}

/// What became of an action of a picker.
public enum PhotoPickerReception: Hashable, Sendable {
  /// The program saw it.
  case handled
  /// The program did not see it: its picker is not shown any more.
  case rejected(Rejection)
}
