internal import MediaModel
internal import Synchronization

/// Hands progress on, with the number of files in all once it is known.
final class ProgressMeter: Sendable {
  private let onProgress: @Sendable (IndexProgress) -> Void
  private let total = Mutex<Int?>(nil)

  init(_ onProgress: @escaping @Sendable (IndexProgress) -> Void) { self.onProgress = onProgress }

  /// Tells the counts so far.
  func report(_ counts: IndexCounts, folder: FilePath) {
    onProgress(IndexProgress(counts: counts, total: total.withLock { $0 }, folder: folder))
  }

  /// Counts the files of all roots, beside the run.
  func countFiles(
    of roots: [(path: FilePath, rules: IgnoreRules)], crossingFileSystems: Bool
  ) async throws {
    let counter = try FileCounter(crossingFileSystems: crossingFileSystems)
    var sum = 0
    for root in roots { sum += try await counter.count(below: root.path, rules: root.rules) }
    let counted = sum
    total.withLock { $0 = counted }
  }
}
