public import MediaModel

/// Some rows of a query, in order, with the places before and behind them.
public struct MediaPage: Sendable {
  /// The items.
  public var items: [Media]
  /// Where the next page starts; `nil` at the end.
  public var next: PageToken?
  /// Where the page before ends; `nil` at the start.
  public var previous: PageToken?
}

/// Which page of a query.
public enum PagePlace: Hashable, Sendable {
  /// The first.
  case start
  /// The one behind a place.
  case after(PageToken)
  /// The one before a place.
  case before(PageToken)
  /// From the first item taken at a time or, in the usual order, earlier; only for the order by
  /// capture time.
  case at(WallTime)
}
