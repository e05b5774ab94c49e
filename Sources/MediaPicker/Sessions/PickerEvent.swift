/// Something that a session tells, in order.
public struct PickerEvent: Hashable, Sendable {
  /// Counts from 1 without gaps over the whole life of a session, also when it is resumed.
  public var sequence: Int
  /// What happened.
  public var kind: Kind

  /// What a session tells.
  public enum Kind: Hashable, Sendable {
    /// Where the session stands; the first event of whoever begins to listen, with the number of the
    /// last event before it.
    case snapshot(PickerState)
    /// What the reducer tells or wants.
    case effect(PickerEffect)
    /// The items of the screen are that far.
    case content(ContentState)
    /// Items that are shown came, went or moved, because the catalog changed.
    case difference(ListDifference<PickerItemID>)
    /// So much changed that pages are best read anew.
    case reload
  }

  /// Makes an event.
  public init(sequence: Int, kind: Kind) {
    self.sequence = sequence
    self.kind = kind
  }

  /// True for the one event that ends a session.
  public var isTerminal: Bool { outcome != nil }

  /// How the session ended, if this is the event that says so.
  public var outcome: PickerOutcome? {
    switch kind {
    case .effect(.finished(let outcome)): outcome
    case .snapshot(let state): state.outcome
    default: nil
    }
  }
}
