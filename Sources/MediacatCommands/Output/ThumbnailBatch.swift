internal import CommandOutput
internal import MediaCatalog
internal import MediaModel
internal import Synchronization

/// Makes thumbnails of many items, a few at a time, and keeps their order.
struct ThumbnailBatch: Sendable {
  let catalog: Catalog
  let cache: ThumbnailCache
  var priority = ThumbnailCache.Priority.visible

  /// Requests that wait for a worker at the same time; more would only wait longer.
  private static let inFlight = 32

  /// Makes thumbnails; what goes wrong with one item is that item's result.
  ///
  /// - Throws: `CancellationError`, and what stops all: no worker, a full disk.
  func make(
    _ ids: [Int64], _ specification: ThumbnailSpecification,
    onDone: @escaping @Sendable () -> Void = {}
  ) async throws -> [Result<FilePath, any Error>] {
    var results = [Result<FilePath, any Error>?](repeating: nil, count: ids.count)
    try await withThrowingTaskGroup(of: (Int, Result<FilePath, any Error>).self) { group in
      var next = 0
      while next < min(Self.inFlight, ids.count) {
        add(next, ids[next], specification, to: &group)
        next += 1
      }
      while let (index, result) = try await group.next() {
        results[index] = result
        onDone()
        if next < ids.count {
          add(next, ids[next], specification, to: &group)
          next += 1
        }
      }
    }
    return results.compactMap { $0 }
  }

  private func add(
    _ index: Int, _ id: Int64, _ specification: ThumbnailSpecification,
    to group: inout ThrowingTaskGroup<(Int, Result<FilePath, any Error>), any Error>
  ) {
    group.addTask {
      do {
        let path = try await catalog.getThumbnailURL(
          of: id, specification, from: cache, priority: priority)
        return (index, .success(path))
      } catch let error where error.concernsOneItem {
        return (index, .failure(error))
      }
    }
  }
}

/// The progress line of `thumbs`.
final class ThumbnailProgress: Sendable {
  private let line: TerminalProgress
  private let done = Atomic<Int64>(0)
  private let total: Int64

  init(session: Session, total: Int) {
    self.total = Int64(total)
    line = TerminalProgress(session)
  }

  /// One more is done.
  func advance() {
    let done = done.wrappingAdd(1, ordering: .relaxed).newValue
    line.update(ProgressState(activity: "Thumbnails", done: done, total: total))
  }

  /// Takes the line away.
  func clear() { line.clear() }
}
