/// Which media are meant: predicates joined by all, any and not.
///
/// An empty `all` means everything, an empty `any` nothing.
public indirect enum MediaFilter: Hashable, Sendable {
  case all([MediaFilter])
  case any([MediaFilter])
  case not(MediaFilter)
  case matches(MediaPredicate)

  /// Everything.
  public static let everything = MediaFilter.all([])

  /// Images, animated ones and stills of Live Photos included.
  public static let images = MediaFilter.matches(.type(.image))
  /// Videos.
  public static let videos = MediaFilter.matches(.type(.video))

  /// Every predicate of the tree, in reading order.
  public var predicates: [MediaPredicate] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.predicates)
    case .not(let part): part.predicates
    case .matches(let predicate): [predicate]
    }
  }
}

/// One claim about a media item.
public enum MediaPredicate: Hashable, Sendable {
  /// `type:image`.
  case type(MediaType)
  /// `taken:2023-05`: wall times in a range, open at either end.
  case taken(WallTimeRange)
  /// `in:2019/07`: in a folder, or below it. Whole components anywhere in the path, or an absolute path.
  case inFolder(FilePath)
  /// `album:"Italy 2023"` or `album:12`: in a user album, named by title or id.
  case inAlbum(String)
  /// `name:IMG_*`: the whole name with `*`, `?` and without regard to case and accents; a part of it without them.
  case name(String)
  /// `is:favorite` and its kin.
  case mark(MediaMark)
  /// A free word, in the name.
  case word(String)
}

/// What `is:` asks for.
public enum MediaMark: String, Hashable, Sendable, CaseIterable {
  case favorite, hidden, missing, offline, failed, trashed
  /// Lifts all exclusions and is always true.
  case any
}

/// A half-open range of wall times; an absent bound is open.
public struct WallTimeRange: Hashable, Sendable {
  /// The first time inside.
  public var lowerBound: WallTime?
  /// The first time after it.
  public var upperBound: WallTime?

  /// Makes a range; an upper bound at or below the lower one holds nothing.
  public init(from lowerBound: WallTime?, before upperBound: WallTime?) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// True when `time` is inside.
  public func contains(_ time: WallTime) -> Bool {
    (lowerBound.map { $0 <= time } ?? true) && (upperBound.map { time < $0 } ?? true)
  }
}
