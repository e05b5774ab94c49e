public import MediaModel

/// A picker as a value in a program's state: while it is there, the picker is shown; behaviours T-01.
///
/// What shall come of the choice is a word, not a closure, so two values are equal when everything
/// in them is; behaviours T-02.
public protocol EphemeralPickerState: Hashable, Sendable, Codable {
  /// Which items are shown.
  var matching: MediaFilter { get }
  /// As what the chosen items are given.
  var preferredItemEncoding: PickerEncoding { get }
  /// Where the catalog is; `nil` for the person's own.
  var catalog: String? { get }
  /// What the program shall do with the choice, in a word of its own.
  var completion: String { get }
  /// Whether each change is told and only the person closes it; else the choice is told once.
  var isContinuous: Bool { get }
  /// The picker that it describes.
  ///
  /// - Throws: ``PickerError`` `invalid` for a count that makes no sense.
  var configuration: PickerConfiguration { get throws(PickerError) }
}

extension EphemeralPickerState {
  /// What both pickers have in common.
  func configuration(selecting items: [PickerItemID]) -> PickerConfiguration {
    var configuration = PickerConfiguration()
    configuration.compatibility = .photosPicker
    configuration.showsFullscreenPreview = false
    configuration.preselection = items
    configuration.filter = matching
    configuration.encoding = preferredItemEncoding
    return configuration
  }
}

/// When a choice of several items is told, and in which order; the words of PhotosUI.
public enum PhotosPickerSelectionBehavior: String, Hashable, Sendable, Codable, CaseIterable {
  /// Once, as shown.
  case `default`
  /// Once, as selected, with numbers.
  case ordered
  /// At each change, as shown.
  case continuous
  /// At each change, as selected, with numbers.
  case continuousAndOrdered = "continuous-and-ordered"

  /// Whether the order of selection is that of the result.
  public var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }

  /// Whether each change is told.
  public var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
}
