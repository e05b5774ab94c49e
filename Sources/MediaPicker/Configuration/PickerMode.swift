/// Which screen a picker shows; the names are those of exyte/MediaPicker.
public enum PickerMode: Hashable, Sendable {
  /// All items, the newest first.
  case photos
  /// The list of albums.
  case albums
  /// The items of one album.
  case album(PickerAlbum)
  /// Capturing.
  case camera
  /// The review of what was captured.
  case cameraSelection

  /// True for the two screens of capturing.
  public var isCapturing: Bool { self == .camera || self == .cameraSelection }

  /// True for the screens that show items of the catalog.
  public var isGrid: Bool { if case .album = self { true } else { self == .photos } }
}

/// An album of any kind, by what tells it from others.
public enum PickerAlbum: Hashable, Sendable {
  /// A person's album, or a stored query of theirs, by its id.
  case user(Int64)
  /// A folder, by its id.
  case folder(Int64)
  /// A smart album that every catalog has, by its query.
  case smart(String)
}

extension PickerAlbum: ExpressibleByIntegerLiteral {
  /// A person's album.
  public init(integerLiteral id: Int64) { self = .user(id) }
}

extension PickerAlbum: CustomStringConvertible {
  /// `12`, `folder:5` or `smart:is:favorite`.
  public var description: String {
    switch self {
    case .user(let id): String(id)
    case .folder(let id): "folder:\(id)"
    case .smart(let query): "smart:\(query)"
    }
  }

  /// Reads what ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    if let id = Int64(text) {
      self = .user(id)
    } else if text.hasPrefix("folder:"), let id = Int64(text.dropFirst("folder:".count)) {
      self = .folder(id)
    } else if text.hasPrefix("smart:") {
      self = .smart(String(text.dropFirst("smart:".count)))
    } else {
      return nil
    }
  }
}

extension PickerMode: CustomStringConvertible {
  /// `photos`, `albums`, `album:…`, `camera` or `camera-selection`.
  public var description: String {
    switch self {
    case .photos: "photos"
    case .albums: "albums"
    case .album(let album): "album:\(album)"
    case .camera: "camera"
    case .cameraSelection: "camera-selection"
    }
  }

  /// Reads what ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    switch text {
    case "photos": self = .photos
    case "albums": self = .albums
    case "camera": self = .camera
    case "camera-selection": self = .cameraSelection
    default:
      guard text.hasPrefix("album:"),
        let album = PickerAlbum(String(text.dropFirst("album:".count)))
      else { return nil }
      self = .album(album)
    }
  }
}

extension PickerMode: Codable {
  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let mode = PickerMode(text) else {
      throw PickerError(
        code: .invalid,
        reason: "a mode is photos, albums, album:ID, camera or camera-selection, not \(text)")
    }
    self = mode
  }

  /// Writes a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
