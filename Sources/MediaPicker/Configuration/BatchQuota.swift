public import MediaModel

/// What all selected items together must be like; behaviours G-02.
///
/// "Nine images or one video" is `BatchQuota(counts: [.image: 0...9, .video: 0...1],
/// isExclusive: true)`.
public struct BatchQuota: Hashable, Sendable {
  /// How many of each kind; a kind that is not named has no bounds of its own.
  public var counts: [MediaType: ClosedRange<Int>]
  /// Whether images and videos exclude each other.
  public var isExclusive: Bool
  /// Bytes of all files together at most.
  public var maximumByteCount: Int64?
  /// Seconds of all videos together at most.
  public var maximumSeconds: Double?

  /// Makes a quota; without arguments it allows everything.
  public init(
    counts: [MediaType: ClosedRange<Int>] = [:], isExclusive: Bool = false,
    maximumByteCount: Int64? = nil, maximumSeconds: Double? = nil
  ) {
    self.counts = counts
    self.isExclusive = isExclusive
    self.maximumByteCount = maximumByteCount
    self.maximumSeconds = maximumSeconds
  }
}

extension BatchQuota {
  /// Says why an item cannot join a selection, `nil` when it can.
  ///
  /// It can when some further items, whichever they are, would make a selection that can be
  /// committed: an item that takes a place which a kind with a minimum still needs is refused.
  func refusal(of item: ItemFacts, joining tally: SelectionTally, limit: SelectionLimit)
    -> RefusalReason?
  {
    var after = tally
    after.add(item)
    if let maximum = limit.maximum, after.count > maximum { return .limitReached(max: maximum) }
    if let type = item.type {
      if let most = counts[type]?.upperBound, after.count(of: type) > most {
        return .typeQuota(type.name, max: most)
      }
      if isExclusive, let other = MediaType.allCases.first(where: { $0 != type }) {
        if after.count(of: other) > 0 { return .exclusive(selected: other.name) }
        if minimum(of: other) > 0 { return .reserved(for: other.name, count: minimum(of: other)) }
      }
    }
    if let maximumByteCount, after.byteCount > maximumByteCount {
      return .totalBytes(max: maximumByteCount)
    }
    if let maximumSeconds, after.duration / .seconds(1) > maximumSeconds {
      return .totalDuration(max: maximumSeconds)
    }
    if let maximum = limit.maximum {
      let wanting = MediaType.allCases.map { ($0, max(0, minimum(of: $0) - after.count(of: $0))) }
      if after.count + wanting.reduce(0, { $0 + $1.1 }) > maximum,
        let (type, count) = wanting.first(where: { $0.1 > 0 })
      {
        return .reserved(for: type.name, count: count)
      }
    }
    return nil
  }

  /// Says what a selection breaks as it is, beyond the limit; `nil` when it can be committed.
  func violation(of tally: SelectionTally) -> CommitBlock? {
    for type in MediaType.allCases {
      guard let range = counts[type] else { continue }
      let count = tally.count(of: type)
      if count > range.upperBound {
        return .tooManyOfType(type.name, count: count, max: range.upperBound)
      }
      if count < range.lowerBound {
        return .tooFewOfType(type.name, count: count, min: range.lowerBound)
      }
    }
    if isExclusive, MediaType.allCases.allSatisfy({ tally.count(of: $0) > 0 }) { return .mixed }
    if let maximumByteCount, tally.byteCount > maximumByteCount {
      return .tooManyBytes(tally.byteCount, max: maximumByteCount)
    }
    let seconds = tally.duration / .seconds(1)
    if let maximumSeconds, seconds > maximumSeconds {
      return .tooLong(seconds, max: maximumSeconds)
    }
    return nil
  }

  private func minimum(of type: MediaType) -> Int { counts[type]?.lowerBound ?? 0 }

  /// Checks what the types cannot say.
  func validate(limit: SelectionLimit) throws(PickerError) {
    for (type, range) in counts where range.lowerBound < 0 {
      throw PickerError(code: .invalid, reason: "a number of \(type.name)s cannot be negative")
    }
    let least = MediaType.allCases.map(minimum(of:)).reduce(0, +)
    if let maximum = limit.maximum, least > maximum {
      throw PickerError(
        code: .invalid, reason: "the quotas want \(least) items, but the limit is \(maximum)")
    }
    if isExclusive, MediaType.allCases.allSatisfy({ minimum(of: $0) > 0 }) {
      throw PickerError(
        code: .invalid, reason: "the quotas want images and videos, which exclude each other")
    }
  }
}

extension BatchQuota: Codable {
  private enum Key: String, CodingKey {
    case images, videos, exclusive, totalSize = "total_size", totalDuration = "total_duration"
  }

  /// Reads what ``encode(to:)`` writes; missing fields do not bind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var counts: [MediaType: ClosedRange<Int>] = [:]
    for (type, key) in [(MediaType.image, Key.images), (.video, .videos)] {
      guard let bound = try container.decodeIfPresent(ItemBounds.Bound<Int>.self, forKey: key)
      else { continue }
      let (low, high) = (bound.min ?? 0, bound.max ?? .max)
      guard low <= high else {
        throw PickerError(code: .invalid, reason: "\(key.rawValue): min is above max")
      }
      counts[type] = low...high
    }
    self.counts = counts
    isExclusive = try container.decodeIfPresent(Bool.self, forKey: .exclusive) ?? false
    maximumByteCount = try container.decodeIfPresent(Int64.self, forKey: .totalSize)
    maximumSeconds = try container.decodeIfPresent(Double.self, forKey: .totalDuration)
  }

  /// Writes `images`, `videos`, `exclusive`, `total_size` and `total_duration`, without what does
  /// not bind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (type, key) in [(MediaType.image, Key.images), (.video, .videos)] {
      guard let range = counts[type] else { continue }
      let bound = ItemBounds.Bound(
        min: range.lowerBound == 0 ? nil : range.lowerBound,
        max: range.upperBound == .max ? nil : range.upperBound)
      try container.encode(bound, forKey: key)
    }
    if isExclusive { try container.encode(true, forKey: .exclusive) }
    try container.encodeIfPresent(maximumByteCount, forKey: .totalSize)
    try container.encodeIfPresent(maximumSeconds, forKey: .totalDuration)
  }
}
