internal import MediaModel

/// The fields of both pickers in JSON.
enum PhotoPickerField: String, CodingKey {
  case selection, limit, behavior, matching, encoding, catalog, completion
}

/// A picker whose JSON has the fields that both have.
protocol PhotoPickerCoding: EphemeralPickerState {
  var matching: MediaFilter { get set }
  var preferredItemEncoding: PickerEncoding { get set }
  var catalog: String? { get set }
}

extension PhotoPickerCoding {
  /// Reads what both have but the completion, which a picker cannot be made without.
  mutating func readShared(_ fields: KeyedDecodingContainer<PhotoPickerField>) throws {
    if let query = try fields.decodeIfPresent(String.self, forKey: .matching) {
      matching = try PickerConfiguration.query(
        query, field: PhotoPickerField.matching.rawValue)
    }
    try fields.read(.encoding, into: &preferredItemEncoding)
    catalog = try fields.decodeIfPresent(String.self, forKey: .catalog)
  }

  /// Writes what both have.
  func writeShared(_ fields: inout KeyedEncodingContainer<PhotoPickerField>) throws {
    try fields.encode(matching.queryText, forKey: .matching)
    try fields.encode(preferredItemEncoding, forKey: .encoding)
    try fields.encodeIfPresent(catalog, forKey: .catalog)
    try fields.encode(completion, forKey: .completion)
  }
}
