internal import MediaModel

/// What a filter leaves out without being asked: each kind until the filter speaks of it.
struct Exclusions {
  /// Bits of `media.exclusion` that keep an item out.
  private(set) var bits =
    Exclusion.failed | Exclusion.missing | Exclusion.hidden
    | Exclusion.trashed
  /// Whether items of absent roots are kept out.
  private(set) var isOfflineExcluded = true

  init(liftedBy filter: MediaFilter) {
    for case .mark(let mark) in filter.predicates {
      bits &= ~mark.liftedBits
      if mark == .offline || mark == .any { isOfflineExcluded = false }
    }
  }

  /// The first reason that keeps an item out, `nil` when none does.
  func first(of item: FilterSubject) -> MediaMark? {
    if isOfflineExcluded, item.isOffline { return .offline }
    let reasons: [(mark: MediaMark, isTrue: Bool)] = [
      (.missing, item.isMissing), (.trashed, item.isTrashed), (.hidden, item.isHidden),
      (.failed, item.isFailed),
    ]
    return reasons.first { $0.isTrue && bits & $0.mark.liftedBits != 0 }?.mark
  }

  /// Every value of `media.exclusion` that is let in, the plain 0 first.
  var allowedValues: [Int64] { (0..<32).filter { $0 & (bits | 4) == 0 } }
}

extension MediaMark {
  /// Bits of `media.exclusion` that it asks for.
  var liftedBits: Int64 {
    switch self {
    case .failed: Exclusion.failed
    case .missing: Exclusion.missing
    case .hidden: Exclusion.hidden
    case .trashed: Exclusion.trashed
    case .any: Exclusion.failed | Exclusion.missing | Exclusion.hidden | Exclusion.trashed
    default: 0
    }
  }
}
