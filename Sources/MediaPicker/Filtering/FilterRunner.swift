public import MediaCatalog

/// Keeps what a picker shows up to date while its filter changes.
///
/// Each new filter, query or wish to filter again is a generation of its own. What an older one still
/// finds is dropped: only items of the present generation can be seen, from the first to the last.
public actor FilterRunner {
  private var pipeline: FilterPipeline
  private var run: Task<Void, Never>?
  private var shown: [PickerItem] = []
  private var report = FilterReport()
  private var listeners: [Int: AsyncStream<FilterState>.Continuation] = [:]
  private var nextListener = 0

  /// Where the present generation is.
  public private(set) var state = FilterState(generation: 0)

  /// Takes a pipeline; nothing runs before ``refilter()`` or one of the `set` functions.
  public init(_ pipeline: FilterPipeline) { self.pipeline = pipeline }

  deinit {
    run?.cancel()
    for listener in listeners.values { listener.finish() }
  }

  /// Filters by something else from now on.
  ///
  /// - Returns: The new generation.
  @discardableResult
  public func setFilter(_ filter: ItemFilter?, list: ListFilter? = nil) -> Int {
    pipeline.filter = filter
    pipeline.list = list
    return refilter()
  }

  /// Filters what another query finds from now on.
  ///
  /// - Returns: The new generation.
  @discardableResult
  public func setQuery(_ query: MediaQuery) -> Int {
    pipeline.query = query
    return refilter()
  }

  /// Filters again, for a filter whose conditions have changed.
  ///
  /// What a filter with an identity said is still known; give it another version to ask it anew.
  ///
  /// - Returns: The new generation.
  @discardableResult
  public func refilter() -> Int {
    run?.cancel()
    let generation = state.generation + 1
    shown = []
    report = FilterReport()
    change(FilterState(generation: generation, isRunning: true))
    let pipeline = pipeline
    run = Task { @concurrent [weak self] in
      do {
        for try await progress in pipeline.updates {
          guard await self?.accept(progress, generation) == true else { return }
        }
        // A run that was cancelled ends without a complete piece.
        await self?.fail(CancellationError(), generation)
      } catch {
        await self?.fail(error, generation)
      }
    }
    return generation
  }

  /// Stops what runs; what it has shown stays.
  public func stop() {
    guard state.isRunning else { return }
    run?.cancel()
    var stopped = state
    stopped.generation += 1
    stopped.isRunning = false
    stopped.failure = CancellationError()
    change(stopped)
  }

  /// Items of a generation from a place on, `nil` when another has taken its place.
  ///
  /// Items only come behind those that are there, so who has so many asks for the rest.
  public func items(of generation: Int, from first: Int = 0) -> [PickerItem]? {
    guard generation == state.generation else { return nil }
    return Array(shown.dropFirst(first))
  }

  /// What happened in the present generation so far.
  public var currentReport: FilterReport { report }

  /// Waits until a generation is through, the newest when it is overtaken.
  ///
  /// - Throws: What ended it; `CancellationError`.
  public func result() async throws -> FilterResult {
    for await state in states() where !state.isRunning && state.generation > 0 {
      guard state.generation == self.state.generation else { continue }
      if let failure = state.failure { throw failure }
      return FilterResult(items: shown, report: report)
    }
    throw CancellationError()
  }

  /// The present state, then those that follow; who is slow gets the newest.
  public func states() -> AsyncStream<FilterState> {
    let (stream, listener) = AsyncStream.makeStream(
      of: FilterState.self, bufferingPolicy: .bufferingNewest(1))
    let number = nextListener
    nextListener += 1
    listeners[number] = listener
    listener.yield(state)
    listener.onTermination = { [weak self] _ in
      Task { await self?.remove(number) }
    }
    return stream
  }

  private func remove(_ number: Int) { listeners[number] = nil }

  /// Takes a piece; false when its generation is over.
  func accept(_ progress: FilterProgress, _ generation: Int) -> Bool {
    guard generation == state.generation, state.isRunning else { return false }
    shown += progress.added
    report = progress.report
    var next = state
    next.count = shown.count
    next.isRunning = !progress.isComplete
    change(next)
    return true
  }

  func fail(_ error: any Error, _ generation: Int) {
    guard generation == state.generation, state.isRunning else { return }
    var next = state
    next.isRunning = false
    next.failure = error
    change(next)
  }

  private func change(_ next: FilterState) {
    state = next
    for listener in listeners.values { listener.yield(next) }
  }
}

/// Where a generation of a ``FilterRunner`` is.
public struct FilterState: Sendable {
  /// Which generation; 0 before the first.
  public var generation: Int
  /// How many items it shows so far.
  public var count = 0
  /// Whether more may come.
  public var isRunning = false
  /// Why it ended too early.
  public var failure: (any Error)?

  /// True when all is shown.
  public var isComplete: Bool { !isRunning && failure == nil && generation > 0 }
}
