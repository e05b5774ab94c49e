internal import Synchronization
internal import MediaCatalog

extension PickerSession {
  /// Filters the screen anew because the catalog changed; what is shown stays until as much is known
  /// again, and then the difference is told.
  ///
  /// In the background: a filter may be slow, and who looks for changes must not wait for it.
  func refilter(_ changed: Set<Int64>, _ generation: Int) {
    core.withLock { core in
      guard core.generation == generation else { return }
      core.refiltering?.cancel()
      core.refiltering = Task { @concurrent [weak self] in
        do {
          try await self?.replaceFiltered(changed, generation)
        } catch is CancellationError {
          // Another screen came, or another change.
        } catch {
          // Who reads the pages anew is told what went wrong.
          self?.tellReload(generation)
        }
      }
    }
  }

  private func replaceFiltered(_ changed: Set<Int64>, _ generation: Int) async throws {
    let state = state
    let runner = FilterRunner(pipeline(of: try await scope.query(of: state)))
    let filtered = FilteredItems(runner: runner, generation: await runner.refilter())
    for await progress in await runner.states() {
      try Task.checkCancellation()
      if let failure = progress.failure { throw failure }
      if try await replace(with: filtered, progress, changed, state, generation) { return }
    }
    throw CancellationError()
  }

  /// Puts a run in the place of the one that is shown, once it is as far.
  ///
  /// - Returns: Whether it did.
  private func replace(
    with filtered: FilteredItems, _ progress: FilterState, _ changed: Set<Int64>,
    _ state: PickerState, _ generation: Int
  ) async throws -> Bool {
    while let window = core.withLock({ $0.generation == generation ? $0.window : nil }) {
      // A page that says it is the last must stay it, so then all is waited for.
      let isEnough = !window.isComplete && progress.count > window.ids.count
      guard isEnough || !progress.isRunning else { return false }
      let known = await filtered.runner.items(of: filtered.generation) ?? []
      let count = window.isComplete ? known.count : min(known.count, window.ids.count)
      guard count <= LoadedWindow.limit else {
        tellReload(generation)
        return true
      }
      let items = try await scope.completed(
        known.prefix(count).map { withheld($0) }, state.configuration)
      let hasMore = known.count > count || progress.isRunning
      let (old, new) = (window.versionOfItem, LoadedWindow.versions(of: items))
      let difference = ListDifference(from: window.ids, to: items.map(\.id)) { id in
        old[id] != new[id] || id.mediaID.map(changed.contains) ?? false
      }
      let replaced = core.withLock { core -> FilteredItems?? in
        guard !Task.isCancelled, core.generation == generation, core.window.ids == window.ids else {
          return nil
        }
        let before = core.filtered
        core.filtered = filtered
        core.window.replace(with: items, next: hasMore ? .index(count) : nil)
        core.known.add(items)
        if !difference.isEmpty { core.log.append(.difference(difference)) }
        return .some(before)
      }
      try Task.checkCancellation()
      // Another page came meanwhile: what is shown now is compared.
      guard let replaced else { continue }
      await replaced?.runner.stop()
      if progress.isRunning { follow(filtered, generation) }
      if !difference.isEmpty {
        try await tellVisible(items, hasMore: hasMore, state, generation)
      }
      return true
    }
    throw CancellationError()
  }
}
