internal import MediaCatalog

/// One run of a pipeline.
///
/// Items get numbers in the order of the input. At most `cap` of them are in a call; what came out
/// waits in `slots` for its turn, and `ready` holds what was not taken yet. Both together are
/// bounded, so a slow item or a slow taker holds up the reading of the catalog, not the memory.
actor FilterEngine {
  private let pipeline: FilterPipeline
  private let options: FilterOptions
  private let cap: Int
  /// Results that may wait, those in a call included.
  private let window: Int
  private var session: FilterSession?

  private var queue: ArraySlice<PickerItem> = []
  private var verdicts: [Int64: Bool] = [:]
  private var nextPage: FilterInput.Place? = .leading(from: 0)
  private var reading: Task<Void, Never>?

  private var calls: [Int: Call] = [:]
  /// Calls whose time is over and that go on.
  private var abandoned: Set<Int> = []
  private var slots: [Int: Slot] = [:]
  /// The number of the next item to be read, and of the next to be shown.
  private var (next, head) = (0, 0)
  /// True when a failure waits for its turn: nothing is begun any more.
  private var isFailing = false

  private var ready: [PickerItem] = []
  private var shown: Set<PickerItemID> = []
  private var report = FilterReport()
  private var timer: Task<Void, Never>?
  /// True when what is ready is to be published, however few.
  private var isDue = false
  private var listing: Task<Void, Never>?
  private var phase = Phase.idle
  private var taker: CheckedContinuation<FilterProgress?, any Error>?

  private enum Phase {
    case idle, filtering, listing
    /// All is in `ready`.
    case complete
    case over((any Error)?)
  }

  private struct Call {
    var item: PickerItem
    var task: Task<Void, Never>
    var timer: Task<Void, Never>?
  }

  /// What became of an item.
  private struct Slot {
    var shown: PickerItem?
    var failure: FilterError?
    var isFatal = false
  }

  init(_ pipeline: FilterPipeline) {
    self.pipeline = pipeline
    options = pipeline.options
    cap = max(1, min(options.maxConcurrency, pipeline.filter?.maxConcurrency ?? .max))
    let (double, overflow) = cap.multipliedReportingOverflow(by: 2)
    window = max(1, min(options.batchCount, 1 << 20)) + (overflow ? 1 << 20 : min(double, 1 << 20))
  }

  /// The next piece; asked for by one at a time.
  nonisolated func next() async throws -> FilterProgress? {
    try await withTaskCancellationHandler {
      try await take()
    } onCancel: {
      Task { await self.cancel() }
    }
  }

  private func take() async throws -> FilterProgress? {
    if Task.isCancelled { cancel() }
    switch phase {
    case .over(let error?):
      // Once; then the run has ended.
      phase = .over(nil)
      throw error
    case .over(nil): return nil
    case .idle: begin()
    case .filtering, .listing, .complete: break
    }
    precondition(taker == nil, "the pieces of a run are taken one at a time")
    return try await withCheckedThrowingContinuation { continuation in
      taker = continuation
      advance()
    }
  }

  /// Stops all that runs; the taker gets a `CancellationError`.
  func cancel() { end(CancellationError()) }

  private func begin() {
    phase = .filtering
    session = pipeline.filter?.begin()
    if let identity = pipeline.filter?.identity { pipeline.verdicts?.begin(identity) }
    startTimer()
  }

  private func end(_ error: (any Error)?) {
    if case .over = phase { return }
    phase = .over(taker == nil ? error : nil)
    reading?.cancel()
    timer?.cancel()
    listing?.cancel()
    for call in calls.values {
      call.task.cancel()
      call.timer?.cancel()
    }
    calls = [:]
    slots = [:]
    queue = []
    verdicts = [:]
    ready = []
    shown = []
    session?.end()
    session = nil
    pipeline.verdicts?.storeSoon()
    if let error { taker?.resume(throwing: error) } else { taker?.resume(returning: nil) }
    taker = nil
  }
}

// MARK: - Reading

extension FilterEngine {
  private func read(_ place: FilterInput.Place) {
    let input = pipeline.input
    let (count, identity) = (max(1, options.pageCount), pipeline.filter?.identity)
    let cache = pipeline.verdicts
    reading = Task { @concurrent [weak self] in
      do {
        var page = try await input.page(at: place, count: count)
        if let identity, let cache {
          page.verdicts = try await cache.verdicts(of: page.items.compactMap(\.media), by: identity)
        }
        await self?.accept(page)
      } catch {
        await self?.end(error)
      }
    }
  }

  private func accept(_ page: FilterInput.Page) {
    guard case .filtering = phase else { return }
    reading = nil
    queue = page.items[...]
    verdicts = page.verdicts
    nextPage = page.next
    advance()
  }
}

// MARK: - Calling

extension FilterEngine {
  /// Does all that can be done now.
  private func advance() {
    guard case .filtering = phase else { return publish() }
    repeat { fill() } while drain()
    guard case .filtering = phase else { return }
    if queue.isEmpty, nextPage == nil, reading == nil, slots.isEmpty, calls.isEmpty {
      finishItems()
    }
    publish()
  }

  private var waitingCount: Int {
    calls.count + slots.count + (pipeline.list == nil ? ready.count : 0)
  }

  /// Begins what there is room for.
  private func fill() {
    while !isFailing, calls.count < cap, waitingCount < window {
      guard let item = queue.popFirst() else {
        if reading == nil, let place = nextPage {
          nextPage = nil
          read(place)
        }
        return
      }
      begin(item, as: next)
      next += 1
    }
  }

  private func begin(_ item: PickerItem, as number: Int) {
    guard let session else {
      slots[number] = Slot(shown: item)
      return
    }
    if let id = item.media?.id, let isShown = verdicts[id] {
      report.rememberedCount += 1
      slots[number] = Slot(shown: isShown ? item : nil)
    } else if abandoned.count >= FilterOptions.abandonedLimit {
      slots[number] = slot(of: item, .stuck(abandoned.count, item.id))
    } else {
      call(session, item, as: number)
    }
  }

  private func call(_ session: FilterSession, _ item: PickerItem, as number: Int) {
    report.callCount += 1
    let task = Task { @concurrent [weak self] in
      let result: Result<PickerItem?, any Error>
      do {
        result = .success(try await session.call(item))
      } catch {
        result = .failure(error)
      }
      await self?.settle(number, result)
    }
    var timer: Task<Void, Never>?
    if let limit = options.timeout {
      let clock = options.clock
      timer = Task { @concurrent [weak self] in
        do { try await clock.sleep(for: limit) } catch { return }
        await self?.abandon(number, after: limit)
      }
    }
    calls[number] = Call(item: item, task: task, timer: timer)
  }

  private func settle(_ number: Int, _ result: Result<PickerItem?, any Error>) {
    if abandoned.remove(number) != nil { return advance() }
    guard let call = calls.removeValue(forKey: number) else { return }
    call.timer?.cancel()
    switch result {
    case .success(let item):
      remember(item, of: call.item)
      slots[number] = Slot(shown: item)
    case .failure(let error):
      slots[number] = slot(of: call.item, FilterError(error, of: call.item.id))
    }
    advance()
  }

  /// Gives a call up whose time is over: it may not listen.
  private func abandon(_ number: Int, after limit: Duration) {
    guard let call = calls.removeValue(forKey: number) else { return }
    call.task.cancel()
    abandoned.insert(number)
    slots[number] = slot(of: call.item, .timedOut(limit, call.item.id))
    advance()
  }

  private func slot(of item: PickerItem, _ failure: FilterError) -> Slot {
    switch options.errorPolicy {
    case .exclude: return Slot(failure: failure)
    case .include: return Slot(shown: item, failure: failure)
    case .fail:
      isFailing = true
      return Slot(failure: failure, isFatal: true)
    }
  }

  /// Keeps what the filter said, if it is a plain yes or no to an item of the catalog.
  private func remember(_ shown: PickerItem?, of item: PickerItem) {
    guard let identity = pipeline.filter?.identity, let media = item.media,
      shown.map({ $0.isUnchanged(from: item) }) ?? true
    else { return }
    pipeline.verdicts?.add(shown != nil, of: media, by: identity)
  }
}

extension PickerItem {
  /// True when a filter gave back what it got, as far as can be told.
  fileprivate func isUnchanged(from item: PickerItem) -> Bool {
    facts == item.facts && media?.id == item.media?.id
      && (source as? CatalogItem)?.identity == (item.source as? CatalogItem)?.identity
  }
}

// MARK: - Publishing

extension FilterEngine {
  /// Takes what is next in order out of the slots; false when there was nothing, or the run is over.
  private func drain() -> Bool {
    let first = head
    while let slot = slots.removeValue(forKey: head) {
      head += 1
      report.examinedCount += 1
      if let failure = slot.failure {
        report.note(failure)
        if slot.isFatal {
          end(failure)
          return false
        }
      }
      if let item = slot.shown { keep(item) }
    }
    return head > first
  }

  private func keep(_ item: PickerItem) {
    if shown.insert(item.id).inserted { ready.append(item) } else { report.noteDuplicate(item.id) }
  }

  private func finishItems() {
    guard let list = pipeline.list else {
      phase = .complete
      return
    }
    phase = .listing
    let items = ready
    ready = []
    shown = []
    listing = Task { @concurrent [weak self] in
      do {
        let list = try await list(items)
        await self?.finishList(list)
      } catch {
        await self?.end(FilterError(error, of: nil))
      }
    }
  }

  private func finishList(_ items: [PickerItem]) {
    guard case .listing = phase else { return }
    phase = .complete
    for item in items { keep(item) }
    publish()
  }

  /// Hands the taker what there is, if it is enough.
  private func publish() {
    guard let taker else { return }
    let isComplete = if case .complete = phase { true } else { false }
    let isEnough = ready.count >= max(1, options.batchCount) || (isDue && !ready.isEmpty)
    guard isComplete || (pipeline.list == nil && isEnough) else { return }
    let progress = FilterProgress(added: ready, isComplete: isComplete, report: report)
    self.taker = nil
    ready = []
    if isComplete { end(nil) } else { startTimer() }
    taker.resume(returning: progress)
    // There is room again; what comes now is for the next time.
    if !isComplete { advance() }
  }

  private func startTimer() {
    timer?.cancel()
    isDue = false
    guard pipeline.list == nil else { return }
    let (clock, interval) = (options.clock, options.interval)
    timer = Task { @concurrent [weak self] in
      do { try await clock.sleep(for: interval) } catch { return }
      await self?.becomeDue()
    }
  }

  private func becomeDue() {
    isDue = true
    advance()
  }
}
