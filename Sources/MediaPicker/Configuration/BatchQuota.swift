public import MediaModel

/// What all selected items together must be like; behaviours G-02.
///
/// "Nine images or one video" is `BatchQuota(counts: [.image: 0...9, .video: 0...1],
/// isExclusive: true)`.
public struct BatchQuota: Hashable, Sendable {
  /// How many of each kind; a kind that is not named has no bounds of its own.
  public var counts: [MediaType: ClosedRange<Int>]
  /// How many of each album, by its id; of albums that a person fills, not of folders and queries.
  ///
  /// An album that is not there has no items.
  public var albumCounts: [Int64: ClosedRange<Int>]
  /// Whether images and videos exclude each other.
  public var isExclusive: Bool
  /// Bytes of all files together at most.
  public var maximumByteCount: Int64?
  /// Seconds of all videos together at most.
  public var maximumSeconds: Double?

  /// Makes a quota; without arguments it allows everything.
  public init(
    counts: [MediaType: ClosedRange<Int>] = [:], albumCounts: [Int64: ClosedRange<Int>] = [:],
    isExclusive: Bool = false, maximumByteCount: Int64? = nil, maximumSeconds: Double? = nil
  ) {
    self.counts = counts
    self.albumCounts = albumCounts
    self.isExclusive = isExclusive
    self.maximumByteCount = maximumByteCount
    self.maximumSeconds = maximumSeconds
  }
}

extension BatchQuota {
  /// Says why an item cannot join a selection, `nil` when it can.
  ///
  /// It can when some further items, whichever they are, would make a selection that can be
  /// committed: an item that takes a place which a kind or an album with a minimum still needs is
  /// refused. A further item may be in several albums at once.
  ///
  /// - Parameters:
  ///   - item: Which.
  ///   - tally: What is selected.
  ///   - limit: How many may be.
  ///   - types: The kinds that further items can have; `nil` for any, and none.
  /// - Returns: The reason, which speaks of the item's own kind and albums first.
  func refusal(
    of item: ItemFacts, joining tally: SelectionTally, limit: SelectionLimit,
    types: Set<MediaType>?
  ) -> RefusalReason? {
    var after = tally
    after.add(item)
    if let maximum = limit.maximum, after.count > maximum { return .limitReached(max: maximum) }
    return excess(of: after, adding: item) ?? shortage(of: after, limit: limit, types: types)
  }

  /// What is too much of a selection; no further item can help.
  private func excess(of tally: SelectionTally, adding item: ItemFacts) -> RefusalReason? {
    // The item's own kind first: that is what its reason should speak of.
    let kinds = MediaType.allCases.sorted { one, _ in one == item.type }
    for kind in kinds {
      if let most = counts[kind]?.upperBound, tally.count(of: kind) > most {
        return .typeQuota(kind.name, max: most)
      }
    }
    if let (album, range) = firstAlbum(
      preferring: item.albums,
      where: { album, range in
        tally.count(inAlbum: album) > range.upperBound
      })
    {
      return .albumQuota(album, max: range.upperBound)
    }
    if isExclusive, kinds.allSatisfy({ tally.count(of: $0) > 0 }), let other = kinds.last {
      return .exclusive(selected: other.name)
    }
    if let maximumByteCount, tally.byteCount > maximumByteCount {
      return .totalBytes(max: maximumByteCount)
    }
    if let maximumSeconds, tally.duration / .seconds(1) > maximumSeconds {
      return .totalDuration(max: maximumSeconds)
    }
    return nil
  }

  /// What a selection lacks and cannot get any more, though it may be as it is now.
  private func shortage(
    of tally: SelectionTally, limit: SelectionLimit, types: Set<MediaType>?
  ) -> RefusalReason? {
    let present = MediaType.allCases.filter { tally.count(of: $0) > 0 }
    let wanting = MediaType.allCases.filter { minimum(of: $0) > tally.count(of: $0) }
    func need(_ type: MediaType) -> Int { minimum(of: type) - tally.count(of: type) }
    // The kinds that can still come.
    let open = MediaType.allCases.filter { type in
      types?.contains(type) ?? true
        && !(isExclusive && (present.isEmpty ? wanting : present).contains { $0 != type })
    }
    for type in wanting where !open.contains(type) {
      return .reserved(for: type.name, count: need(type))
    }
    // Wide sums: a quota may name any number.
    let needed = wanting.reduce(Int128(tally.count)) { $0 + Int128(need($1)) }
    if let maximum = limit.maximum, needed > Int128(maximum), let type = wanting.first {
      return .reserved(for: type.name, count: need(type))
    }
    // One item may serve its kind and several albums, so the neediest album alone counts.
    let neediest = neediestAlbum(of: tally)
    func reserved(beyond room: Int128) -> RefusalReason? {
      guard let neediest, Int128(neediest.need) > room else { return nil }
      return .reservedForAlbum(neediest.album, count: neediest.need)
    }
    if let maximum = limit.maximum,
      let reason = reserved(beyond: Int128(maximum) - Int128(tally.count))
    {
      return reason
    }
    guard types != nil else { return nil }
    let rooms = open.map { Int128(counts[$0]?.upperBound ?? .max) - Int128(tally.count(of: $0)) }
    let room = isExclusive ? rooms.max() ?? 0 : rooms.reduce(0, +)
    if let reason = reserved(beyond: room) { return reason }
    guard Int128(tally.count) + room < Int128(limit.minimum) else { return nil }
    let other = MediaType.allCases.first { !present.contains($0) } ?? .image
    return .reserved(for: other.name, count: limit.minimum)
  }

  /// The album that lacks most, of equals the one with the lowest id; `nil` when none lacks anything.
  private func neediestAlbum(of tally: SelectionTally) -> (album: Int64, need: Int)? {
    albumCounts.map { (album: $0.key, need: $0.value.lowerBound - tally.count(inAlbum: $0.key)) }
      .filter { $0.need > 0 }
      .max { ($0.need, $1.album) < ($1.need, $0.album) }
  }

  /// The first album of the quotas for which something holds: some before the others, then by id.
  private func firstAlbum(
    preferring albums: Set<Int64> = [], where isWanted: (Int64, ClosedRange<Int>) -> Bool
  ) -> (Int64, ClosedRange<Int>)? {
    albumCounts.filter { isWanted($0.key, $0.value) }
      .min { one, other in
        let (isOwn, isOtherOwn) = (albums.contains(one.key), albums.contains(other.key))
        return isOwn != isOtherOwn ? isOwn : one.key < other.key
      }
      .map { ($0.key, $0.value) }
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
    if let (album, range) = firstAlbum(where: { album, range in
      !range.contains(tally.count(inAlbum: album))
    }) {
      let count = tally.count(inAlbum: album)
      return count > range.upperBound
        ? .tooManyOfAlbum(album, count: count, max: range.upperBound)
        : .tooFewOfAlbum(album, count: count, min: range.lowerBound)
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
  ///
  /// - Parameters:
  ///   - limit: How many may be selected.
  ///   - types: Kinds that may be selected; `nil` for all.
  /// - Throws: ``PickerError`` `invalid` that names the quota.
  func validate(limit: SelectionLimit, types: Set<MediaType>?) throws(PickerError) {
    for (type, range) in counts where range.lowerBound < 0 {
      throw PickerError(code: .invalid, reason: "a number of \(type.name)s cannot be negative")
    }
    for (album, range) in albumCounts where range.lowerBound < 0 {
      throw PickerError(
        code: .invalid, reason: "a number of items of album \(album) cannot be negative")
    }
    if let maximumByteCount, maximumByteCount < 0 {
      throw PickerError(code: .invalid, reason: "total_size is a number of bytes from 0")
    }
    if let maximumSeconds, !(maximumSeconds >= 0) {
      throw PickerError(code: .invalid, reason: "total_duration is a number of seconds from 0")
    }
    let ofKinds = MediaType.allCases.reduce(Int128(0)) { $0 + Int128(minimum(of: $1)) }
    let least = max(ofKinds, Int128(albumCounts.values.map(\.lowerBound).max() ?? 0))
    if let maximum = limit.maximum, least > Int128(maximum) {
      throw PickerError(
        code: .invalid, reason: "the quotas want \(least) items, but the limit is \(maximum)")
    }
    let wanted = MediaType.allCases.filter { minimum(of: $0) > 0 }
    if isExclusive, wanted.count == MediaType.allCases.count {
      throw PickerError(
        code: .invalid, reason: "the quotas want images and videos, which exclude each other")
    }
    guard let types else { return }
    if let type = wanted.first(where: { !types.contains($0) }) {
      throw PickerError(
        code: .invalid, reason: "the quotas want \(type.name)s, which may not be selected")
    }
    let shortage = shortage(of: SelectionTally(), limit: limit, types: types)
    if case .reservedForAlbum(let album, let count) = shortage {
      throw PickerError(
        code: .invalid,
        reason: "album \(album) wants \(count) items, more than the quotas of kinds allow")
    }
    if shortage != nil {
      throw PickerError(
        code: .invalid,
        reason: "the limit wants \(limit.minimum) items, more than the quotas allow")
    }
  }
}

extension BatchQuota: Codable {
  private enum Key: String, CodingKey {
    case images, videos, albums, exclusive, totalSize = "total_size", totalDuration =
      "total_duration"
  }

  /// Reads what ``encode(to:)`` writes; missing fields do not bind.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    for (type, key) in [(MediaType.image, Key.images), (.video, .videos)] {
      guard let bound = try container.decodeIfPresent(ItemBounds.Bound<Int>.self, forKey: key)
      else { continue }
      let (low, high) = (bound.min ?? 0, bound.max ?? .max)
      guard low <= high else {
        throw PickerError(code: .invalid, reason: "\(key.rawValue): min is above max")
      }
      counts[type] = low...high
    }
    for bound in try container.decodeIfPresent([AlbumBound].self, forKey: .albums) ?? [] {
      guard albumCounts.updateValue(try bound.range, forKey: bound.album) == nil else {
        throw PickerError(code: .invalid, reason: "albums names album \(bound.album) twice")
      }
    }
    try container.read(.exclusive, into: &isExclusive)
    maximumByteCount = try container.decodeIfPresent(Int64.self, forKey: .totalSize)
    maximumSeconds = try container.decodeIfPresent(Double.self, forKey: .totalDuration)
  }

  /// Writes `images`, `videos`, `albums`, `exclusive`, `total_size` and `total_duration`, without
  /// what does not bind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (type, key) in [(MediaType.image, Key.images), (.video, .videos)] {
      guard let range = counts[type] else { continue }
      let bound = ItemBounds.Bound(
        min: range.lowerBound == 0 ? nil : range.lowerBound,
        max: range.upperBound == .max ? nil : range.upperBound)
      try container.encode(bound, forKey: key)
    }
    let albums = albumCounts.sorted { $0.key < $1.key }.map { AlbumBound($0.key, $0.value) }
    if !albums.isEmpty { try container.encode(albums, forKey: .albums) }
    if isExclusive { try container.encode(true, forKey: .exclusive) }
    try container.encodeIfPresent(maximumByteCount, forKey: .totalSize)
    try container.encodeIfPresent(maximumSeconds, forKey: .totalDuration)
  }
}

/// How many of one album, in JSON: `{"album": 12, "min": 1, "max": 3}`.
private struct AlbumBound: Codable {
  var album: Int64
  var min: Int?
  var max: Int?

  init(_ album: Int64, _ range: ClosedRange<Int>) {
    self.album = album
    min = range.lowerBound == 0 ? nil : range.lowerBound
    max = range.upperBound == .max ? nil : range.upperBound
  }

  var range: ClosedRange<Int> {
    get throws(PickerError) {
      let (low, high) = (min ?? 0, max ?? .max)
      guard low <= high else {
        throw PickerError(code: .invalid, reason: "albums: min of album \(album) is above max")
      }
      return low...high
    }
  }
}
