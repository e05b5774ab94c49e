public import MediaModel

/// Which kinds of media a picker shows; the names are those of exyte/MediaPicker.
public enum MediaSelectionType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Images and videos.
  case photoAndVideo = "photo-and-video"
  /// Images.
  case photo
  /// Videos.
  case video

  /// The kinds.
  public var types: Set<MediaType> {
    switch self {
    case .photoAndVideo: [.image, .video]
    case .photo: [.image]
    case .video: [.video]
    }
  }

  /// The predicate that comes before every other filter; behaviours S-21.
  public var filter: MediaFilter {
    switch self {
    case .photoAndVideo: .everything
    case .photo: .images
    case .video: .videos
    }
  }
}

/// What an indicator shows of a selected item; the order of the result does not depend on it.
public enum MediaSelectionStyle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A tick.
  case checkmark
  /// The number in the order of selection.
  case count
  /// Nothing.
  case none
}

/// The tile that leads to capturing.
public enum CaptureTile: String, Hashable, Sendable, Codable, CaseIterable {
  /// There is none.
  case none
  /// One cell.
  case small
  /// Two rows high, the first in the grid; `prominant` in exyte/MediaPicker.
  case large
}

/// When a client is given the selection.
public enum PickerDelivery: String, Hashable, Sendable, Codable, CaseIterable {
  /// Once, at the commit.
  case onCommit = "on-commit"
  /// At each change.
  case continuous
}

/// What becomes of a preselection that is over the limit; behaviours S-14.
public enum PreselectionRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// It stays, and a commit waits until enough is deselected, as in PhotosUI.
  case keep
  /// What is beyond the limit is dropped, and reported.
  case trim
}

/// Parts of a picker that can be taken away; the names are those of `PHPickerCapabilities`.
public enum PickerCapability: String, Hashable, Sendable, Codable, CaseIterable {
  /// The search field.
  case search
  /// The tray of chosen items.
  case stagingArea = "staging-area"
  /// Albums, and the way between them and all items.
  case collectionNavigation = "collection-navigation"
  /// The buttons that commit and cancel.
  case selectionActions = "selection-actions"
  /// A warning before sensitive pictures; there is none here, so taking it away changes nothing.
  case sensitivityAnalysisIntervention = "sensitivity-analysis-intervention"
}

/// Whose choices a picker makes where the reference systems differ; behaviours G-26.
public enum PickerCompatibility: String, Hashable, Sendable, Codable, CaseIterable {
  /// Ours; section 0 of the behaviours.
  case none
  /// Those of exyte/MediaPicker 3.4.6.
  case exyte
  /// Those of PhotosUI, where the order of the result is that of selection when cells show numbers,
  /// else as shown.
  case photosPicker = "photos-picker"
}
