/// What a run of a filter has shown since the last time.
///
/// The items of all of them together, in this order, are the result: what was published stays where
/// it is.
public struct FilterProgress: Sendable {
  /// Items behind those that were published before.
  public var added: [PickerItem]
  /// Whether these were the last.
  public var isComplete: Bool
  /// What happened so far.
  public var report: FilterReport
}

/// All that a run of a filter has shown.
public struct FilterResult: Sendable {
  /// The items, in order, each once.
  public var items: [PickerItem]
  /// What happened.
  public var report: FilterReport
}

/// What happened while items were filtered.
public struct FilterReport: Sendable {
  /// Items that were looked at.
  public var examinedCount = 0
  /// Calls of the per-item filter.
  public var callCount = 0
  /// Items of which it was known what the filter says.
  public var rememberedCount = 0
  /// Items on which the filter failed or was too slow.
  public var failureCount = 0
  /// The first hundred of these failures, in the order of the input.
  public var failures: [FilterError] = []
  /// Items that were dropped because they are there already.
  public var duplicateCount = 0
  /// The first hundred of those.
  public var duplicates: [PickerItemID] = []

  static let limit = 100

  /// Makes a report of nothing.
  public init() {}

  /// Sentences for people, none when all went well.
  public var warnings: [String] {
    var warnings: [String] = []
    if let first = failures.first {
      warnings.append(
        failureCount == 1
          ? first.description : "the filter failed on \(failureCount) items, the first: \(first)")
    }
    if let first = duplicates.first {
      warnings.append(
        "the filter gave \(duplicateCount == 1 ? "one item" : "\(duplicateCount) items") more than "
          + "once (\(first)); only the first of each is shown")
    }
    return warnings
  }

  mutating func note(_ failure: FilterError) {
    failureCount += 1
    if failures.count < Self.limit { failures.append(failure) }
  }

  mutating func noteDuplicate(_ id: PickerItemID) {
    duplicateCount += 1
    if duplicates.count < Self.limit { duplicates.append(id) }
  }
}
