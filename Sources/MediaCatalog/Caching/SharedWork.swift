/// Makes values by key: each once however many ask for it, a few at a time, the most wanted first.
///
/// Work that nobody waits for any more is not begun, or is cancelled. A request whose task is
/// cancelled ends at once; the others wait on.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
  /// Makes one value.
  typealias Job = @Sendable () async throws -> Value

  /// A value that is wanted soon.
  struct Plan: Sendable {
    var key: Key
    var job: Job
  }

  private typealias Waiter = CheckedContinuation<Value, any Error>

  private let limit: Int
  private let windowPriority: Int
  private var requests = RequestTable<Key, Waiter>()
  private var jobs: [Key: Job] = [:]
  private var running: [Key: Task<Void, Never>] = [:]
  /// What is wanted soon, the last first.
  private var window: [Plan] = []
  private var isMissing: @Sendable (Key) -> Bool = { _ in true }

  /// Takes the number of jobs at the same time, 1 or more, and the priority of the window.
  init(limit: Int, windowPriority: Int = 0) {
    self.limit = max(1, limit)
    self.windowPriority = windowPriority
  }

  /// Requests that run or wait.
  var requestCount: Int { requests.count }

  /// The value of a key; the job of the first request makes it for all.
  ///
  /// - Throws: What the job throws; `CancellationError` at once when the task is cancelled.
  func value(for key: Key, priority: Int, _ job: @escaping Job) async throws -> Value {
    try Task.checkCancellation()
    let box = NumberBox()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        box.number = add(continuation, key, priority, job)
        // Cancelled between the check above and here: the handler found no number yet.
        if Task.isCancelled { giveUp(box, key) }
      }
    } onCancel: {
      Task { await self.giveUp(box, key) }
    }
  }

  /// Replaces what is made ahead of time, the most wanted first.
  ///
  /// It is looked at only when nobody waits for anything as urgent, so a new window costs nothing for
  /// what was in the old one.
  ///
  /// - Parameters:
  ///   - plans: What makes each value.
  ///   - isMissing: Asked just before a job would begin.
  func replaceWindow(
    _ plans: [Plan], isMissing: @escaping @Sendable (Key) -> Bool
  ) {
    window = plans.reversed()
    self.isMissing = isMissing
    startMore()
  }

  /// Waits until the jobs that run now have stopped; those that were given up have been cancelled.
  func settle() async { for task in running.values { await task.value } }

  private func add(_ waiter: Waiter, _ key: Key, _ priority: Int, _ job: @escaping Job) -> Int {
    let (number, isNew) = requests.add(waiter, for: key, priority: priority)
    if isNew { jobs[key] = job }
    startMore()
    return number
  }

  private func giveUp(_ box: NumberBox, _ key: Key) {
    guard let (waiter, isAbandoned) = requests.remove(box.number, from: key) else { return }
    waiter.resume(throwing: CancellationError())
    if isAbandoned { running[key]?.cancel() }
    if !requests.contains(key) { jobs[key] = nil }
  }

  private func startMore() {
    while running.count < limit, let key = takeNext() {
      guard let job = jobs[key] else { continue }
      running[key] = Task { await self.run(job, for: key) }
    }
  }

  /// What someone waits for, then the window, then what is of less priority.
  private func takeNext() -> Key? {
    if let key = requests.takeNext(least: windowPriority) { return key }
    while let next = window.popLast() {
      guard isMissing(next.key), requests.begin(next.key, priority: windowPriority) else {
        continue
      }
      jobs[next.key] = next.job
      return next.key
    }
    return requests.takeNext()
  }

  private func run(_ job: Job, for key: Key) async {
    let result: Result<Value, any Error>
    do { result = .success(try await job()) } catch { result = .failure(error) }
    running[key] = nil
    if case .failure(is CancellationError) = result, requests.restart(key) {
      // Given up by all, and wanted again before it had stopped.
    } else {
      jobs[key] = nil
      for waiter in requests.finish(key) { waiter.resume(with: result) }
    }
    startMore()
  }
}

/// The number of a waiter, known only once it waits.
///
/// `@unchecked`: written and read only inside the actor's isolation.
private final class NumberBox: @unchecked Sendable {
  var number = 0
}
