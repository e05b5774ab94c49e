internal import MediaModel

extension ItemFacts: Codable {
  private enum Key: String, CodingKey {
    case id, type, mime, size, duration, taken, state, revision, digest, look, albums
    case width = "display_width", height = "display_height"
  }

  /// Reads what ``encode(to:)`` writes; everything but the id may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decodeIfPresent(String.self, forKey: .type)
    let seconds = try container.decodeIfPresent(Double.self, forKey: .duration)
    let width = try container.decodeIfPresent(Int.self, forKey: .width)
    let height = try container.decodeIfPresent(Int.self, forKey: .height)
    let text = try container.decodeIfPresent(String.self, forKey: .taken)
    self.init(
      id: try container.decode(PickerItemID.self, forKey: .id),
      type: try name.map { try MediaType(pickerName: $0) },
      mime: try container.decodeIfPresent(String.self, forKey: .mime)
        ?? ContentType.data.rawValue,
      byteCount: try container.decodeIfPresent(Int64.self, forKey: .size),
      displaySize: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } },
      duration: try seconds.map { try Self.duration($0) },
      taken: try text.map { try Self.wallTime($0) },
      availability: try container.decodeIfPresent(Availability.self, forKey: .state) ?? .ok,
      revision: try container.decodeIfPresent(Int64.self, forKey: .revision) ?? 0,
      digest: try container.decodeIfPresent(String.self, forKey: .digest),
      look: try container.decodeIfPresent(String.self, forKey: .look).map { try Self.look($0) },
      albums: try container.decodeIfPresent(Set<Int64>.self, forKey: .albums) ?? [])
  }

  /// Writes the fields under the names of the command line, without those that have no value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(type?.name, forKey: .type)
    try container.encode(mime, forKey: .mime)
    try container.encodeIfPresent(byteCount, forKey: .size)
    try container.encodeIfPresent(displaySize?.width, forKey: .width)
    try container.encodeIfPresent(displaySize?.height, forKey: .height)
    // What a damaged file claims must not make a session's file one that cannot be read again.
    let seconds = duration.map { min(max($0, .zero), .seconds(Self.longest)) / .seconds(1) }
    try container.encodeIfPresent(seconds, forKey: .duration)
    try container.encodeIfPresent(taken?.description, forKey: .taken)
    if availability != .ok { try container.encode(availability, forKey: .state) }
    try container.encode(revision, forKey: .revision)
    try container.encodeIfPresent(digest, forKey: .digest)
    try container.encodeIfPresent(look.map(Self.text), forKey: .look)
    if !albums.isEmpty { try container.encode(albums.sorted(), forKey: .albums) }
  }

  /// Seconds in 64 bits of nanoseconds, rounded down.
  private static let longest = 9_223_372_036

  private static func duration(_ seconds: Double) throws(PickerError) -> Duration {
    guard seconds >= 0, seconds <= Double(longest) else {
      throw PickerError(code: .invalid, reason: "a duration is a number of seconds, not \(seconds)")
    }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// The bits in hexadecimal and the detail, as in `00ff00ff00ff00ff:60`.
  private static func text(_ look: PerceptualHash) -> String {
    "\(look.bits.hexDigits):\(look.detail)"
  }

  private static func look(_ text: String) throws(PickerError) -> PerceptualHash {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 16, let bits = UInt64(parts[0], radix: 16),
      let detail = UInt8(parts[1])
    else {
      throw PickerError(
        code: .invalid, reason: "a look is 16 hexadecimal digits and a detail, not \(text)")
    }
    return PerceptualHash(bits: bits, detail: detail)
  }

  private static func wallTime(_ text: String) throws(PickerError) -> WallTime {
    guard let time = WallTime(parsing: text) else {
      throw PickerError(
        code: .invalid, reason: "taken is a time such as 2024-05-12T10:00:00, not \(text)")
    }
    return time
  }
}
