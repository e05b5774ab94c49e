/// What tells one thing that can be picked from another; stable across renames, moves and sessions.
///
/// In JSON an item of the catalog is its number, a capture `"capture:UID"`, a client's own source
/// `"source:NAME"`.
public enum PickerItemID: Hashable, Sendable {
  /// An item of the catalog, by its id.
  case media(Int64)
  /// A capture in the inbox, by its uid.
  case capture(String)
  /// A client's own source, by the name that its program chose.
  case source(String)

  /// The item's id in the catalog, `nil` for what is not in it.
  public var mediaID: Int64? { if case .media(let id) = self { id } else { nil } }

  /// The capture's uid, `nil` for what is none.
  public var captureID: String? { if case .capture(let uid) = self { uid } else { nil } }
}

extension PickerItemID: CustomStringConvertible {
  /// The number, `capture:UID` or `source:NAME`.
  public var description: String {
    switch self {
    case .media(let id): String(id)
    case .capture(let uid): "capture:\(uid)"
    case .source(let name): "source:\(name)"
    }
  }

  /// Reads what ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    if let id = Int64(text) {
      self = .media(id)
    } else if text.hasPrefix("capture:") {
      self = .capture(String(text.dropFirst("capture:".count)))
    } else if text.hasPrefix("source:") {
      self = .source(String(text.dropFirst("source:".count)))
    } else {
      return nil
    }
  }
}

extension PickerItemID: Codable {
  /// Reads a number or a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(Int64.self) {
      self = .media(id)
      return
    }
    let text = try container.decode(String.self)
    guard let id = PickerItemID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is neither an id, capture:UID nor source:NAME")
    }
    self = id
  }

  /// Writes a number for an item of the catalog, else a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let mediaID { try container.encode(mediaID) } else { try container.encode(description) }
  }
}
