/// What stands above the items: two buttons, the way between items and albums, and the counts.
public struct PickerHeader: Hashable, Sendable {
  /// Whether the buttons that commit and cancel are there.
  public let hasActions: Bool
  /// Whether a commit would do something.
  public let isCommitEnabled: Bool
  /// Why it would not.
  public let commitBlocks: [CommitBlock]
  /// Whether the way between items and albums is there.
  public let hasNavigation: Bool
  /// Whether its half for albums is lit; only in the list of albums, as in the reference.
  public let isAlbumsLit: Bool
  /// Whether there is a screen to go back to.
  public let canGoBack: Bool
  /// Whether the search field is there.
  public let hasSearch: Bool
  /// How many are selected.
  public let selectedCount: Int
  /// How many can be, `nil` for any number.
  public let maximum: Int?

  init(_ state: PickerState) {
    let disabled = state.configuration.disabledCapabilities
    hasActions = !disabled.contains(.selectionActions)
    commitBlocks = state.commitBlocks
    isCommitEnabled = state.isPresented && commitBlocks.isEmpty
    hasNavigation = !disabled.contains(.collectionNavigation) && !state.mode.isCapturing
    isAlbumsLit = state.mode == .albums
    canGoBack = state.history.last.map { !state.isOutOfReach($0) } ?? false
    hasSearch = !disabled.contains(.search) && !state.mode.isCapturing
    selectedCount = state.selection.count
    maximum = state.configuration.selection.limit.maximum
  }
}
