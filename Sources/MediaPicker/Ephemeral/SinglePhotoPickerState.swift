public import MediaModel

/// A picker of one item, as a value in a program's state.
public struct SinglePhotoPickerState: EphemeralPickerState {
  /// What is selected when it comes up.
  public var selection: PickerItemID?
  /// Which items are shown.
  public var matching: MediaFilter
  /// As what the chosen item is given; as it stands here, as what every program opens.
  public var preferredItemEncoding: PickerEncoding
  /// Where the catalog is; `nil` for the person's own.
  public var catalog: String?
  /// What the program shall do with the choice, in a word of its own.
  public var completion: String

  /// False: one pick is the end.
  public var isContinuous: Bool { false }

  /// Describes a picker.
  public init(
    selection: PickerItemID? = nil, matching: MediaFilter = .everything,
    preferredItemEncoding: PickerEncoding = .automatic(accepting: []), catalog: String? = nil,
    completion: String
  ) {
    self.selection = selection
    self.matching = matching
    self.preferredItemEncoding = preferredItemEncoding
    self.catalog = catalog
    self.completion = completion
  }

  /// A picker that ends with the first pick.
  public var configuration: PickerConfiguration {
    get throws(PickerError) {
      var configuration = configuration(selecting: selection.map { [$0] } ?? [])
      configuration.selection.limit = .max(1)
      return configuration
    }
  }
}

extension SinglePhotoPickerState: PhotoPickerCoding {
  /// Reads what ``encode(to:)`` writes; everything but the completion may be missing.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PhotoPickerField.self)
    self.init(completion: try fields.decode(String.self, forKey: .completion))
    selection = try fields.decodeIfPresent(PickerItemID.self, forKey: .selection)
    try readShared(fields)
  }

  /// Writes `selection`, `matching` as a query, `encoding`, `catalog` and `completion`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PhotoPickerField.self)
    try fields.encodeIfPresent(selection, forKey: .selection)
    try writeShared(&fields)
  }
}
