internal import Synchronization
public import MediaCatalog
internal import MediaModel

/// Where a session stands, for a client that waits for it; behaviours 2J.
public struct PickerStatus: Hashable, Sendable, Codable {
  /// Which session.
  public var id: String
  /// Whether the choice is made, so that its items can be listed.
  public var mediaItemsSet: Bool
  /// How it ended, `nil` while it goes on.
  public var outcome: String?
  /// How many are selected now.
  public var selectedCount: Int
  /// Seconds between two questions that are welcome.
  public var pollInterval: Double
  /// Seconds after which the session expires without a sign of life; `nil` for never.
  public var timeout: Double?

  private enum CodingKeys: String, CodingKey {
    case id, outcome, timeout
    case mediaItemsSet = "media_items_set", selectedCount = "selected_count"
    case pollInterval = "poll_interval"
  }
}

/// Some of the picked items, in the order of the result.
public struct PickedItems: Sendable {
  /// The items.
  public var items: [PickerItem]
  /// Where the next ones start; `nil` at the end.
  public var next: Int?
}

extension PickerSession {
  /// Items on a page of picked ones unless asked otherwise, and at most.
  public static let pickedPageCounts = (usual: 50, most: 100)

  /// Where the session stands.
  public var status: PickerStatus {
    let state = state
    let isCommitted = if case .committed = state.outcome { true } else { false }
    return PickerStatus(
      id: id, mediaItemsSet: isCommitted, outcome: state.outcome?.name,
      selectedCount: state.selection.count, pollInterval: 2,
      timeout: state.configuration.lifetime)
  }

  /// Lists the picked items once the choice is made.
  ///
  /// - Parameters:
  ///   - start: From which on, from 0.
  ///   - count: How many, 1…100; more are cut down to 100.
  /// - Returns: The items, with the place of the next ones.
  /// - Throws: ``PickerError`` `notCommitted` as long as the person has not chosen, or when they did
  ///   not choose at all; `invalid` for a count below 1.
  public func pickedItems(
    from start: Int = 0, count: Int = pickedPageCounts.usual
  ) async throws -> PickedItems {
    guard count > 0, start >= 0 else {
      throw PickerError(code: .invalid, reason: "a page starts at 0 or above and holds 1…100 items")
    }
    let facts = try committed()
    let end = min(facts.count, start + min(count, Self.pickedPageCounts.most))
    guard start < end else { return PickedItems(items: [], next: nil) }
    let items = try await items(Array(facts[start..<end]))
    return PickedItems(items: items, next: end < facts.count ? end : nil)
  }

  /// One picked item; all a client may have of the catalog; behaviours 2B.
  ///
  /// - Throws: ``PickerError`` `notCommitted`, or `notPicked` for any other item.
  public func pickedItem(_ id: PickerItemID) async throws -> PickerItem {
    guard let facts = try committed().first(where: { $0.id == id }) else {
      throw PickerError(code: .notPicked, reason: "item \(id) was not picked in this session")
    }
    return try await items([facts])[0]
  }

  /// The bytes of a picked item as the configuration says: without location and whatever else is to
  /// be withheld.
  ///
  /// - Parameters:
  ///   - id: Which item.
  ///   - planner: Plans copies that say less, in a worker process or in this one.
  /// - Returns: The bytes, piece by piece.
  /// - Throws: ``PickerError`` as ``pickedItem(_:)`` does; what delivering throws.
  public func pickedData(
    of id: PickerItemID, planner: any DeliveryPlanning
  ) async throws -> DeliveryStream {
    _ = try await pickedItem(id)
    guard let number = id.mediaID else {
      throw PickerError(code: .invalid, reason: "\(id) is no item of the catalog")
    }
    return try await catalog.getDataStream(
      of: number, stripping: state.configuration.strippedMetadata, planner: planner)
  }

  /// How values of picked items are loaded by the configuration's encoding, as in
  /// `item.source.load(MediaData.self, session.loadOptions)`.
  public var loadOptions: LoadOptions {
    LoadOptions(policy: state.configuration.encoding.policy, deadline: closures.delivery.deadline)
  }

  /// The selected items now, or the result once there is one, in its order.
  public func selectedItems() async throws -> [PickerItem] {
    try await orderSelection()
    let state = state
    return try await items(
      state.outcome?.items ?? state.result)
  }

  /// Removes the session's file; what is committed stays with whoever has it.
  ///
  /// A session that goes on is abandoned.
  public func delete() async {
    if isPresented { send(.dismiss) }
    await core.withLock { $0.sweeping }?.value
    await verdicts.flush()
    // Without a thread there is nothing to remove: nothing was written either.
    if closures.isResumable, let files = try? files() { await files.remove(id) }
  }

  /// Brings a session back by its id, with its selection and the number of its last event.
  ///
  /// Selected items that are gone meanwhile are taken away with a reason, as in a running session.
  ///
  /// - Throws: ``PickerError`` `notFound`, `unreadable` or `tooNew`.
  public static func resume(
    _ id: String, in catalog: Catalog, closures: PickerClosures = PickerClosures(),
    now: (@Sendable () -> Int64)? = nil
  ) async throws -> PickerSession {
    let files = try SessionFiles(of: catalog)
    let record = try await files.read(id)
    let scope = try await PickerScope(catalog, record.state.configuration)
    let session = PickerSession(
      id: id, catalog: catalog, closures: closures, scope: scope, state: record.state,
      sequence: record.sequence, created: record.created, now: now ?? { Catalog.currentTime() })
    session.core.withLock { core in
      core.generation = 1
      core.touched = record.touched
      // Whatever changed meanwhile concerns the selection.
      core.changeSequence = -1
      core.files = files
    }
    session.sweep()
    if session.expireIfDue() { return session }
    session.touch()
    try await session.refresh()
    return session
  }

  /// The ids of all sessions of a catalog that were not deleted.
  public static func all(in catalog: Catalog) async throws -> [String] {
    try await SessionFiles(of: catalog).all()
  }

  /// How many sessions of a catalog nobody runs: they wait to be resumed, or for their choice to be
  /// fetched.
  public static func waitingCount(in catalog: Catalog) async throws -> Int {
    guard FileAccess.isTaken(SessionFiles.folder(of: catalog)) else { return 0 }
    return try await SessionFiles(of: catalog).waitingCount()
  }

  private func committed() throws(PickerError) -> [ItemFacts] {
    switch state.outcome {
    case .committed(let items): return items
    case nil:
      throw PickerError(
        code: .notCommitted, reason: "the choice is not made yet; wait for the session to end")
    case let outcome?:
      throw PickerError(
        code: .notCommitted, reason: "the session was \(outcome.name); nothing was picked")
    }
  }

  private func items(_ facts: [ItemFacts]) async throws -> [PickerItem] {
    let configuration = state.configuration
    let known = core.withLock { core in facts.map { core.known[$0.id] } }
    let wanted = zip(facts, known).filter { $0.1 == nil }.map(\.0.id)
    let (found, _) = try await scope.items(wanted, configuration, closures)
    let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    return zip(facts, known).map { facts, item in
      item ?? byID[facts.id]
        ?? PickerItem(
          source: LateSource(
            facts: facts, scope: scope, configuration: configuration, closures: closures),
          facts: facts)
    }
  }
}
