internal import FoundationEssentials
internal import MediaCatalog
internal import MediaModel

extension PickerConfiguration: Codable {
  /// The version that this library writes; it reads this and older ones.
  public static let jsonVersion = 1

  private enum Key: String, CodingKey {
    case version, compatibility, selection, style, mode, preselection, filter, sort, highlight,
      delivery, encoding, strip, roots, lifetime, theme
    case mediaTypes = "media_types", preview = "fullscreen_preview", commitsOnPick =
      "commit_on_pick"
    case commitsFocused = "commit_focused_if_empty", liveCameraCell = "live_camera_cell"
    case preselectionRule = "preselection_rule", searchText = "search_text"
    case disabled = "disabled_capabilities", clearsHidden = "clear_hidden_on_filter"
    case handlesCancelCamera = "handles_cancel_camera"
  }

  /// Reads what ``encode(to:)`` writes; missing fields have their defaults, unknown ones are passed
  /// over, and a newer version is refused.
  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: Key.self)
    let version = try fields.decodeIfPresent(Int.self, forKey: .version) ?? Self.jsonVersion
    guard version > 0 else {
      throw PickerError(code: .invalid, reason: "version is a whole number from 1, not \(version)")
    }
    guard version <= Self.jsonVersion else {
      throw PickerError(
        code: .tooNew,
        reason: "the configuration has version \(version); this library reads up to "
          + "\(Self.jsonVersion)")
    }
    func readWord<Value: CaseIterable & RawRepresentable<String>>(
      _ key: Key, _ value: inout Value
    ) throws {
      guard let word = try fields.decodeIfPresent(String.self, forKey: key) else { return }
      value = try Self.word(word, of: key.rawValue)
    }
    try readWord(.compatibility, &compatibility)
    try readWord(.mediaTypes, &mediaTypes)
    try fields.read(.selection, into: &selection)
    try readWord(.style, &style)
    try fields.read(.preview, into: &showsFullscreenPreview)
    commitsOnPick = try fields.decodeIfPresent(Bool.self, forKey: .commitsOnPick)
    try fields.read(.commitsFocused, into: &commitsFocusedIfEmpty)
    try readWord(.liveCameraCell, &liveCameraCell)
    try fields.read(.mode, into: &mode)
    try fields.read(.preselection, into: &preselection)
    try readWord(.preselectionRule, &preselectionRule)
    if let query = try fields.decodeIfPresent(String.self, forKey: .filter) {
      filter = try Self.query(query, field: "filter")
    }
    if let name = try fields.decodeIfPresent(String.self, forKey: .sort) {
      guard let sort = MediaSort(rawValue: name) else {
        throw PickerError(code: .invalid, reason: "sort: there is no order \(name)")
      }
      self.sort = sort
    }
    try fields.read(.searchText, into: &searchText)
    try fields.read(.highlight, into: &highlight)
    try readWord(.delivery, &delivery)
    if let words = try fields.decodeIfPresent([String].self, forKey: .disabled) {
      disabledCapabilities = Set(
        try words.map { word throws(PickerError) in
          try Self.word(word, of: Key.disabled.rawValue)
        })
    }
    try fields.read(.encoding, into: &encoding)
    if let words = try fields.decodeIfPresent([String].self, forKey: .strip) {
      guard
        let stripping = words.isEmpty
          ? [] : MetadataStripping(words: words.joined(separator: ","))
      else {
        throw PickerError(
          code: .invalid,
          reason: "strip is a list of \(MetadataStripping.words.joined(separator: ", "))")
      }
      strippedMetadata = stripping
    }
    allowedRoots = try fields.decodeIfPresent(Set<Int64>.self, forKey: .roots)
    try fields.read(.clearsHidden, into: &clearsHiddenOnFilter)
    try fields.read(.handlesCancelCamera, into: &handlesCancelCamera)
    lifetime = try fields.decodeIfPresent(Double.self, forKey: .lifetime)
    try fields.read(.theme, into: &theme)
    try validate()
  }

  /// Writes all fields, with the version.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(Self.jsonVersion, forKey: .version)
    try fields.encode(compatibility, forKey: .compatibility)
    try fields.encode(mediaTypes, forKey: .mediaTypes)
    try fields.encode(selection, forKey: .selection)
    try fields.encode(style, forKey: .style)
    try fields.encode(showsFullscreenPreview, forKey: .preview)
    try fields.encodeIfPresent(commitsOnPick, forKey: .commitsOnPick)
    try fields.encode(commitsFocusedIfEmpty, forKey: .commitsFocused)
    try fields.encode(liveCameraCell, forKey: .liveCameraCell)
    try fields.encode(mode, forKey: .mode)
    try fields.encode(preselection, forKey: .preselection)
    try fields.encode(preselectionRule, forKey: .preselectionRule)
    try fields.encode(filter.queryText, forKey: .filter)
    try fields.encode(sort.rawValue, forKey: .sort)
    try fields.encode(searchText, forKey: .searchText)
    try fields.encode(highlight, forKey: .highlight)
    try fields.encode(delivery, forKey: .delivery)
    try fields.encode(disabledCapabilities.sorted { $0.rawValue < $1.rawValue }, forKey: .disabled)
    try fields.encode(encoding, forKey: .encoding)
    try fields.encode(strippedMetadata.pickerWords, forKey: .strip)
    try fields.encodeIfPresent(allowedRoots?.sorted(), forKey: .roots)
    try fields.encode(clearsHiddenOnFilter, forKey: .clearsHidden)
    try fields.encode(handlesCancelCamera, forKey: .handlesCancelCamera)
    try fields.encodeIfPresent(lifetime, forKey: .lifetime)
    try fields.encode(theme, forKey: .theme)
  }
}

extension PickerConfiguration {
  /// Reads a word of a field, or says which words there are.
  private static func word<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String, of field: String
  ) throws(PickerError) -> Value {
    if let value = Value(rawValue: text) { return value }
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw PickerError(code: .invalid, reason: "\(field) is one of \(words), not \(text)")
  }

  /// Reads a configuration from JSON.
  ///
  /// - Throws: ``PickerError`` that says which field is wrong.
  public init(json: [UInt8]) throws {
    self = try PickerJSON.value(Self.self, from: json)
  }

  /// The configuration as JSON, with sorted keys.
  public func json() throws -> [UInt8] { try PickerJSON.bytes(of: self) }
}

extension PickerEncoding: Codable {
  private enum Key: String, CodingKey { case automatic }

  /// Reads `"current"`, `"compatible"` or `{"automatic": ["image/*"]}`.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "current": self = .current
      case "compatible": self = .compatible
      default:
        throw PickerError(
          code: .invalid,
          reason: #"encoding is "current", "compatible" or {"automatic": [types]}"#)
      }
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    self = .automatic(accepting: try container.decode([String].self, forKey: .automatic))
  }

  /// Writes a word, or the accepted types.
  public func encode(to encoder: any Encoder) throws {
    if case .automatic(let types) = self {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(types, forKey: .automatic)
      return
    }
    var container = encoder.singleValueContainer()
    try container.encode(self == .current ? "current" : "compatible")
  }
}

extension MetadataStripping {
  /// The words of the options that are set.
  fileprivate var pickerWords: [String] {
    if isTotal { return ["all"] }
    let options: [(MetadataStripping, String)] = [
      (.location, "location"), (.captions, "captions"), (.serials, "serials"),
    ]
    return options.filter { contains($0.0) }.map(\.1)
  }
}
