internal import Synchronization
public import MediaCatalog
internal import MediaModel

extension PickerSession {
  /// Reads a page of the screen; of the review of captures all of them.
  ///
  /// Without filters of the program this is one page of the catalog, wherever it is. With them the
  /// items are filtered from the start on, and the page waits for as many as it needs.
  ///
  /// - Parameters:
  ///   - place: Which page; a place that a page gave, or a date.
  ///   - count: How many items at most, 1 or more.
  /// - Returns: The items with their marks and refusals.
  /// - Throws: ``CatalogError`` `notFound` for an album that is not there; ``PickerError`` `invalid`
  ///   for a screen without items; ``FilterError``; `CancellationError` when another screen came
  ///   meanwhile.
  public func page(
    _ place: PickerPlace = .start, count: Int = 100
  ) async throws -> PickerPage {
    guard count > 0 else {
      throw PickerError(code: .invalid, reason: "a page holds at least one item")
    }
    let (state, generation) = core.withLock { ($0.state, $0.generation) }
    if state.mode == .cameraSelection {
      return PickerPage(cells: cells(try await captureItems(state), state))
    }
    guard state.mode.isGrid else {
      throw PickerError(code: .invalid, reason: "the screen \(state.mode) has no items")
    }
    do {
      try await supplied()
      let query = try await scope.query(of: state)
      while true {
        let part =
          closures.isFiltering
          ? try await filteredPart(query, place, count, generation)
          : try await catalogPart(query, place, count, state.configuration)
        if let part, let page = try await finish(part, at: place, generation) { return page }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      fail(with: error, generation)
      throw error
    }
  }

  /// The items that come first: the newest that the configuration's highlight matches; behaviours 2I.
  ///
  /// They are shown in the grid as well, and are the same items there.
  ///
  /// - Returns: None without a highlight.
  public func highlights(count: Int = 20) async throws -> [PickerCell] {
    let state = state
    guard !state.configuration.highlight.isEmpty, count > 0 else { return [] }
    let highlight = try MediaFilter(parsing: state.configuration.highlight)
    let filter = MediaFilter.all([scope.base(state.configuration), highlight]).normalized
    let page = try await catalog.page(of: MediaQuery(filter: filter), count: count)
    let items = try await scope.completed(
      page.items.map { scope.item($0, state.configuration, closures) }, state.configuration)
    core.withLock { $0.known.add(items) }
    return cells(for: items)
  }

  /// Items that were shown before with the marks and refusals that they have now; nothing is read.
  public func cells(for items: [PickerItem]) -> [PickerCell] { cells(items, state) }

  /// How many items the screen shows, filters of the program apart.
  public func count() async throws -> Int {
    let state = state
    return try await catalog.count(
      matching: try await scope.query(of: state))
  }

  /// Albums for the list of albums: counts and covers are those of the items that the session shows,
  /// and albums without any are left out; behaviours F-08, A-03, A-04.
  public func albums() async throws -> [Album] {
    let state = state
    let albums = try await catalog.albums(matching: scope.base(state.configuration))
    let content: ContentState = albums.isEmpty ? .empty(.noAlbums) : .content(albums.count)
    if state.mode == .albums { tell(content, core.withLock { $0.generation }) }
    return albums
  }

  /// Says why the session does not show an item, or that it does; behaviours G-03.
  ///
  /// - Returns: The first thing that keeps it out, as a sentence; `nil` when it is shown.
  public func explain(_ id: PickerItemID) async throws -> String? {
    guard let number = id.mediaID else { return nil }
    let state = state
    guard let media = try await catalog.media(withIDs: [number]).first else {
      return RefusalReason.unknown.message
    }
    guard scope.allows(media) else { return RefusalReason.noAccess.message }
    let query = try await scope.query(of: state)
    switch try await catalog.explain(number, query.filter) {
    case .excluded(let mark): return "It is \(mark.rawValue); is:\(mark.rawValue) shows it."
    case .fails(let part): return "It does not match \(part.queryText)."
    case .matches: break
    }
    if query.album != nil, try await catalog.position(of: number, in: query) == nil {
      return "It is not in this album."
    }
    let item = scope.item(media, state.configuration, closures)
    if let filter = closures.filter {
      let shown = try await FilterPipeline(
        items: [item], filter: filter, options: closures.filterOptions
      ).result()
      if shown.items.isEmpty { return "The program's filter leaves it out." }
    }
    return nil
  }

  // MARK: Parts of pages

  struct Part: Sendable {
    var items: [PickerItem]
    var next: PickerPlace?
    var previous: PickerPlace?
    /// What the items were filtered by.
    var runner: FilterRunner?
  }

  private func catalogPart(
    _ query: MediaQuery, _ place: PickerPlace, _ count: Int, _ configuration: PickerConfiguration
  ) async throws -> Part {
    let wanted: PagePlace
    switch place {
    case .start: wanted = .start
    case .catalog(let place): wanted = place
    case .index:
      throw PickerError(code: .invalid, reason: "this screen is paged by places of the catalog")
    }
    let page = try await catalog.page(of: query, wanted, count: count)
    let items = page.items.map { scope.item($0, configuration, closures) }
    return Part(
      items: try await scope.completed(items, configuration),
      next: page.next.map { .catalog(.after($0)) },
      previous: page.previous.map { .catalog(.before($0)) })
  }

  /// Reads a part of the filtered items; `nil` when others have taken their place meanwhile.
  private func filteredPart(
    _ query: MediaQuery, _ place: PickerPlace, _ count: Int, _ generation: Int
  ) async throws -> Part? {
    let first: Int
    switch place {
    case .start: first = 0
    case .index(let index): first = max(0, index)
    case .catalog:
      throw PickerError(code: .invalid, reason: "a filtered screen is paged by numbers")
    }
    let filtered = try await filteredItems(query, generation)
    let end = first + count
    for await state in await filtered.runner.states() {
      guard state.generation == filtered.generation else {
        let isReplaced = core.withLock { core in
          core.generation == generation
            && core.filtered.map { $0.runner !== filtered.runner } ?? false
        }
        if isReplaced { return nil }
        throw CancellationError()
      }
      if let failure = state.failure { throw failure }
      if state.count > end || !state.isRunning {
        let items = await filtered.runner.items(of: filtered.generation, from: first) ?? []
        let hasMore = state.count > end
        return Part(
          items: try await scope.completed(
            items.prefix(count).map { withheld($0) }, self.state.configuration),
          next: hasMore ? .index(end) : nil,
          previous: first == 0 ? nil : .index(max(0, first - count)), runner: filtered.runner)
      }
    }
    throw CancellationError()
  }

  /// The filtered items of the screen; the first who asks starts the filter.
  private func filteredItems(
    _ query: MediaQuery, _ generation: Int
  ) async throws -> FilteredItems {
    if let filtered = core.withLock({ $0.generation == generation ? $0.filtered : nil }) {
      return filtered
    }
    let runner = FilterRunner(pipeline(of: query))
    let filtered = FilteredItems(runner: runner, generation: await runner.refilter())
    let winner = core.withLock { core -> FilteredItems? in
      guard core.generation == generation else { return nil }
      if let first = core.filtered { return first }
      core.filtered = filtered
      return filtered
    }
    guard let winner else {
      await runner.stop()
      throw CancellationError()
    }
    if winner.runner !== runner { await runner.stop() } else { follow(filtered, generation) }
    return winner
  }

  func pipeline(of query: MediaQuery) -> FilterPipeline {
    FilterPipeline(
      catalog: catalog, query: query, delivery: closures.delivery, filter: closures.filter,
      list: closures.listFilter, options: closures.filterOptions, verdicts: verdicts)
  }

  /// Tells how far the filter is.
  func follow(_ filtered: FilteredItems, _ generation: Int) {
    Task { @concurrent [weak self] in
      for await state in await filtered.runner.states() {
        guard state.generation == filtered.generation, let self else { return }
        if state.isRunning, state.count > 0 { self.tell(.partial(state.count), generation) }
        if !state.isRunning { return }
      }
    }
  }

  func withheld(_ item: PickerItem) -> PickerItem {
    item.media.map { scope.item($0, state.configuration, closures) } ?? item
  }

  // MARK: What becomes of them

  /// Takes a part for shown; `nil` when the catalog has changed meanwhile, and it is to be read again.
  private func finish(
    _ part: Part, at place: PickerPlace, _ generation: Int
  ) async throws -> PickerPage? {
    var reason: EmptyReason?
    let state = state
    if part.items.isEmpty, place == .start {
      reason = try await scope.emptyReason(of: state)
    }
    let shown = try core.withLock { core -> (PickerState, ContentState)? in
      guard core.generation == generation else { throw CancellationError() }
      if let runner = part.runner, core.filtered?.runner !== runner { return nil }
      core.known.add(part.items)
      core.window.append(part.items, at: place, next: part.next)
      let count = core.window.ids.count
      let content: ContentState =
        if let reason {
          .empty(reason)
        } else {
          core.window.isComplete ? .content(count) : .partial(max(count, part.items.count))
        }
      return (core.state, content)
    }
    guard let (current, content) = shown else { return nil }
    tell(content, generation)
    return PickerPage(
      cells: cells(part.items, current), next: part.next, previous: part.previous)
  }

  /// Asks the catalog in which order the selected items are shown, where the result wants to know and
  /// the capture time does not tell.
  func orderSelection() async throws {
    let state = state
    guard state.configuration.effectivePolicy.resultOrder == .display, state.selection.count > 1,
      state.isPresented
    else { return }
    // Of a list of albums or a camera nothing is shown: then it is the order of all items.
    let mode = state.mode.isGrid ? state.mode : .photos
    let query = try await scope.query(mode, state.configuration, searchText: "")
    guard query.album != nil || query.sort != .taken else { return }
    let ids = state.selection.itemIDs.compactMap(\.mediaID)
    let order = try await catalog.order(of: ids, in: query)
    send(.displayOrder(order.map { .media($0) }))
  }

  func cells(_ items: [PickerItem], _ state: PickerState) -> [PickerCell] {
    let policy = state.configuration.effectivePolicy
    let numbers = Dictionary(
      state.selection.itemIDs.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { one, _ in one }
    )
    var duplicates = SelectedDuplicates(state.selection.items, policy.duplicates)
    return items.map { item in
      PickerCell(
        item: item, number: numbers[item.id],
        refusal: state.selection.refusal(of: item.facts, policy, &duplicates))
    }
  }

  /// Tells how far the items of a screen are, unless another screen came meanwhile.
  func tell(_ content: ContentState, _ generation: Int) {
    core.withLock { core in
      guard core.generation == generation, core.state.outcome == nil,
        core.state.content != content
      else { return }
      _ = PickerReducer.reduce(&core.state, .contentChanged(content))
      core.log.append(.content(content))
    }
  }

  private func fail(with error: any Error, _ generation: Int) {
    let code = (error as? any CodedFailure)?.stableCode ?? "failed"
    tell(.failed(code: code, message: String(describing: error)), generation)
  }

  private func captureItems(_ state: PickerState) async throws -> [PickerItem] {
    guard let inbox = closures.captureInbox else { return [] }
    var items: [PickerItem] = []
    for facts in state.capture.items {
      if let uid = facts.id.captureID, let capture = try await inbox.capture(uid) {
        items.append(inbox.item(capture))
      }
    }
    return items
  }
}

/// The items of one screen behind the filters of the program.
struct FilteredItems: Sendable {
  let runner: FilterRunner
  let generation: Int
}
