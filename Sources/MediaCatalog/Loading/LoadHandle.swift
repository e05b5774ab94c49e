internal import Synchronization

/// A load that is under way: how far it is, how it ended, and a way to give it up.
///
/// It goes on while someone holds the handle or listens to its states, and is given up with the
/// last of them. It always ends, whatever its source does: with a value, an error, at its deadline,
/// or when it is cancelled.
public final class LoadHandle<Value: MediaTransferable>: Sendable {
  private let record: LoadRecord<Value>
  private let work: Task<Void, Never>
  private let clock: Task<Void, Never>?

  init(
    deadline: Duration?,
    _ body:
      @escaping @Sendable (@escaping @Sendable (LoadProgress) -> Void) async throws
      -> LoadResult<Value>
  ) {
    let record = LoadRecord<Value>()
    let work = Task {
      let result: LoadResult<Value>
      do {
        result = try await body { record.advance(to: $0) }
      } catch {
        result = .failure(error)
      }
      record.end(with: result)
    }
    self.record = record
    self.work = work
    clock = deadline.map { deadline in
      Task {
        do { try await Task.sleep(for: deadline) } catch { return }
        record.end(with: .failure(Deadline.overdue))
        work.cancel()
      }
    }
  }

  deinit {
    cancel()
    clock?.cancel()
  }

  /// How far it is, or was when it ended.
  public var progress: LoadProgress { record.progress }

  /// What a view shows of it: the present state, what follows, and the last one surely.
  ///
  /// Who is slow misses states on the way. Ask again for another stream: each gets all of it.
  public var states: AsyncStream<LoadState<Value>> { record.broadcast.stream(keeping: self) }

  /// How it ended, once it has.
  ///
  /// A waiting task that is cancelled gets a `CancellationError` and leaves the load to the others;
  /// ``cancel()`` ends it for all.
  public var result: LoadResult<Value> {
    get async {
      for await state in states {
        if let result = state.result { return result }
      }
      return record.broadcast.state.result ?? .failure(CancellationError())
    }
  }

  /// The value.
  ///
  /// - Throws: As ``LoadResult/get()``.
  public var value: Value {
    get async throws { try await result.get() }
  }

  /// Gives the load up: unless it has ended, it ends now, with a `CancellationError`.
  public func cancel() {
    record.end(with: .failure(CancellationError()))
    work.cancel()
  }

  /// Waits until nothing of it runs any more and no file is open; a moment longer than its result.
  public func settle() async { await work.value }
}

/// What is known of a load; its task holds this and not the handle, which can thus end it.
private final class LoadRecord<Value: MediaTransferable>: Sendable {
  let broadcast = StateBroadcast(LoadState<Value>.loading(LoadProgress()))
  private let latest = Mutex(LoadProgress())

  var progress: LoadProgress { latest.withLock { $0 } }

  func advance(to next: LoadProgress) {
    broadcast.change { _ in
      latest.withLock { latest in
        let progress = latest.advanced(to: next)
        if progress == latest { return nil }
        latest = progress
        return .loading(progress)
      }
    }
  }

  func end(with result: LoadResult<Value>) {
    broadcast.change(isFinal: true) { _ in
      if case .value = result { latest.withLock { $0 = $0.completed } }
      return LoadState(result)
    }
  }
}
