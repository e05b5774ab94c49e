/// What became of one pick.
public enum SelectionOutcome: Hashable, Sendable {
  /// It is selected now, at a place from 0; at a limit of one it may have taken another's place.
  case added(index: Int, replaced: PickerItemID?)
  /// It was selected already, at a place from 0.
  case kept(index: Int)
  /// It is not selected any more; it stood at a place from 0.
  case removed(index: Int)
  /// It cannot be selected; nothing changed.
  case refused(Refusal)
}

/// What became of many picks at once: a partial fit is no failure; behaviours S-17.
public struct RangeReport: Hashable, Sendable {
  /// How many items were asked for.
  public var requested: Int
  /// Those that are selected now and were not before, in order.
  public var added: [PickerItemID] = []
  /// Those that were deselected, in order.
  public var removed: [PickerItemID] = []
  /// How many were selected already.
  public var keptCount = 0
  /// Those that could not be selected, in order, with reasons.
  public var refused: [Refusal] = []

  /// Makes a report of nothing.
  public init(requested: Int) { self.requested = requested }

  /// Adds what became of further items of the same request.
  mutating func add(_ other: RangeReport) {
    added += other.added
    removed += other.removed
    keptCount += other.keptCount
    refused += other.refused
  }

  /// A sentence for people: how many were added, and why the others were not.
  public var message: String {
    var seen: Set<String> = []
    let shown = refused.map(\.reason.message).filter { seen.insert($0).inserted }
    let text = "\(added.count) of \(requested) added"
    return shown.isEmpty ? "\(text)." : "\(text): \(shown.joined(separator: " "))"
  }
}
