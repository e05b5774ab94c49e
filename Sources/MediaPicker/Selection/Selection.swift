/// The selected items, in the order in which they were selected.
///
/// A value: nothing changes it but its own functions, and a refusal leaves it as it was.
public struct Selection: Hashable, Sendable {
  /// The items in order of selection.
  public private(set) var items: [ItemFacts] = []
  private var ids: Set<PickerItemID> = []
  private(set) var tally = SelectionTally()

  /// Makes an empty selection.
  public init() {}

  /// Takes items as they are, whatever the limits; of duplicates the first stays.
  public init(_ items: some Sequence<ItemFacts>) {
    for item in items { append(item) }
  }

  /// How many.
  public var count: Int { items.count }

  /// True when nothing is selected.
  public var isEmpty: Bool { items.isEmpty }

  /// The ids in order of selection.
  public var itemIDs: [PickerItemID] { items.map(\.id) }

  /// True when an item is selected.
  public func contains(_ id: PickerItemID) -> Bool { ids.contains(id) }

  /// The number on an item's badge, from 1; `nil` when it is not selected.
  public func number(of id: PickerItemID) -> Int? {
    ids.contains(id) ? items.firstIndex { $0.id == id }.map { $0 + 1 } : nil
  }

  // MARK: Single items

  /// Says why an item cannot be selected now, `nil` when it can or is.
  public func refusal(of item: ItemFacts, _ policy: SelectionPolicy) -> Refusal? {
    if contains(item.id) { return nil }
    var duplicates = SelectedDuplicates(items, policy.duplicates)
    return refusal(of: item, policy, &duplicates)
  }

  /// The same for one of many items, with the selected ones in `duplicates`.
  func refusal(
    of item: ItemFacts, _ policy: SelectionPolicy, _ duplicates: inout SelectedDuplicates
  ) -> Refusal? {
    if contains(item.id) { return nil }
    if let reason = policy.bounds.refusals(of: item).first { return Refusal(item.id, reason) }
    let isReplacing = replaced(by: item, policy) != nil
    // Before the limit: to deselect just any other item would not help.
    if !isReplacing, let reason = duplicates.refusal(of: item) { return Refusal(item.id, reason) }
    return policy.refusal(of: item, joining: isReplacing ? SelectionTally() : tally)
      .map { Refusal(item.id, $0) }
  }

  /// Selects an item, or deselects it when it is selected.
  public mutating func toggle(_ item: ItemFacts, _ policy: SelectionPolicy) -> SelectionOutcome {
    if let index = remove(item.id) { return .removed(index: index) }
    return select(item, policy)
  }

  /// Selects an item; one that is selected stays where it is.
  public mutating func select(_ item: ItemFacts, _ policy: SelectionPolicy) -> SelectionOutcome {
    var duplicates = SelectedDuplicates(items, policy.duplicates)
    return select(item, policy, &duplicates)
  }

  private mutating func select(
    _ item: ItemFacts, _ policy: SelectionPolicy, _ duplicates: inout SelectedDuplicates
  ) -> SelectionOutcome {
    if let number = number(of: item.id) { return .kept(index: number - 1) }
    if let refusal = refusal(of: item, policy, &duplicates) { return .refused(refusal) }
    let replaced = replaced(by: item, policy)
    // What is replaced stays among the duplicates: only a single pick replaces, and it ends here.
    if let replaced { remove(replaced) }
    append(item)
    duplicates.add(item)
    return .added(index: count - 1, replaced: replaced)
  }

  /// The item that gives its place up, `nil` when there is room or nothing may be replaced.
  private func replaced(by item: ItemFacts, _ policy: SelectionPolicy) -> PickerItemID? {
    policy.limit.isSingle && policy.replacesAtOne && count == 1 ? items.first?.id : nil
  }

  /// Deselects an item.
  ///
  /// - Returns: Where it stood, from 0; `nil` when it was not selected.
  @discardableResult
  public mutating func remove(_ id: PickerItemID) -> Int? {
    guard ids.remove(id) != nil, let index = items.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    tally.remove(items.remove(at: index))
    return index
  }

  // MARK: Many items

  /// Selects items one after the other for as long as each fits; those that do not are reported.
  public mutating func select(_ items: [ItemFacts], _ policy: SelectionPolicy) -> RangeReport {
    var report = RangeReport(requested: items.count)
    // A range never pushes out what was there: replacing is for a single pick.
    var policy = policy
    policy.replacesAtOne = policy.replacesAtOne && items.count == 1
    var duplicates = SelectedDuplicates(self.items, policy.duplicates)
    for item in items {
      if contains(item.id) {
        report.keptCount += 1
        continue
      }
      switch select(item, policy, &duplicates) {
      case .added(_, let replaced):
        report.added.append(item.id)
        if let replaced { report.removed.append(replaced) }
      case .kept, .removed: report.keptCount += 1
      case .refused(let refusal): report.refused.append(refusal)
      }
    }
    return report
  }

  /// Deselects items; those that are not selected are passed over.
  public mutating func remove(_ ids: some Sequence<PickerItemID>) -> [PickerItemID] {
    let doomed = self.ids.intersection(ids)
    guard !doomed.isEmpty else { return [] }
    let removed = items.filter { doomed.contains($0.id) }
    items.removeAll { doomed.contains($0.id) }
    self.ids.subtract(doomed)
    for item in removed { tally.remove(item) }
    return removed.map(\.id)
  }

  /// Deselects what is selected of some items and selects the rest.
  public mutating func toggle(_ items: [ItemFacts], _ policy: SelectionPolicy) -> RangeReport {
    let wanted = items.filter { !contains($0.id) }
    let removed = remove(items.map(\.id))
    var report = select(wanted, policy)
    report.requested = items.count
    report.removed += removed
    return report
  }

  /// Deselects everything.
  public mutating func removeAll() { self = Selection() }

  /// Moves an item behind another, or to the front.
  ///
  /// - Parameters:
  ///   - id: Which; one that is not selected is passed over.
  ///   - other: Behind which; `nil` for the front, and an unknown one moves nothing.
  /// - Returns: Whether anything moved.
  public mutating func move(_ id: PickerItemID, after other: PickerItemID?) -> Bool {
    guard id != other, let from = items.firstIndex(where: { $0.id == id }) else { return false }
    let before = items
    let item = items.remove(at: from)
    guard let other else {
      items.insert(item, at: 0)
      return items != before
    }
    guard let place = items.firstIndex(where: { $0.id == other }) else {
      items = before
      return false
    }
    items.insert(item, at: place + 1)
    return items != before
  }

  /// Takes newer facts of items that are selected; others are passed over.
  mutating func update(_ facts: some Sequence<ItemFacts>) {
    let newer = Dictionary(facts.map { ($0.id, $0) }) { _, last in last }
    guard newer.keys.contains(where: ids.contains) else { return }
    items = items.map { newer[$0.id] ?? $0 }
    tally = SelectionTally(items)
  }

  /// Takes an item as it is, whatever the limits, unless it is selected.
  mutating func append(_ item: ItemFacts) {
    guard !contains(item.id) else { return }
    items.append(item)
    ids.insert(item.id)
    tally.add(item)
  }

  // MARK: Commit

  /// What keeps the selection from being committed; none when it can be.
  public func commitBlocks(_ policy: SelectionPolicy) -> [CommitBlock] {
    var blocks: [CommitBlock] = []
    if isEmpty && !policy.allowsEmptyCommit { blocks.append(.empty) }
    if count < policy.limit.minimum && !(isEmpty && policy.allowsEmptyCommit) {
      blocks.append(.tooFew(count: count, min: policy.limit.minimum))
    }
    if let maximum = policy.limit.maximum, count > maximum {
      blocks.append(.tooMany(count: count, max: maximum))
    }
    if !isEmpty, let block = policy.quota.violation(of: tally) { blocks.append(block) }
    var duplicates = SelectedDuplicates([], policy.duplicates)
    for item in items {
      let reason =
        policy.bounds.refusals(of: item).first { !$0.isOfItsTime } ?? duplicates.refusal(of: item)
      if let reason {
        blocks.append(.notAllowed(Refusal(item.id, reason)))
      } else {
        duplicates.add(item)
      }
    }
    return blocks
  }

  /// The items in the order of a result.
  ///
  /// As shown means newest first here; a session that shows another order asks the catalog instead.
  /// At equal times items of the catalog come first, and at the end, as selected, what has no time.
  ///
  /// - Parameters:
  ///   - order: Which order.
  ///   - displayed: Items as they are shown, where somebody has asked; others stand behind them.
  /// - Returns: All selected items.
  public func result(
    in order: SelectionPolicy.ResultOrder, displayed: [PickerItemID]? = nil
  ) -> [ItemFacts] {
    switch order {
    case .selection: return items
    case .captureDate: return sorted(newestFirst: false)
    case .display:
      let newest = sorted(newestFirst: true)
      guard let displayed else { return newest }
      let places = Dictionary(displayed.enumerated().map { ($1, $0) }) { first, _ in first }
      let shown = newest.filter { places[$0.id] != nil }
      return shown.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
        + newest.filter { places[$0.id] == nil }
    }
  }

  private func sorted(newestFirst: Bool) -> [ItemFacts] {
    items.enumerated().sorted { left, right in
      let (one, two) = (left.element, right.element)
      guard let first = one.taken?.nanoseconds, let second = two.taken?.nanoseconds else {
        if (one.taken == nil) != (two.taken == nil) { return two.taken == nil }
        return left.offset < right.offset
      }
      if first != second { return newestFirst ? first > second : first < second }
      guard let firstID = one.id.mediaID, let secondID = two.id.mediaID else {
        if (one.id.mediaID == nil) != (two.id.mediaID == nil) { return two.id.mediaID == nil }
        return left.offset < right.offset
      }
      return newestFirst ? firstID > secondID : firstID < secondID
    }.map(\.element)
  }
}

extension Selection: Codable {
  /// Reads the items in order.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([ItemFacts].self))
  }

  /// Writes the items in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(items)
  }
}

extension RefusalReason {
  /// True for what may change by itself: a disk that is not there does not spoil a selection.
  fileprivate var isOfItsTime: Bool {
    switch self {
    case .offline, .unreadable, .missing: true
    default: false
    }
  }
}
