public import MediaModel

/// A picker of several items, as a value in a program's state.
public struct MultiplePhotosPickerState: EphemeralPickerState {
  /// What is selected when it comes up, in order.
  public var selection: [PickerItemID]
  /// How many can be chosen; `nil` and 0 for any number.
  public var maxSelectionCount: Int?
  /// When the choice is told, and in which order.
  public var selectionBehavior: PhotosPickerSelectionBehavior
  /// Which items are shown.
  public var matching: MediaFilter
  /// As what the chosen items are given; as it stands here, as what every program opens.
  public var preferredItemEncoding: PickerEncoding
  /// Where the catalog is; `nil` for the person's own.
  public var catalog: String?
  /// What the program shall do with the choice, in a word of its own.
  public var completion: String

  /// Whether each change is told and only the person closes it.
  public var isContinuous: Bool { selectionBehavior.isContinuous }

  /// Describes a picker.
  public init(
    selection: [PickerItemID] = [], maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default,
    matching: MediaFilter = .everything,
    preferredItemEncoding: PickerEncoding = .automatic(accepting: []), catalog: String? = nil,
    completion: String
  ) {
    self.selection = selection
    self.maxSelectionCount = maxSelectionCount
    self.selectionBehavior = selectionBehavior
    self.matching = matching
    self.preferredItemEncoding = preferredItemEncoding
    self.catalog = catalog
    self.completion = completion
  }

  /// A picker that ends with its commit.
  ///
  /// - Throws: ``PickerError`` `invalid` for a negative count.
  public var configuration: PickerConfiguration {
    get throws(PickerError) {
      var configuration = configuration(selecting: selection)
      configuration.selection.limit = try SelectionLimit(photosPicker: maxSelectionCount ?? 0)
      configuration.style = selectionBehavior.isOrdered ? .count : .checkmark
      configuration.delivery = selectionBehavior.isContinuous ? .continuous : .onCommit
      // Several items were asked for, were it one at most: a pick is not the end.
      configuration.commitsOnPick = false
      return configuration
    }
  }
}

extension MultiplePhotosPickerState: PhotoPickerCoding {
  /// Reads what ``encode(to:)`` writes; everything but the completion may be missing.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PhotoPickerField.self)
    self.init(completion: try fields.decode(String.self, forKey: .completion))
    try fields.read(.selection, into: &selection)
    maxSelectionCount = try fields.decodeIfPresent(Int.self, forKey: .limit)
    try fields.read(.behavior, into: &selectionBehavior)
    try readShared(fields)
  }

  /// Writes `selection`, `limit`, `behavior`, `matching` as a query, `encoding`, `catalog` and
  /// `completion`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PhotoPickerField.self)
    try fields.encode(selection, forKey: .selection)
    try fields.encodeIfPresent(maxSelectionCount, forKey: .limit)
    try fields.encode(selectionBehavior, forKey: .behavior)
    try writeShared(&fields)
  }
}
