internal import CommandLineParsing
internal import MediaCatalog
internal import MediaModel
internal import MediaPicker

/// What `--select` takes: numbers of the list, everything, or a query.
enum PickExpression: Sendable {
  case numbers([ClosedRange<Int>])
  case all
  case query(String)

  /// Reads `1-20,25`, `all`, or a query.
  ///
  /// - Throws: ``UsageError`` for a range that runs backwards or starts at 0; ``QueryError``.
  init(_ text: String) throws {
    if text == "all" {
      self = .all
    } else if let ranges = try Self.ranges(text) {
      self = .numbers(ranges)
    } else {
      _ = try MediaFilter(parsing: text)
      self = .query(text)
    }
  }

  /// Numbers and ranges with commas between them, counted from 1; `nil` for any other text.
  static func ranges(_ text: String) throws(UsageError) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { return nil }
      guard first >= 1, first <= last else {
        throw UsageError("'\(part)' is no range: the list is numbered from 1")
      }
      ranges.append(first...last)
    }
    return ranges.isEmpty ? nil : ranges
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
  }

  /// Selects what it means, as far as it can be; what cannot is told by the session.
  func select(in picker: PickerSession) async throws {
    switch self {
    case .all: try await Self.selectAll(in: picker)
    case .query(let text):
      let before = picker.state.searchText
      picker.send(.search(text))
      try await Self.selectAll(in: picker)
      picker.send(.search(before))
    case .numbers(let ranges):
      var list = NumberedItems(picker)
      let wanted = try await list.cells(in: ranges)
      picker.send(.select(wanted.map(\.item.facts)))
    }
  }

  /// Selects page by page, until the list or the limit ends.
  ///
  /// What is sent at once grows with what is selected: each change is compared with the whole
  /// selection, and a million items must not be compared two thousand times.
  private static func selectAll(in picker: PickerSession) async throws {
    var place: PickerPlace? = .start
    var batch: [ItemFacts] = []
    while let current = place {
      let page = try await picker.page(current, count: 500)
      batch += page.cells.map(\.item.facts)
      place = page.next
      guard place == nil || batch.count >= picker.state.selection.count else { continue }
      let isFull = picker.send(.select(batch)).contains { effect in
        guard case .reported(let report) = effect else { return false }
        return report.refused.contains { $0.reason.code == "limit-reached" }
      }
      if isFull { return }
      batch = []
    }
  }
}

/// The items of a screen under their numbers, read as far as was asked for.
struct NumberedItems {
  private let picker: PickerSession
  private(set) var cells: [PickerCell] = []
  private var next: PickerPlace? = .start

  init(_ picker: PickerSession) { self.picker = picker }

  /// True when all items were read.
  var isComplete: Bool { next == nil }

  /// The items of some numbers, counted from 1, as far as there are so many.
  mutating func cells(in ranges: [ClosedRange<Int>]) async throws -> [PickerCell] {
    try await load(upTo: ranges.map(\.upperBound).max() ?? 0)
    return ranges.flatMap { range in
      cells[min(range.lowerBound - 1, cells.count)..<min(range.upperBound, cells.count)]
    }
  }

  /// Reads on until there are so many, or no more.
  mutating func load(upTo count: Int) async throws {
    while cells.count < count, let place = next {
      let page = try await picker.page(place, count: min(max(count - cells.count, 1), 500))
      cells += page.cells
      next = page.next
    }
  }
}
