/// What an edit did.
public struct EditReceipt: Hashable, Sendable {
  /// Items that are not as before.
  public var changed: Int
  /// Items that were so already.
  public var unchanged: Int
  /// Items that could not be edited so, as those without a date in their names.
  public var passedOver: [Int64]
  /// True when the change is larger than the log of changes may be, so that it cannot be undone.
  public var isTooLargeToUndo = false

  /// Makes a receipt.
  public init(changed: Int = 0, unchanged: Int = 0, passedOver: [Int64] = []) {
    self.changed = changed
    self.unchanged = unchanged
    self.passedOver = passedOver
  }
}
