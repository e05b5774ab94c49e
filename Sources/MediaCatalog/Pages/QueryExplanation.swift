public import MediaModel

/// Why a query shows an item, or does not.
public enum QueryExplanation: Hashable, Sendable {
  /// It is shown.
  case matches
  /// It is left out because of what it is, and the query does not ask for such items: hidden,
  /// missing, offline, failed or trashed.
  case excluded(MediaMark)
  /// It does not fit this part of the filter, the first of its kind.
  case fails(MediaFilter)
}
