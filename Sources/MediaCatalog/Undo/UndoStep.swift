/// One change of a person that can be undone or redone.
public struct UndoStep: Hashable, Sendable {
  /// What was done, for people: `rated 3 items 4`.
  public var summary: String
  /// When, nanoseconds since 1970-01-01 UTC.
  public var made: Int64
}

/// What undoing or redoing a change did.
public struct UndoReceipt: Hashable, Sendable {
  /// The change.
  public var step: UndoStep
  /// Rows of items, keywords and albums that are as they were.
  public var restored: Int
  /// Rows that were left alone, because something that keeps no log changed or removed them since.
  public var leftAlone: Int
}
