public import MediaModel

/// Which media, in which order, how many.
public struct MediaQuery: Hashable, Sendable {
  /// Which items.
  ///
  /// Hidden, missing, offline, failed and trashed ones are left out unless asked for.
  public var filter: MediaFilter
  /// Only items of this user album.
  public var album: Int64?
  /// The order.
  public var sort: MediaSort
  /// Whether the order is turned around.
  public var isReversed: Bool
  /// How many at most; `nil` for all.
  public var limit: Int?

  /// Makes a query: everything, newest first.
  public init(
    filter: MediaFilter = .everything, album: Int64? = nil, sort: MediaSort = .taken,
    reversed isReversed: Bool = false, limit: Int? = nil
  ) {
    self.filter = filter
    self.album = album
    self.sort = sort
    self.isReversed = isReversed
    self.limit = limit
  }
}

/// Orders of media; each ends with the id, so it is total.
public enum MediaSort: String, Hashable, Sendable, CaseIterable {
  /// Newest capture first.
  case taken
  /// Last added first.
  case added
  /// By name, natural: 2 before 10, without regard to case and accents.
  case name
  /// By root, folder and name, each by its bytes.
  case path
  /// Largest first.
  case size
  /// Longest first; stills last, also in reverse.
  case duration
  /// Best first; unrated last, also in reverse.
  case rating
  /// The album's own order; only for the items of one album.
  case album
}
