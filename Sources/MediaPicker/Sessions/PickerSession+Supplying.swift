internal import Synchronization
internal import MediaCatalog

extension PickerSession {
  /// Looks up what a changed policy wants to know of items and the one before did not: of the
  /// selected ones at once, of those that are shown when their pages are read anew.
  func supply(needsBefore: FactNeeds, in core: inout Core) {
    guard !FactNeeds(core.state.configuration).areMet(by: needsBefore) else { return }
    core.known = KnownItems()
    core.beginScreen()
    core.log.append(.reload)
    let before = core.supplying
    core.supplying = Task { @concurrent in
      // What failed before is looked up again here.
      _ = await before?.result
      try await self.supplySelection()
    }
  }

  /// Waits until the selected items have the facts that the policy wants.
  ///
  /// - Throws: What reading the catalog throws; the next call tries again.
  func supplied() async throws {
    guard let task = core.withLock({ $0.supplying }) else { return }
    if case .failure = await task.result { try await supplySelection() }
    core.withLock { core in
      if core.supplying == task { core.supplying = nil }
    }
  }

  private func supplySelection() async throws {
    let state = state
    let (items, _) = try await scope.items(
      state.selection.itemIDs, state.configuration, closures)
    guard isPresented else { return }
    send(.factsChanged(items.map(\.facts)))
    core.withLock { $0.known.add(items) }
  }
}
