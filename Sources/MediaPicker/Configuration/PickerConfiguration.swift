public import MediaCatalog
public import MediaModel

/// Everything that says how a picker behaves, but its closures; one JSON for library, command line
/// and HTTP.
///
/// A value: a running picker keeps its own copy, and is changed with ``PickerUpdate``.
public struct PickerConfiguration: Hashable, Sendable {
  /// Whose choices are made where the reference systems differ.
  public var compatibility: PickerCompatibility
  /// Which kinds are shown.
  public var mediaTypes: MediaSelectionType
  /// What may be selected.
  public var selection: SelectionPolicy
  /// What an indicator shows.
  public var style: MediaSelectionStyle
  /// Whether a tap shows an item full-screen; else it selects.
  public var showsFullscreenPreview: Bool
  /// Whether a pick is the end; `nil` means at a limit of one.
  public var commitsOnPick: Bool?
  /// Whether a commit without a selection takes the item that is shown full-screen.
  public var commitsFocusedIfEmpty: Bool
  /// The tile that leads to capturing.
  public var liveCameraCell: CaptureTile
  /// The first screen.
  public var mode: PickerMode
  /// What is selected at the start.
  public var preselection: [PickerItemID]
  /// What becomes of a preselection that is over the limit.
  public var preselectionRule: PreselectionRule
  /// Which items are shown; others are not there at all.
  public var filter: MediaFilter
  /// The order of all items.
  public var sort: MediaSort
  /// What is searched for at the start, in the query language.
  public var searchText: String
  /// What comes first, in the query language: a section above the grid; empty for none.
  public var highlight: String
  /// When a client is given the selection.
  public var delivery: PickerDelivery
  /// Parts that are taken away.
  public var disabledCapabilities: Set<PickerCapability>
  /// Whether originals are given as they are, or as what every program opens.
  public var encoding: PickerEncoding
  /// What a delivered copy says no more; location by default, as a client sees none either.
  public var strippedMetadata: MetadataStripping
  /// Roots that this session may see, by id, `nil` for all: the limited access of a photo library.
  public var allowedRoots: Set<Int64>?
  /// Whether a selected item that is not shown any more is deselected; else only a loss does that.
  public var clearsHiddenOnFilter: Bool
  /// Whether the client decides what comes when the camera is left without captures; else all items
  /// are shown.
  public var handlesCancelCamera: Bool
  /// Seconds after the last sign of life until the session expires; `nil` for never.
  ///
  /// The file of an expired session is removed when another one is opened, as is that of any session
  /// that ended, or has no lifetime, when nobody has run it for 30 days.
  public var lifetime: Double?
  /// Colours and measures, for front ends that draw.
  public var theme: PickerTheme

  /// Makes the usual configuration: any number of images and videos, the newest first.
  public init() {
    compatibility = .none
    mediaTypes = .photoAndVideo
    selection = SelectionPolicy()
    style = .checkmark
    showsFullscreenPreview = true
    commitsOnPick = nil
    commitsFocusedIfEmpty = false
    liveCameraCell = .small
    mode = .photos
    preselection = []
    preselectionRule = .keep
    filter = .everything
    sort = .taken
    searchText = ""
    highlight = ""
    delivery = .onCommit
    disabledCapabilities = []
    encoding = .current
    strippedMetadata = .location
    allowedRoots = nil
    clearsHiddenOnFilter = false
    handlesCancelCamera = false
    lifetime = nil
    theme = PickerTheme()
  }

  /// What may be selected: the policy, and the kinds that are shown.
  public var effectivePolicy: SelectionPolicy {
    var policy = selection
    policy.bounds.types = policy.bounds.types.map { $0.intersection(mediaTypes.types) }
    if mediaTypes != .photoAndVideo && policy.bounds.types == nil {
      policy.bounds.types = mediaTypes.types
    }
    if rules.refusesAtOne { policy.replacesAtOne = false }
    if rules.numbersOrder, policy.resultOrder == .selection, style != .count {
      policy.resultOrder = .display
    }
    return policy
  }

  /// True when a pick ends the session.
  public var endsOnPick: Bool { commitsOnPick ?? selection.limit.isSingle }

  var rules: CompatibilityRules { CompatibilityRules(compatibility) }

  /// Checks what the types cannot say.
  ///
  /// - Throws: ``PickerError`` `invalid` with a sentence that names the field.
  public func validate() throws(PickerError) {
    try selection.validate()
    if let types = selection.bounds.types, types.isDisjoint(with: mediaTypes.types) {
      throw PickerError(
        code: .invalid, reason: "media_types and the types of the bounds have nothing in common")
    }
    try effectivePolicy.validate()
    _ = try Self.query(searchText, field: "search_text")
    _ = try Self.query(highlight, field: "highlight")
    if let lifetime, !(lifetime > 0) {
      throw PickerError(code: .invalid, reason: "a lifetime is a number of seconds above 0")
    }
  }

  /// Reads a query of a field.
  static func query(_ text: String, field: String) throws(PickerError) -> MediaFilter {
    do {
      return try MediaFilter(parsing: text)
    } catch {
      throw PickerError(code: .invalid, reason: "\(field): \(error)")
    }
  }
}

/// Which bytes a client is given; ``EncodingPolicy`` in JSON's words.
public enum PickerEncoding: Hashable, Sendable {
  /// The current bytes.
  case current
  /// What every program opens.
  case compatible
  /// The current bytes if they are of one of these media types, else what every program opens.
  case automatic(accepting: [String])

  /// The policy of deliveries.
  public var policy: EncodingPolicy {
    switch self {
    case .current: .current
    case .compatible: .compatible
    case .automatic(let types): .automatic(accepting: types)
    }
  }
}

/// What can be changed while a picker is shown; `nil` leaves a part as it is.
///
/// - Note: Source: `PHPickerConfiguration.Update` of PhotosUI.
public struct PickerUpdate: Hashable, Sendable, Codable {
  /// How many may be selected.
  public var limit: SelectionLimit?
  /// What each item must be like.
  public var bounds: ItemBounds?
  /// What all of them together must be like.
  public var quota: BatchQuota?
  /// Which items count as one.
  public var duplicates: DuplicateRule?
  /// What is searched for.
  public var searchText: String?
  /// Parts that are taken away.
  public var disabledCapabilities: Set<PickerCapability>?

  private enum CodingKeys: String, CodingKey {
    case limit, bounds, quota, duplicates, searchText = "search_text"
    case disabledCapabilities = "disabled_capabilities"
  }

  /// Makes an update that changes nothing yet.
  public init(
    limit: SelectionLimit? = nil, bounds: ItemBounds? = nil, quota: BatchQuota? = nil,
    duplicates: DuplicateRule? = nil, searchText: String? = nil,
    disabledCapabilities: Set<PickerCapability>? = nil
  ) {
    self.limit = limit
    self.bounds = bounds
    self.quota = quota
    self.duplicates = duplicates
    self.searchText = searchText
    self.disabledCapabilities = disabledCapabilities
  }
}
