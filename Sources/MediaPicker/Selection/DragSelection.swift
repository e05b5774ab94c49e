/// A selection by dragging: what lies between the first item and the one under the finger is
/// selected, and let go again when the finger comes back; behaviours S-17.
///
/// What was selected before stays. The reference only ever adds; every desktop and phone gallery
/// since also takes back, so this does.
public struct DragSelection: Hashable, Sendable, Codable {
  /// The selection as it was when the drag began.
  public private(set) var base: Selection
  /// Whether the drag selects or, when it began on a selected item, deselects.
  public private(set) var isSelecting: Bool

  /// Begins a drag on an item.
  public init(on item: ItemFacts, in selection: Selection) {
    base = selection
    isSelecting = !selection.contains(item.id)
  }

  /// Takes into the base what came and went for other reasons than the drag, so that the drag neither
  /// brings back what is lost nor drops what was captured meanwhile.
  mutating func rebase(from before: Selection, to after: Selection) {
    _ = base.remove(before.itemIDs.filter { !after.contains($0) })
    for item in after.items where !before.contains(item.id) { base.append(item) }
  }

  /// Takes newer facts of items.
  mutating func update(_ facts: [ItemFacts]) { base.update(facts) }

  /// The selection when the finger is over the last of some items.
  ///
  /// - Parameters:
  ///   - items: From the first item of the drag to the one under the finger, in this order, whether
  ///     that is up or down the page.
  ///   - policy: What may be selected.
  /// - Returns: The selection, and what became of the items.
  public func extended(
    over items: [ItemFacts], _ policy: SelectionPolicy
  ) -> (selection: Selection, report: RangeReport) {
    var selection = base
    if isSelecting {
      let report = selection.select(items, policy)
      return (selection, report)
    }
    var report = RangeReport(requested: items.count)
    report.removed = selection.remove(items.map(\.id))
    return (selection, report)
  }
}
