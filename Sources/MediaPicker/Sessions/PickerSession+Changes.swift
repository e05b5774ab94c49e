internal import Synchronization
internal import MediaCatalog
internal import MediaModel

extension PickerSession {
  /// Looks whether the catalog changed, and tells what that means for the screen and the selection;
  /// behaviours K-09, S-15, G-10.
  ///
  /// Selected items that are gone are taken away with a reason; an absent disk takes nothing away.
  /// Items that are shown and changed are told as a difference of the pages read so far.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  public func refresh() async throws -> Bool {
    let (sequence, generation) = core.withLock { ($0.changeSequence, $0.generation) }
    guard let changes = try await CatalogChanges.since(sequence, in: catalog) else { return false }
    try await checkSelection(changes)
    try await compareWindow(changes, generation)
    if changes.hasOther || changes.isOverfull { try await tellAlbums() }
    core.withLock { $0.changeSequence = max($0.changeSequence, changes.latest) }
    return true
  }

  /// Looks for changes again and again, and lets the session expire when its time is over.
  ///
  /// It returns when the session has ended.
  ///
  /// - Parameters:
  ///   - interval: The time between two looks.
  ///   - clock: What it is measured by.
  /// - Throws: What reading the catalog throws; `CancellationError`.
  public func watch(
    every interval: Duration = .milliseconds(500), clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    while isPresented {
      if expireIfDue() { return }
      try await refresh()
      try await clock.sleep(for: interval)
    }
  }

  /// A sign of life from the client.
  public func touch() { core.withLock { $0.touched = now() } }

  /// When the session expires without a sign of life, nanoseconds since 1970-01-01 UTC.
  public var expires: Int64? {
    core.withLock { core in
      core.state.configuration.lifetime.map { lifetime in
        core.touched.addingReportingOverflow(Self.span(ofLifetime: lifetime)).partialValue
      }
    }
  }

  /// The nanoseconds of a lifetime in seconds, as many as fit.
  static func span(ofLifetime seconds: Double) -> Int64 {
    Int64((min(max(seconds, 0), 1e9) * 1e9).rounded())
  }

  /// Ends the session when its time is over.
  ///
  /// - Returns: Whether it has ended, now or before.
  @discardableResult
  public func expireIfDue() -> Bool {
    if let expires, now() >= expires { send(.expire) }
    return !isPresented
  }

  private func checkSelection(_ changes: CatalogChanges) async throws {
    let state = state
    let concerned = state.selection.items.map(\.id) + (state.focus.map { [$0.id] } ?? [])
    let ids = concerned.filter { id in
      guard let number = id.mediaID else { return false }
      return changes.isOverfull || changes.hasOther || changes.changed.contains(number)
        || changes.removed.contains(number)
    }
    guard !ids.isEmpty else { return }
    let (items, unknown) = try await scope.items(ids, state.configuration, closures)
    let missing = items.filter { $0.facts.availability == .missing }
    let lost = unknown + missing.map { Refusal($0.id, .missing) }
    core.withLock { core in
      core.known.remove(lost.map(\.item))
      core.known.add(items)
    }
    if !lost.isEmpty { send(.lost(lost)) }
    let facts = items.map(\.facts)
    if facts.contains(where: { !state.selection.items.contains($0) }) {
      send(.factsChanged(facts))
    }
  }

  private func compareWindow(_ changes: CatalogChanges, _ generation: Int) async throws {
    let (state, window) = core.withLock { ($0.state, $0.window) }
    core.withLock { core in
      core.known.remove(changes.changed.union(changes.removed).map { .media($0) })
      // What came into an album, or left it, is not named.
      if changes.hasOther || changes.isOverfull, !FactNeeds(state.configuration).albums.isEmpty {
        core.known = KnownItems()
      }
    }
    if state.mode == .albums {
      if changes.hasOther || changes.isOverfull { tellReload(generation) }
      return
    }
    guard state.mode.isGrid, window.hasBegun else { return }
    guard !changes.isOverfull, window.ids.count <= LoadedWindow.limit else {
      return tellReload(generation)
    }
    if closures.isFiltering { return refilter(changes.changed, generation) }
    let query = try await scope.query(of: state)
    let count = try await windowCount(window, changes, query)
    guard count <= 2 * LoadedWindow.limit else { return tellReload(generation) }
    let page = try await catalog.page(of: query, count: max(1, count))
    let items = try await scope.completed(
      page.items.prefix(count).map { scope.item($0, state.configuration, closures) },
      state.configuration)
    // Who reads on goes on from the place that the last page named.
    let next = window.isComplete ? page.next.map { .catalog(.after($0)) } : window.end
    let old = window.versionOfItem
    let new = LoadedWindow.versions(of: items)
    let difference = ListDifference(from: window.ids, to: items.map(\.id)) { id in
      old[id] != new[id] || id.mediaID.map(changes.changed.contains) ?? false
    }
    let isTold = core.withLock { core in
      guard core.generation == generation, core.window.ids == window.ids else { return false }
      core.window.replace(with: items, next: next)
      core.known.add(items)
      if !difference.isEmpty { core.log.append(.difference(difference)) }
      return true
    }
    guard isTold, !difference.isEmpty else { return }
    try await tellVisible(items, hasMore: next != nil, state, generation)
  }

  /// Tells what is shown after a difference.
  func tellVisible(
    _ items: [PickerItem], hasMore: Bool, _ state: PickerState, _ generation: Int
  ) async throws {
    let reason = items.isEmpty && !hasMore ? try await scope.emptyReason(of: state) : nil
    let content: ContentState = hasMore ? .partial(items.count) : .content(items.count)
    tell(reason.map { .empty($0) } ?? content, generation)
    send(.visibleChanged(items.map(\.id)))
  }

  /// How many items the window has by now: all up to the place at which the next page begins, or, at
  /// the end of the list, those that were there and what may have come behind them.
  private func windowCount(
    _ window: LoadedWindow, _ changes: CatalogChanges, _ query: MediaQuery
  ) async throws -> Int {
    guard case .catalog(.after(let token))? = window.end, let last = window.ids.last?.mediaID else {
      return window.ids.count + changes.changed.count
    }
    return try await catalog.count(upTo: token, of: last, in: query)
  }

  func tellReload(_ generation: Int) {
    core.withLock { core in
      guard core.generation == generation else { return }
      core.beginScreen()
      core.log.append(.reload)
    }
  }
}
