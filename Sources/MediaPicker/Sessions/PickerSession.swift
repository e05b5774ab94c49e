internal import Synchronization
public import MediaCatalog
internal import MediaModel

/// One running picker over a catalog: the reducer with pages, events, live changes and an end.
///
/// It is `Sendable` and may be used from anywhere. What only changes the state (``send(_:)``) returns
/// at once; it reads nothing, and never waits for the catalog's writer. Exactly one terminal event
/// ends it. Each session sees nothing of another.
public final class PickerSession: Sendable {
  /// What names it: 128 random bits, by which it is resumed.
  public let id: String
  /// The catalog it shows.
  public let catalog: Catalog
  let closures: PickerClosures
  let scope: PickerScope
  /// What filters of this session said; written behind the caller's back.
  let verdicts: VerdictCache
  let now: @Sendable () -> Int64
  let created: Int64
  let core: Mutex<Core>

  /// What changes.
  struct Core: Sendable {
    var state: PickerState
    var log: EventLog
    /// Grows with each screen, search and filter; answers to older questions are dropped.
    var generation = 0
    /// Items that were shown, so that a pick asks nobody.
    var known = KnownItems()
    /// Ids of the pages that were read of this screen, in order.
    var window = LoadedWindow()
    /// The catalog's last change that this session has seen.
    var changeSequence: Int64 = 0
    var touched: Int64
    /// The filtered items, while a filter is set.
    var filtered: FilteredItems?
    /// The run of the filter over what the catalog holds now, until it takes the place of `filtered`.
    var refiltering: Task<Void, Never>?
    /// Made for the first save: its thread costs more than a page.
    var files: SessionFiles?
    /// The write that goes on.
    var saving: Task<Void, Never>?
    var needsSaving = false
    /// The removal of what other sessions left behind.
    var sweeping: Task<Void, Never>?
    /// The look-up of what a changed policy wants to know of the selected items.
    var supplying: Task<Void, any Error>?
    /// Calls of the client and of the device, each behind the one before.
    var clientCalls: Task<Void, Never>?
    var captureCalls: Task<Void, Never>?
  }

  init(
    id: String, catalog: Catalog, closures: PickerClosures, scope: PickerScope, state: PickerState,
    sequence: Int, created: Int64?, now: @escaping @Sendable () -> Int64
  ) {
    self.id = id
    self.catalog = catalog
    self.closures = closures
    self.scope = scope
    self.now = now
    verdicts = VerdictCache(catalog: catalog)
    let time = now()
    self.created = created ?? time
    core = Mutex(Core(state: state, log: EventLog(after: sequence), touched: time))
  }

  // MARK: Opening

  /// Opens a session.
  ///
  /// Nothing is read but the preselection: the first page is read when it is asked for.
  ///
  /// - Parameters:
  ///   - catalog: What is shown.
  ///   - configuration: How it behaves; the session keeps its own copy.
  ///   - closures: What no configuration can say.
  ///   - now: The time in nanoseconds since 1970-01-01 UTC; the system's unless a test has another.
  /// - Returns: The session, with nothing told yet.
  /// - Throws: ``PickerError`` `invalid`; what reading the catalog throws.
  public static func open(
    _ catalog: Catalog, _ configuration: PickerConfiguration = PickerConfiguration(),
    closures: PickerClosures = PickerClosures(), now: (@Sendable () -> Int64)? = nil
  ) async throws -> PickerSession {
    try configuration.validate()
    let scope = try await PickerScope(catalog, configuration)
    try await scope.requireAlbums(of: configuration)
    let (items, unknown) = try await scope.items(
      configuration.preselection, configuration, closures)
    let (state, effects) = PickerReducer.start(
      configuration, preselected: items.map(\.facts), unknown: unknown)
    let session = PickerSession(
      id: SessionID.make(), catalog: catalog, closures: closures, scope: scope, state: state,
      sequence: 0, created: nil, now: now ?? { Catalog.currentTime() })
    let latest = try await CatalogChanges.latest(in: catalog)
    session.core.withLock { core in
      core.changeSequence = latest
      core.known.add(items)
      core.generation = 1
      session.enqueue(effects, in: &core)
    }
    session.sweep()
    await session.checkCamera()
    try await session.tellAlbums()
    return session
  }

  // MARK: State

  /// Where the session stands.
  public var state: PickerState { core.withLock { $0.state } }

  /// False once it has ended.
  public var isPresented: Bool { state.isPresented }

  /// How it ended; `nil` while it goes on.
  public var outcome: PickerOutcome? { state.outcome }

  /// What it tells, from now on; first where it stands.
  ///
  /// The stream ends with the terminal event. Events wait in memory for a slow listener: none is
  /// left out.
  public func events() -> AsyncStream<PickerEvent> {
    AsyncStream { continuation in
      let listener = core.withLock { core in core.log.add(continuation, core.state) }
      guard let listener else { return }
      continuation.onTermination = { [weak self] termination in
        // At the end of the session the log, which holds the lock then, has let it go itself.
        guard case .cancelled = termination else { return }
        self?.core.withLock { $0.log.remove(listener) }
      }
    }
  }

  // MARK: Actions

  /// Applies an action, and tells what came of it.
  ///
  /// - Parameter action: What happens; items come with their facts, see ``pick(_:)`` for ids.
  /// - Returns: The effects; asking the catalog, the device and the client has begun.
  @discardableResult
  public func send(_ action: PickerAction) -> [PickerEffect] {
    core.withLock { core in
      core.touched = now()
      let before = core.state.configuration
      let effects = PickerReducer.reduce(&core.state, action)
      for effect in effects {
        if case .load = effect { core.beginScreen() }
        core.log.append(.effect(effect))
      }
      if effects.contains(.policyChanged) { supply(needsBefore: FactNeeds(before), in: &core) }
      enqueue(effects, in: &core)
      return effects
    }
  }

  /// Selects or deselects an item by its id; behaviours M-02, G-01.
  ///
  /// - Returns: The effects; a refusal says why. What was shown before asks nobody.
  @discardableResult
  public func pick(_ id: PickerItemID) async throws -> [PickerEffect] {
    try await supplied()
    switch try await facts(of: [id])[0] {
    case .success(let facts): return send(.toggle(facts))
    case .failure(let error): return refuse(error.refusal)
    }
  }

  /// Selects items by their ids, one after the other, as many as fit.
  @discardableResult
  public func select(_ ids: [PickerItemID]) async throws -> [PickerEffect] {
    try await supplied()
    let found = try await facts(of: ids)
    var effects = send(.select(found.compactMap { try? $0.get() }))
    for case .failure(let error) in found { effects += refuse(error.refusal) }
    return effects
  }

  /// Ends with the selection; captures are brought into the collection first, if there is a folder
  /// for them.
  ///
  /// - Returns: What keeps it from ending; none when it ended.
  /// - Throws: What bringing captures into the collection throws; the session goes on then.
  @discardableResult
  public func commit() async throws -> [CommitBlock] {
    try await supplied()
    let blocks = state.commitBlocks
    if blocks.isEmpty {
      try await orderSelection()
      try await promoteSelectedCaptures()
    }
    for case .commitBlocked(let blocks) in send(.commit) { return blocks }
    return []
  }

  /// Ends without a choice.
  public func cancel() { send(.cancel) }

  private func refuse(_ refusal: Refusal) -> [PickerEffect] {
    core.withLock { core in
      core.touched = now()
      guard core.state.outcome == nil else {
        core.state.lateActionCount += 1
        return [.rejected(.sessionClosed)]
      }
      core.log.append(.effect(.refused(refusal)))
      return [.refused(refusal)]
    }
  }

  /// What an item is, from what was shown or from the catalog.
  private func facts(
    of ids: [PickerItemID]
  ) async throws -> [Result<ItemFacts, UnknownItem>] {
    let (known, configuration) = core.withLock { core in
      (ids.map { core.known[$0]?.facts }, core.state.configuration)
    }
    let wanted = zip(ids, known).filter { $0.1 == nil }.map(\.0)
    var found: [PickerItemID: ItemFacts] = [:]
    var refusals: [PickerItemID: Refusal] = [:]
    if !wanted.isEmpty {
      let (items, unknown) = try await scope.items(wanted, configuration, closures)
      for item in items { found[item.id] = item.facts }
      for refusal in unknown { refusals[refusal.item] = refusal }
      core.withLock { $0.known.add(items) }
    }
    return zip(ids, known).map { id, facts in
      if let facts = facts ?? found[id] { return .success(facts) }
      return .failure(UnknownItem(refusal: refusals[id] ?? Refusal(id, .unknown)))
    }
  }

  private struct UnknownItem: Error {
    var refusal: Refusal
  }
}

extension PickerSession.Core {
  /// Forgets what belongs to the screen before.
  mutating func beginScreen() {
    generation += 1
    window = LoadedWindow()
    filtered = nil
    refiltering?.cancel()
    refiltering = nil
  }
}
