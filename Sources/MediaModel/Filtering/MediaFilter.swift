/// Which media are meant: predicates joined by all, any and not.
///
/// An empty `all` means everything, an empty `any` nothing. A claim about an absent value is false,
/// and its negation true: `-iso:>100` also finds media without an ISO speed.
public indirect enum MediaFilter: Hashable, Sendable {
  case all([MediaFilter])
  case any([MediaFilter])
  case not(MediaFilter)
  case matches(MediaPredicate)

  /// Filters nested deeper than this are refused.
  public static let maximumDepth = 64

  /// Every predicate of the tree, in reading order.
  public var predicates: [MediaPredicate] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.predicates)
    case .not(let part): part.predicates
    case .matches(let predicate): [predicate]
    }
  }

  /// How many `all`, `any` and `not` enclose the innermost part; 0 for a single predicate.
  public var depth: Int {
    switch self {
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part): 1 + part.depth
    case .matches: 0
    }
  }

  /// The same filter as its text would be read: no `all` in `all`, no `any` in `any`, no double
  /// negation, no group of one.
  ///
  /// No predicate is added or dropped.
  public var normalized: MediaFilter {
    switch self {
    case .all(let parts):
      let flat = parts.map(\.normalized).flatMap { part in
        if case .all(let inner) = part { inner } else { [part] }
      }
      return flat.count == 1 ? flat[0] : .all(flat)
    case .any(let parts):
      let flat = parts.map(\.normalized).flatMap { part in
        if case .any(let inner) = part { inner } else { [part] }
      }
      return flat.count == 1 ? flat[0] : .any(flat)
    case .not(let part):
      switch part.normalized {
      case .not(let inner): return inner
      case .all([]): return .any([])
      case .any([]): return .all([])
      case let inner: return .not(inner)
      }
    case .matches(.word("")): return .matches(.phrase(""))
    case .matches: return self
    }
  }
}
