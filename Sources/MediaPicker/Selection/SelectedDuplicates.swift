internal import MediaCatalog
internal import MediaModel

/// Selected items by what makes others their duplicates, for as long as some questions take.
struct SelectedDuplicates {
  private struct Bytes: Hashable {
    var count: Int64?
    var digest: String
  }

  private let rule: DuplicateRule
  /// The first of the selected items with these bytes.
  private var firstOfBytes: [Bytes: PickerItemID] = [:]
  private var looks = LookIndex()
  /// Whose look stands at each place.
  private var owners: [PickerItemID] = []

  /// Takes the selected items, in order; with a rule that is off it looks at none.
  init(_ items: [ItemFacts], _ rule: DuplicateRule) {
    self.rule = rule
    guard !rule.isOff else { return }
    for item in items { add(item) }
  }

  /// Takes one more, behind the others.
  mutating func add(_ item: ItemFacts) {
    if rule.countsEqualBytes, let bytes = Self.bytes(of: item), firstOfBytes[bytes] == nil {
      firstOfBytes[bytes] = item.id
    }
    if rule.lookAlikeDistance != nil, let look = Self.look(of: item) {
      looks.append(look)
      owners.append(item.id)
    }
  }

  /// Says whose duplicate an item is, `nil` when it is nobody's.
  mutating func refusal(of item: ItemFacts) -> RefusalReason? {
    if rule.countsEqualBytes, let bytes = Self.bytes(of: item), let first = firstOfBytes[bytes] {
      return .duplicateOfSelected(first)
    }
    if let distance = rule.lookAlikeDistance, let look = Self.look(of: item),
      let place = looks.first(like: look, within: distance)
    {
      return .looksLikeSelected(owners[place])
    }
    return nil
  }

  /// What tells the bytes, `nil` when nobody computed it; empty files are no duplicates.
  private static func bytes(of item: ItemFacts) -> Bytes? {
    guard let digest = item.digest, !digest.isEmpty, item.byteCount != 0 else { return nil }
    return Bytes(count: item.byteCount, digest: digest)
  }

  /// What it looks like, `nil` when nobody looked or the picture tells nothing.
  private static func look(of item: ItemFacts) -> LookAlike? {
    guard let hash = item.look, hash.isTelling, let type = item.type else { return nil }
    let aspect = item.displaySize.flatMap { size in
      size.width > 0 && size.height > 0 ? Double(size.width) / Double(size.height) : nil
    }
    return LookAlike(
      item: 0, hash: hash, type: Int64(type.rawValue), aspect: aspect,
      duration: item.duration.map(\.clampedNanoseconds))
  }
}

extension Duration {
  fileprivate var clampedNanoseconds: Int64 {
    let most = Duration.nanoseconds(Int64.max)
    let (seconds, attoseconds) = min(max(self, .zero), most).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension Selection {
  /// Selected items of which nobody can say whether they are duplicates.
  public struct Uncompared: Hashable, Sendable {
    /// Those that are as large as another selected item, and have no digest yet.
    public var bytes: [PickerItemID] = []
    /// Those of which nobody knows the look.
    public var looks: [PickerItemID] = []
  }

  /// Names the selected items that a rule cannot judge, because the catalog does not know enough.
  ///
  /// `mediacat duplicates` compares bytes, `mediacat thumbs` learns looks.
  public func uncompared(by rule: DuplicateRule) -> Uncompared {
    var unknown = Uncompared()
    if rule.countsEqualBytes {
      let sizes = items.reduce(into: [Int64: Int]()) { $0[$1.byteCount ?? 0, default: 0] += 1 }
      unknown.bytes =
        items.filter { item in
          let size = item.byteCount ?? 0
          return item.digest == nil && size > 0 && sizes[size, default: 0] > 1
        }.map(\.id)
    }
    if rule.lookAlikeDistance != nil {
      unknown.looks = items.filter { $0.look == nil && $0.type != nil }.map(\.id)
    }
    return unknown
  }
}
