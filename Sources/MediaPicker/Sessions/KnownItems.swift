internal import MediaModel

/// Items that were shown lately, with what is known of them.
///
/// They stay in the pages that they came in: an item is large, and moving a hundred of them into a
/// table costs as much as reading them.
struct KnownItems: Sendable {
  private var pages: [Int: [PickerItem]] = [:]
  private var places: [PickerItemID: (page: Int, index: Int)] = [:]
  private var oldest = 0
  private var next = 0
  /// Some screens full; beyond that the oldest pages go.
  static let limit = 8_192

  subscript(id: PickerItemID) -> PickerItem? {
    places[id].flatMap { place in pages[place.page]?[place.index] }
  }

  mutating func add(_ items: [PickerItem]) {
    guard !items.isEmpty else { return }
    pages[next] = items
    places.reserveCapacity(places.count + items.count)
    for (index, item) in items.enumerated() { places[item.id] = (next, index) }
    next += 1
    while places.count > Self.limit, oldest < next - 1 { removeOldest() }
  }

  mutating func remove(_ ids: some Sequence<PickerItemID>) { for id in ids { places[id] = nil } }

  private mutating func removeOldest() {
    for item in pages.removeValue(forKey: oldest) ?? [] where places[item.id]?.page == oldest {
      places[item.id] = nil
    }
    oldest += 1
  }
}

/// What was read of a screen: its first pages without a gap, so that changes can be told as
/// differences.
struct LoadedWindow: Sendable {
  private(set) var ids: [PickerItemID] = []
  /// The revision of each.
  private var revisions: [Int64] = []
  /// The place behind the last item.
  private(set) var end: PickerPlace?
  private(set) var isComplete = false

  /// Above so many items a change is told as a reload.
  static let limit = 2_000

  /// True once something was read from the start on.
  var hasBegun: Bool { end != nil || isComplete }

  /// The revisions by item.
  var revisionOfItem: [PickerItemID: Int64] {
    Dictionary(zip(ids, revisions)) { first, _ in first }
  }

  /// Takes a page that follows what is there; any other is no part of the window.
  mutating func append(_ items: [PickerItem], at place: PickerPlace, next: PickerPlace?) {
    if place == .start {
      self = LoadedWindow()
    } else if place != end {
      return
    }
    ids += items.map(\.id)
    revisions += items.map(\.facts.revision)
    end = next
    isComplete = next == nil
  }

  /// Takes the whole window anew.
  mutating func replace(with items: [PickerItem], next: PickerPlace?) {
    self = LoadedWindow()
    append(items, at: .start, next: next)
  }
}
