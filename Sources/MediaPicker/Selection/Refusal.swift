/// Why an item cannot be selected, in words for people and a code for programs; behaviours G-01.
public struct Refusal: Hashable, Sendable {
  /// Which item.
  public var item: PickerItemID
  /// Why.
  public var reason: RefusalReason

  /// Makes a refusal.
  public init(_ item: PickerItemID, _ reason: RefusalReason) {
    self.item = item
    self.reason = reason
  }
}

/// What keeps an item from being selected.
public enum RefusalReason: Hashable, Sendable, Codable {
  /// So many are selected already, and no more may be.
  case limitReached(max: Int)
  /// Its kind is not wanted.
  case typeNotAllowed(allowed: [String])
  /// Its media type is not wanted.
  case mimeNotAllowed(String, allowed: [String])
  /// Its file is too large.
  case tooManyBytes(Int64, max: Int64)
  /// Its file is too small.
  case tooFewBytes(Int64, min: Int64)
  /// It has too many pixels.
  case tooManyPixels(Int, max: Int)
  /// It has too few pixels.
  case tooFewPixels(Int, min: Int)
  /// It lasts too long, in seconds.
  case tooLong(Double, max: Double)
  /// It is too short, in seconds.
  case tooShort(Double, min: Double)
  /// So many of its kind are selected already.
  case typeQuota(String, max: Int)
  /// Its kind does not go with those that are selected.
  case exclusive(selected: String)
  /// The places that are left are needed for another kind.
  case reserved(for: String, count: Int)
  /// So many of an album are selected already.
  case albumQuota(Int64, max: Int)
  /// The places that are left are needed for items of an album.
  case reservedForAlbum(Int64, count: Int)
  /// All selected files together would be too large.
  case totalBytes(max: Int64)
  /// All selected videos together would be too long, in seconds.
  case totalDuration(max: Double)
  /// The bytes of a selected item are equal to its own.
  case duplicateOfSelected(PickerItemID)
  /// A selected item looks like it.
  case looksLikeSelected(PickerItemID)
  /// Its file is gone.
  case missing
  /// Its disk is not there.
  case offline
  /// Its file could not be read.
  case unreadable
  /// There is no such item.
  case unknown
  /// It is outside of what this session may see.
  case noAccess
  /// The capture that it is was discarded.
  case discarded
  /// The session has ended.
  case sessionClosed
}

extension RefusalReason {
  /// The stable text of the reason, printed in JSON.
  public var code: String {
    switch self {
    case .limitReached: "limit-reached"
    case .typeNotAllowed: "type-not-allowed"
    case .mimeNotAllowed: "mime-not-allowed"
    case .tooManyBytes: "too-many-bytes"
    case .tooFewBytes: "too-few-bytes"
    case .tooManyPixels: "too-many-pixels"
    case .tooFewPixels: "too-few-pixels"
    case .tooLong: "too-long"
    case .tooShort: "too-short"
    case .typeQuota: "type-quota"
    case .exclusive: "exclusive"
    case .reserved: "reserved"
    case .albumQuota: "album-quota"
    case .reservedForAlbum: "reserved-for-album"
    case .totalBytes: "total-bytes"
    case .totalDuration: "total-duration"
    case .duplicateOfSelected: "duplicate-of-selected"
    case .looksLikeSelected: "looks-like-selected"
    case .missing: "missing"
    case .offline: "offline"
    case .unreadable: "unreadable"
    case .unknown: "unknown"
    case .noAccess: "no-access"
    case .discarded: "discarded"
    case .sessionClosed: "session-closed"
    }
  }

  /// What happened, as a sentence.
  public var message: String {
    switch self {
    case .limitReached(let max): "No more than \(max) can be selected."
    case .typeNotAllowed(let allowed): "Only \(Self.list(allowed, plural: true)) can be selected."
    case .mimeNotAllowed(let mime, let allowed): "\(mime) is not among \(Self.list(allowed))."
    case .tooManyBytes(let bytes, let max): "It has \(bytes) bytes; \(max) are allowed."
    case .tooFewBytes(let bytes, let min): "It has \(bytes) bytes; at least \(min) are wanted."
    case .tooManyPixels(let pixels, let max): "It has \(pixels) pixels; \(max) are allowed."
    case .tooFewPixels(let pixels, let min): "It has \(pixels) pixels; at least \(min) are wanted."
    case .tooLong(let seconds, let max): "It lasts \(seconds) s; \(max) s are allowed."
    case .tooShort(let seconds, let min): "It lasts \(seconds) s; at least \(min) s are wanted."
    case .typeQuota(let type, let max): "No more than \(max) \(type)s can be selected."
    case .exclusive(let selected): "It cannot be selected together with \(selected)s."
    case .reserved(let type, let count): "\(count) of the places left are for \(type)s."
    case .albumQuota(let album, let max):
      "No more than \(max) of album \(album) can be selected."
    case .reservedForAlbum(let album, let count):
      "\(count) of the places left are for items of album \(album)."
    case .totalBytes(let max): "All together would have more than \(max) bytes."
    case .totalDuration(let max): "All together would last longer than \(max) s."
    case .duplicateOfSelected: "An item with the same bytes is selected already."
    case .looksLikeSelected: "An item that looks like it is selected already."
    case .missing: "Its file is gone."
    case .offline: "Its disk is not there."
    case .unreadable: "Its file could not be read."
    case .unknown: "There is no such item."
    case .noAccess: "This session may not see it."
    case .discarded: "The capture was discarded."
    case .sessionClosed: "The session has ended."
    }
  }

  /// What to do about it, as a sentence; `nil` when there is nothing to do.
  public var remedy: String? {
    switch self {
    case .limitReached(max: 0), .typeQuota(_, max: 0), .albumQuota(_, max: 0): nil
    case .albumQuota(let album, _): "Deselect another item of album \(album) first."
    case .reservedForAlbum(let album, _):
      "Select items of album \(album) for the places left, or deselect another item."
    case .limitReached, .typeQuota, .totalBytes, .totalDuration: "Deselect another item first."
    case .exclusive(let selected): "Deselect the \(selected)s first."
    case .reserved(let type, _): "Select \(type)s for the places left, or deselect another item."
    case .duplicateOfSelected(let item), .looksLikeSelected(let item):
      "Deselect item \(item) to take this one."
    case .offline: "Connect the disk, and try again."
    case .unreadable: "mediacat status --errors says why."
    case .missing: "mediacat index finds it if it was moved."
    case .sessionClosed: "Open a new session."
    case .typeNotAllowed, .mimeNotAllowed, .tooManyBytes, .tooFewBytes, .tooManyPixels,
      .tooFewPixels, .tooLong, .tooShort, .unknown, .noAccess, .discarded:
      nil
    }
  }

  private static func list(_ words: [String], plural isPlural: Bool = false) -> String {
    let words = isPlural ? words.map { "\($0)s" } : words
    guard words.count > 1, let last = words.last else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Refusal: Codable {
  private enum Key: String, CodingKey { case id, reason, message, remedy, detail }

  /// Reads the item and the detail.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    item = try container.decode(PickerItemID.self, forKey: .id)
    reason = try container.decode(RefusalReason.self, forKey: .detail)
  }

  /// Writes the item, the code, both sentences, and the values behind them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(item, forKey: .id)
    try container.encode(reason.code, forKey: .reason)
    try container.encode(reason.message, forKey: .message)
    try container.encodeIfPresent(reason.remedy, forKey: .remedy)
    try container.encode(reason, forKey: .detail)
  }
}
