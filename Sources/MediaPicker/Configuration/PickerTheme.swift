/// Colours and measures of a picker by the keys of exyte/MediaPicker's theme; behaviours U-05.
///
/// A key is `group.name`, as in `main.pickerBackground`; a front end that draws turns each into one
/// property. Keys that nobody knows are kept apart with a warning, so a newer theme still works.
public struct PickerTheme: Hashable, Sendable {
  /// Values by key, as CSS writes them.
  public private(set) var values: [String: String] = [:]
  /// What was not taken, as sentences.
  public private(set) var warnings: [String] = []

  /// Compares the values; how they were named does not count.
  public static func == (left: PickerTheme, right: PickerTheme) -> Bool {
    left.values == right.values
  }
  /// Feeds the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }

  /// Makes an empty theme: every front end has its own look.
  public init() {}

  /// Takes values by key.
  public init(_ values: [String: String]) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { set(value, for: key) }
  }

  /// Sets one value; a key by its old name is set under its new one.
  public mutating func set(_ value: String, for key: String) {
    if Self.keys.contains(key) {
      values[key] = value
    } else if let newer = Self.renamed[key] {
      values[newer] = value
      warnings.append("\(key) is called \(newer) now")
    } else {
      warnings.append("there is no theme key \(key)")
    }
  }

  /// All keys.
  public static let keys: Set<String> = {
    let main = [
      "pickerText", "pickerBackground", "fullscreenPhotoBackground", "cameraText",
      "cameraBackground", "cameraSelectionText", "cameraSelectionBackground",
    ].map { "main.\($0)" }
    let selection = ["cell", "fullscreen"].flatMap { place in
      [
        "EmptyBorder", "EmptyBackground", "SelectedBorder", "SelectedBackground",
        "SelectedCheckmark",
      ]
      .map { "selection.\(place)\($0)" }
    }
    let cell = ["columnsSpacing", "rowSpacing", "cornerRadius"].map { "cellStyle.\($0)" }
    let error = ["background", "tint"].map { "error.\($0)" }
    let header = [
      "background", "segmentTint", "selectedSegmentTint", "selectedText", "unselectedText",
    ].map { "defaultHeader.\($0)" }
    return Set(main + selection + cell + error + header)
  }()

  /// Keys of the reference's README that its code has renamed; behaviours D8.
  static let renamed = [
    "main.background": "main.pickerBackground", "main.text": "main.pickerText",
    "selection.emptyTint": "selection.cellEmptyBorder",
    "selection.emptyBackground": "selection.cellEmptyBackground",
    "selection.selectedTint": "selection.cellSelectedBackground",
    "selection.fullscreenTint": "selection.fullscreenSelectedBackground",
  ]
}

extension PickerTheme: Codable {
  /// Reads an object of texts.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String: String].self))
  }

  /// Writes an object of texts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
