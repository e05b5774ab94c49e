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
  /// What of each would be shown otherwise if it changed.
  private var versions: [Version] = []
  /// The place behind the last item.
  private(set) var end: PickerPlace?
  private(set) var isComplete = false

  /// Above so many items a change is told as a reload.
  static let limit = 2_000

  /// True once something was read from the start on.
  var hasBegun: Bool { end != nil || isComplete }

  /// What was shown of an item: its bytes, and what rules of the selection look at.
  struct Version: Hashable, Sendable {
    private let revision: Int64
    private let digest: String?
    private let look: PerceptualHash?
    private let albums: Set<Int64>

    init(_ facts: ItemFacts) {
      revision = facts.revision
      digest = facts.digest
      look = facts.look
      albums = facts.albums
    }
  }

  /// The versions by item.
  var versionOfItem: [PickerItemID: Version] {
    Dictionary(zip(ids, versions)) { first, _ in first }
  }

  /// The versions of items that are shown anew.
  static func versions(of items: [PickerItem]) -> [PickerItemID: Version] {
    Dictionary(items.map { ($0.id, Version($0.facts)) }) { first, _ in first }
  }

  /// Takes a page that follows what is there; any other is no part of the window.
  mutating func append(_ items: [PickerItem], at place: PickerPlace, next: PickerPlace?) {
    if place == .start {
      self = LoadedWindow()
    } else if place != end {
      return
    }
    ids += items.map(\.id)
    versions += items.map { Version($0.facts) }
    end = next
    isComplete = next == nil
  }

  /// Takes the whole window anew.
  mutating func replace(with items: [PickerItem], next: PickerPlace?) {
    self = LoadedWindow()
    append(items, at: .start, next: next)
  }
}
