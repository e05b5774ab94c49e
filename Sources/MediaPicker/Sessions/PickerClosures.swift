public import MediaCatalog
public import MediaModel

/// What a program adds to a configuration that no JSON can say.
public struct PickerClosures: Sendable {
  /// Looks at each item; behaviours F-01.
  public var filter: ItemFilter?
  /// Looks at all items at once; behaviours F-04.
  public var listFilter: ListFilter?
  /// How items are filtered.
  public var filterOptions = FilterOptions()
  /// The device that captures; without one there is no camera.
  public var captureDevice: (any CaptureDevice)?
  /// Where captures are kept; without it there is no camera either.
  public var captureInbox: CaptureInbox?
  /// The folder inside of a root into which captures are brought at a commit; without it they stay
  /// in the inbox, for the client to take.
  public var captureFolder: FilePath?
  /// Thumbnails and compatible versions of items.
  public var delivery = MediaDelivery()
  /// Told all selected items after every change, in order.
  public var onChange: (@Sendable ([PickerItem]) async -> Void)?
  /// Told when the screen is to be locked or not; behaviours C-13.
  public var orientationHandler: (@Sendable (OrientationLock) -> Void)?
  /// Told when the camera is left without captures; behaviours C-05.
  public var didPressCancelCamera: (@Sendable () -> Void)?

  /// Whether the session is kept in a file, so that it can be resumed; a picker that ends with its
  /// program wants none.
  public var isResumable = true
  /// What the client keeps in step with the picker.
  public var bindings = PickerBindings()

  /// Adds nothing.
  public init() {}

  /// Whether the program has a say in what is shown.
  var isFiltering: Bool { filter != nil || listFilter != nil }
}

/// Values of a client that a picker keeps in step with.
public struct PickerBindings: Sendable {
  /// Whether the picker is shown; set to false at its end.
  public var isPresented: PickerBinding<Bool>?
  /// The screen, read at the opening and by ``PickerSession/follow()``, written at each change.
  public var mode: PickerBinding<PickerMode>?
  /// The selected items, read at the opening, written whenever they are delivered.
  public var selection: PickerBinding<[PickerItem]>?
  /// Given the albums at the opening and when they change.
  public var albums: (@Sendable ([Album]) -> Void)?
  /// Told which item is shown full-screen.
  public var focus: (@Sendable (PickerItemID?) -> Void)?

  /// Binds nothing.
  public init() {}
}
