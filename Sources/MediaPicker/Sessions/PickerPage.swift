public import MediaCatalog

/// Some items of a screen as they are shown: each with its mark, or why it cannot have one.
public struct PickerPage: Sendable {
  /// The items, in order.
  public var cells: [PickerCell]
  /// Where the next page starts; `nil` at the end.
  public var next: PickerPlace?
  /// Where the page before ends; `nil` at the start.
  public var previous: PickerPlace?
}

/// One item as it is shown.
///
/// What is shown and what can be selected are two things; behaviours Q6.
public struct PickerCell: Identifiable, Sendable {
  /// The item.
  public var item: PickerItem
  /// Its number in the order of selection, from 1; `nil` when it is not selected.
  public var number: Int?
  /// Why it cannot be selected now; `nil` when it can or is.
  public var refusal: Refusal?

  /// Which item.
  public var id: PickerItemID { item.id }
  /// Whether it is selected.
  public var isSelected: Bool { number != nil }
}

/// Which page of a screen.
public enum PickerPlace: Hashable, Sendable {
  /// The first.
  case start
  /// A page of the catalog.
  case catalog(PagePlace)
  /// From the item at a place of a filtered list, from 0.
  case index(Int)
}
