/// A selection that a person keeps under a name, to go on with it later; behaviours G-20.
public struct SelectionDraft: Hashable, Sendable, Codable {
  /// Its name.
  public var name: String
  /// The items in order, also those that are lost.
  public var items: [PickerItemID]
  /// Those of the items that are not there any more, with reasons; they stay in the draft.
  public var lost: [Refusal]
  /// When it was saved, in nanoseconds since 1970-01-01 UTC.
  public var updated: Int64

  /// The items that are still there, in order; a client's own sources are taken to be.
  public var present: [PickerItemID] {
    let gone = Set(lost.map(\.item))
    return items.filter { !gone.contains($0) }
  }

  /// What a list shows of a draft.
  public struct Summary: Identifiable, Hashable, Sendable, Codable {
    /// Its name.
    public var name: String
    /// How many items it has, lost ones too.
    public var count: Int
    /// When it was saved, in nanoseconds since 1970-01-01 UTC.
    public var updated: Int64

    /// Its name.
    public var id: String { name }
  }
}
