internal import MediaCatalog

/// Where the items to filter come from: some that are at hand, then those of a query, page by page.
struct FilterInput: Sendable {
  var leading: [PickerItem]
  var catalog: Catalog?
  var query: MediaQuery
  var delivery: MediaDelivery

  /// A place in the input.
  enum Place: Sendable {
    case leading(from: Int)
    case query(PagePlace, left: Int?)
  }

  struct Page: Sendable {
    var items: [PickerItem] = []
    /// What is known of items of the catalog: whether they are shown.
    var verdicts: [Int64: Bool] = [:]
    /// Where the next page starts, `nil` at the end.
    var next: Place?
  }

  func page(at place: Place, count: Int) async throws -> Page {
    switch place {
    case .leading(let first):
      let end = min(leading.count, first + count)
      let rest: Place? = catalog == nil ? nil : .query(.start, left: query.limit)
      return Page(
        items: Array(leading[first..<end]), next: end < leading.count ? .leading(from: end) : rest)
    case .query(let place, let left):
      guard let catalog, left.map({ $0 > 0 }) ?? true else { return Page() }
      let page = try await catalog.page(of: query, place, count: min(count, left ?? count))
      let rest = left.map { $0 - page.items.count }
      return Page(
        items: page.items.map { PickerItem($0, of: catalog, delivery: delivery) },
        next: page.next.flatMap { token in
          rest.map { $0 > 0 } ?? true ? .query(.after(token), left: rest) : nil
        })
    }
  }
}
