/// What may be selected, how much of it, and in which order it is given back; behaviours S-20.
///
/// A value: whoever changes a copy of it changes no running session.
public struct SelectionPolicy: Hashable, Sendable {
  /// How many.
  public var limit: SelectionLimit
  /// What each item must be like.
  public var bounds: ItemBounds
  /// What all of them together must be like.
  public var quota: BatchQuota
  /// Which items count as one.
  public var duplicates: DuplicateRule
  /// Whether at a limit of one a second pick takes the place of the first; else it is refused.
  public var replacesAtOne: Bool
  /// Whether an empty selection can be committed.
  public var allowsEmptyCommit: Bool
  /// In which order the result is given.
  public var resultOrder: ResultOrder

  /// In which order a result is given; behaviours Q7.
  public enum ResultOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// As selected.
    case selection
    /// As shown.
    case display
    /// The earliest capture first.
    case captureDate = "capture-date"
  }

  /// Makes a policy: any number of anything.
  public init(
    limit: SelectionLimit = .unlimited, bounds: ItemBounds = ItemBounds(),
    quota: BatchQuota = BatchQuota(), duplicates: DuplicateRule = DuplicateRule(),
    replacesAtOne: Bool = true, allowsEmptyCommit: Bool = false,
    resultOrder: ResultOrder = .selection
  ) {
    self.limit = limit
    self.bounds = bounds
    self.quota = quota
    self.duplicates = duplicates
    self.replacesAtOne = replacesAtOne
    self.allowsEmptyCommit = allowsEmptyCommit
    self.resultOrder = resultOrder
  }

  /// Checks what the types cannot say.
  ///
  /// - Throws: ``PickerError`` `invalid` with a sentence.
  public func validate() throws(PickerError) {
    try limit.validate()
    try bounds.validate()
    try quota.validate(limit: limit, types: bounds.types)
    try duplicates.validate()
  }

  /// Says why an item that is within the bounds cannot join a selection, `nil` when it can.
  func refusal(of item: ItemFacts, joining tally: SelectionTally) -> RefusalReason? {
    quota.refusal(of: item, joining: tally, limit: limit, types: bounds.types)
  }
}

extension SelectionPolicy: Codable {
  private enum Key: String, CodingKey {
    case limit, bounds, quota, duplicates, replace, allowEmpty = "allow_empty", order
  }

  /// Reads what ``encode(to:)`` writes; missing fields have their defaults.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    try container.read(.limit, into: &limit)
    try container.read(.bounds, into: &bounds)
    try container.read(.quota, into: &quota)
    try container.read(.duplicates, into: &duplicates)
    try container.read(.replace, into: &replacesAtOne)
    try container.read(.allowEmpty, into: &allowsEmptyCommit)
    try container.read(.order, into: &resultOrder)
    try validate()
  }

  /// Writes `limit`, `bounds`, `quota`, `duplicates`, `replace`, `allow_empty` and `order`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(limit, forKey: .limit)
    try container.encode(bounds, forKey: .bounds)
    try container.encode(quota, forKey: .quota)
    try container.encode(duplicates, forKey: .duplicates)
    try container.encode(replacesAtOne, forKey: .replace)
    try container.encode(allowsEmptyCommit, forKey: .allowEmpty)
    try container.encode(resultOrder, forKey: .order)
  }
}
