public import MediaCatalog
public import MediaModel

/// A picker under the names of exyte/MediaPicker: modifiers that chain, and a session at their end.
///
/// ```swift
/// let session = try await MediaPicker(catalog) { items in print(items.count, "selected") }
///   .mediaSelectionType(.photo)
///   .mediaSelectionLimit(3)
///   .open()
/// ```
///
/// It holds no view. Whatever draws it sends ``PickerAction`` values to the session and shows its
/// pages; everything else about it is in ``configuration``.
public struct MediaPicker: Sendable {
  /// What it shows.
  public let catalog: Catalog
  /// How it behaves; the modifiers change this.
  public var configuration: PickerConfiguration
  /// What no configuration can say; the modifiers change this.
  public var closures: PickerClosures

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - catalog: What it shows.
  ///   - isPresented: Set to false when the picker has ended.
  ///   - onChange: Given all selected items after every change, in order; behaviours S-10.
  public init(
    _ catalog: Catalog, isPresented: PickerBinding<Bool>? = nil,
    onChange: (@Sendable ([PickerItem]) async -> Void)? = nil
  ) {
    self.catalog = catalog
    configuration = PickerConfiguration()
    configuration.delivery = .continuous
    closures = PickerClosures()
    closures.onChange = onChange
    closures.bindings.isPresented = isPresented
  }

  /// Shows the picker.
  ///
  /// - Throws: ``PickerError`` for a configuration that makes no sense; what the catalog throws.
  public func open() async throws -> PickerSession {
    var configuration = configuration
    if let mode = closures.bindings.mode { configuration.mode = mode.get() }
    if let selection = closures.bindings.selection, configuration.preselection.isEmpty {
      configuration.preselection = selection.get().map(\.id)
    }
    configuration.handlesCancelCamera = closures.didPressCancelCamera != nil
    return try await PickerSession.open(catalog, configuration, closures: closures)
  }

  private func with(_ change: (inout MediaPicker) -> Void) -> MediaPicker {
    var picker = self
    change(&picker)
    return picker
  }
}

// MARK: What may be selected

extension MediaPicker {
  /// Shows images, videos or both.
  public func mediaSelectionType(_ type: MediaSelectionType) -> MediaPicker {
    with { $0.configuration.mediaTypes = type }
  }

  /// Shows ticks or numbers on selected items.
  public func mediaSelectionStyle(_ style: MediaSelectionStyle) -> MediaPicker {
    with { $0.configuration.style = style }
  }

  /// Lets so many items be selected; as in the reference, 0 lets nothing be selected.
  ///
  /// A negative number is told when the picker opens.
  public func mediaSelectionLimit(_ limit: Int) -> MediaPicker {
    with { $0.configuration.selection.limit = limit == 0 ? .range(0...0) : .max(limit) }
  }

  /// Lets as many items be selected as a limit says.
  public func mediaSelectionLimit(_ limit: SelectionLimit) -> MediaPicker {
    with { $0.configuration.selection.limit = limit }
  }

  /// Sets everything about the selection at once.
  public func selectionPolicy(_ policy: SelectionPolicy) -> MediaPicker {
    with { $0.configuration.selection = policy }
  }

  /// Opens a tapped item full-screen, or selects it.
  public func showFullscreenPreview(_ isShown: Bool) -> MediaPicker {
    with { $0.configuration.showsFullscreenPreview = isShown }
  }

  /// Selects items at the start, and keeps the client's value up to date.
  public func selectedMedia(_ selection: PickerBinding<[PickerItem]>) -> MediaPicker {
    with { $0.closures.bindings.selection = selection }
  }

  /// Makes the choices of a reference system where they differ.
  public func compatibility(_ compatibility: PickerCompatibility) -> MediaPicker {
    with { $0.configuration.compatibility = compatibility }
  }
}

// MARK: What is shown

extension MediaPicker {
  /// Shows what the client's value says when the picker opens or ``PickerSession/follow()`` is
  /// called, and tells the client where the person went.
  public func pickerMode(_ mode: PickerBinding<PickerMode>) -> MediaPicker {
    with { $0.closures.bindings.mode = mode }
  }

  /// Opens on a screen.
  public func pickerMode(_ mode: PickerMode) -> MediaPicker {
    with { $0.configuration.mode = mode }
  }

  /// Gives the client the list of albums for a list of its own, whenever it changes.
  public func albums(_ handler: @escaping @Sendable ([Album]) -> Void) -> MediaPicker {
    with { $0.closures.bindings.albums = handler }
  }

  /// Tells the client which item is shown full-screen.
  public func fullscreenMedia(
    _ handler: @escaping @Sendable (PickerItemID?) -> Void
  ) -> MediaPicker {
    with { $0.closures.bindings.focus = handler }
  }

  /// Hides items for which a closure gives `nil`; another item may stand in for one.
  ///
  /// - Parameters:
  ///   - identity: With it, the closure is asked once for each revision of an item.
  ///   - filter: Looks at one item, several at once; the order of the items stays.
  /// - Returns: The picker with the filter.
  public func applyFilter(
    identity: FilterIdentity? = nil,
    _ filter: @escaping @Sendable (PickerItem) async throws -> PickerItem?
  ) -> MediaPicker {
    with { $0.closures.filter = ItemFilter(identity: identity, filter) }
  }

  /// Shows what a closure makes of all items: it may sort, drop and add.
  ///
  /// With a filter of single items too, that one comes first.
  public func applyFilter(
    _ filter: @escaping @Sendable ([PickerItem]) async throws -> [PickerItem]
  ) -> MediaPicker {
    with { $0.closures.listFilter = filter }
  }

  /// Shows only what a filter matches; it runs in the catalog.
  public func filter(_ filter: MediaFilter) -> MediaPicker {
    with { $0.configuration.filter = filter }
  }

  /// Says how closures filter: how many at once, for how long, and what an error means.
  public func filterOptions(_ options: FilterOptions) -> MediaPicker {
    with { $0.closures.filterOptions = options }
  }

  /// Gives items thumbnails and compatible versions.
  public func delivery(_ delivery: MediaDelivery) -> MediaPicker {
    with { $0.closures.delivery = delivery }
  }

  /// Gives a front end that draws its colours.
  public func mediaPickerTheme(_ theme: PickerTheme) -> MediaPicker {
    with { $0.configuration.theme = theme }
  }
}

// MARK: Capturing

extension MediaPicker {
  /// Shows a tile that leads to the camera.
  public func liveCameraCell(_ tile: CaptureTile = .small) -> MediaPicker {
    with { $0.configuration.liveCameraCell = tile }
  }

  /// Shows a small tile that leads to the camera, or none; the older name of `liveCameraCell`.
  public func showLiveCameraCell(_ isShown: Bool = true) -> MediaPicker {
    liveCameraCell(isShown ? .small : .none)
  }

  /// Captures with a device into an inbox.
  ///
  /// - Parameters:
  ///   - device: Takes photos and videos.
  ///   - inbox: Where they are kept until a person decides.
  ///   - folder: Where a commit brings those that are selected; `nil` leaves them in the inbox.
  /// - Returns: The picker with the camera.
  public func capture(
    with device: any CaptureDevice, into inbox: CaptureInbox, promotingTo folder: FilePath? = nil
  ) -> MediaPicker {
    with {
      $0.closures.captureDevice = device
      $0.closures.captureInbox = inbox
      $0.closures.captureFolder = folder
    }
  }

  /// Tells the client to lock the screen's orientation when the camera comes, and to unlock it when
  /// the camera goes.
  public func orientationHandler(
    _ handler: @escaping @Sendable (OrientationLock) -> Void
  ) -> MediaPicker {
    with { $0.closures.orientationHandler = handler }
  }

  /// Lets the client decide what comes when the camera is left without captures.
  public func didPressCancelCamera(_ handler: @escaping @Sendable () -> Void) -> MediaPicker {
    with { $0.closures.didPressCancelCamera = handler }
  }
}
