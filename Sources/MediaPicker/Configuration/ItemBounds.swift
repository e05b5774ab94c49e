public import MediaModel

/// What a single item must be like to be selected; others stay visible, disabled, with a reason.
///
/// An unknown value is within every bound: nobody is turned away for what a file does not say.
///
/// - Note: Source: `SelectionParams` of Android's photo picker (API 37).
public struct ItemBounds: Hashable, Sendable, Codable {
  /// Kinds that may be selected; `nil` for all, things that are neither image nor video too.
  public var types: Set<MediaType>?
  /// Media types that may be selected, such as `image/jpeg` and `video/*`; `nil` for all.
  public var mimes: [String]?
  /// Bytes of the file.
  public var byteCount: Bound<Int64>
  /// Pixels as shown, width by height.
  public var pixelCount: Bound<Int>
  /// Seconds of a video or an animation; stills have none and are within.
  public var seconds: Bound<Double>

  /// Makes bounds that everything is within.
  public init(
    types: Set<MediaType>? = nil, mimes: [String]? = nil, byteCount: Bound<Int64> = .init(),
    pixelCount: Bound<Int> = .init(), seconds: Bound<Double> = .init()
  ) {
    self.types = types
    self.mimes = mimes
    self.byteCount = byteCount
    self.pixelCount = pixelCount
    self.seconds = seconds
  }

  /// A least and a greatest value, either of which may be open.
  public struct Bound<Value: Comparable & Hashable & Sendable & Codable>: Hashable, Sendable,
    Codable
  {
    /// The least, `nil` for open.
    public var min: Value?
    /// The greatest, `nil` for open.
    public var max: Value?

    /// Makes a bound; open unless said otherwise.
    public init(min: Value? = nil, max: Value? = nil) {
      self.min = min
      self.max = max
    }
  }

  private enum Key: String, CodingKey { case types, mimes, size, pixels, duration }

  /// Reads what ``encode(to:)`` writes; missing fields do not bind.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    let names = try container.decodeIfPresent([String].self, forKey: .types)
    types = try names.map { names in Set(try names.map { try MediaType(pickerName: $0) }) }
    mimes = try container.decodeIfPresent([String].self, forKey: .mimes)
    try container.read(.size, into: &byteCount)
    try container.read(.pixels, into: &pixelCount)
    try container.read(.duration, into: &seconds)
  }

  /// Writes `types`, `mimes`, `size`, `pixels` and `duration`, without what does not bind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(types?.map(\.name).sorted(), forKey: .types)
    try container.encodeIfPresent(mimes, forKey: .mimes)
    if byteCount != .init() { try container.encode(byteCount, forKey: .size) }
    if pixelCount != .init() { try container.encode(pixelCount, forKey: .pixels) }
    if seconds != .init() { try container.encode(seconds, forKey: .duration) }
  }
}

extension ItemBounds {
  /// Checks what the types cannot say.
  ///
  /// - Throws: ``PickerError`` `invalid` that names the bound.
  func validate() throws(PickerError) {
    for mime in mimes ?? [] where ContentType(mime) == nil {
      throw PickerError(
        code: .invalid,
        reason: "mimes is a list of media types such as image/jpeg and video/*, not \(mime)")
    }
    try Self.check(byteCount, from: 0, "size")
    try Self.check(pixelCount, from: 0, "pixels")
    try Self.check(seconds, from: 0, "duration")
  }

  private static func check<Value>(
    _ bound: Bound<Value>, from least: Value, _ name: String
  ) throws(PickerError) {
    for value in [bound.min, bound.max].compactMap(\.self) where !(value >= least) {
      throw PickerError(code: .invalid, reason: "a bound of \(name) is 0 or more, not \(value)")
    }
    if let min = bound.min, let max = bound.max, min > max {
      throw PickerError(code: .invalid, reason: "\(name): min \(min) is above max \(max)")
    }
  }

  /// Everything that keeps an item from being selected; none when it can be.
  public func refusals(of item: ItemFacts) -> [RefusalReason] {
    var reasons: [RefusalReason] = []
    switch item.availability {
    case .ok: break
    case .missing: reasons.append(.missing)
    case .offline: reasons.append(.offline)
    case .unreadable: reasons.append(.unreadable)
    }
    if let types, !(item.type.map(types.contains) ?? false) {
      reasons.append(.typeNotAllowed(allowed: types.map(\.name).sorted()))
    }
    if let mimes {
      let type = ContentType(item.mime) ?? .data
      let isAllowed = mimes.contains { ContentType($0).map { type.conforms(to: $0) } ?? false }
      if !isAllowed { reasons.append(.mimeNotAllowed(item.mime, allowed: mimes)) }
    }
    if let bytes = item.byteCount {
      if let max = byteCount.max, bytes > max { reasons.append(.tooManyBytes(bytes, max: max)) }
      if let min = byteCount.min, bytes < min { reasons.append(.tooFewBytes(bytes, min: min)) }
    }
    if let pixels = item.pixelCount {
      if let max = pixelCount.max, pixels > max { reasons.append(.tooManyPixels(pixels, max: max)) }
      if let min = pixelCount.min, pixels < min { reasons.append(.tooFewPixels(pixels, min: min)) }
    }
    if let duration = item.duration {
      let length = duration / .seconds(1)
      if let max = seconds.max, length > max { reasons.append(.tooLong(length, max: max)) }
      if let min = seconds.min, length < min { reasons.append(.tooShort(length, min: min)) }
    }
    return reasons
  }
}

extension MediaType {
  /// Takes `image` or `video`.
  ///
  /// - Throws: ``PickerError`` `invalid` for another word.
  init(pickerName name: String) throws(PickerError) {
    guard let type = Self.allCases.first(where: { $0.name == name }) else {
      throw PickerError(code: .invalid, reason: "a type is image or video, not \(name)")
    }
    self = type
  }
}
