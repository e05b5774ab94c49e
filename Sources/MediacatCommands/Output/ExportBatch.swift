internal import CommandOutput
internal import MediaCatalog
internal import MediaModel

/// Exports the items of a plan, a few at a time, and reports them in their order.
struct ExportBatch: Sendable {
  let exporter: Exporter
  let items: [ExportItem]

  /// Two, so that one item is read and written while another is converted.
  private static let inFlight = 2

  /// Exports all; what goes wrong with one item is that item's row.
  ///
  /// - Throws: `CancellationError`, and what stops all: a full disk, a folder that cannot be
  ///   written, no worker. What was done before is reported then too.
  func run(_ session: Session, _ report: inout ExportReport) async throws {
    let line = TerminalProgress(session)
    defer { line.clear() }
    try report.begin()
    // Outcomes of items behind one that is still under way.
    var waiting: [Int: ExportOutcome] = [:]
    do {
      try await withThrowingTaskGroup(of: (Int, ExportOutcome).self) { group in
        var started = 0
        var reported = 0
        while reported < items.count {
          while started < items.count, started < reported + waiting.count + Self.inFlight,
            // One long conversion must not make the memory grow without bound.
            waiting.count < 1_000
          {
            let index = started
            group.addTask { (index, try await outcome(of: items[index], line)) }
            started += 1
          }
          guard let (index, result) = try await group.next() else { break }
          waiting[index] = result
          while let next = waiting.removeValue(forKey: reported) {
            if next.status == .failed { line.clear() }
            try report.row(items[reported], next)
            reported += 1
          }
          line.update(
            ProgressState(
              activity: "Exporting", done: Int64(reported + waiting.count),
              total: Int64(items.count), current: items[index].source.bytes))
        }
      }
    } catch {
      line.clear()
      // What is done is done; its rows are worth having.
      for (index, result) in waiting.sorted(by: { $0.key < $1.key }) {
        try? report.row(items[index], result)
      }
      try? report.end(isComplete: false)
      throw error
    }
    line.clear()
    try report.end()
  }

  private func outcome(
    of item: ExportItem, _ line: TerminalProgress
  ) async throws -> ExportOutcome {
    do {
      return try await exporter.export(item) { progress in
        let total = progress.seconds >= 1 ? progress.seconds : 100
        line.update(
          ProgressState(
            activity: "Converting \(item.id)", done: Int64(progress.part * total),
            total: Int64(total)))
      }
    } catch let error where error.concernsOneItem {
      var reason = "\(error)"
      if let error = error as? CatalogError { reason = "\(error.code.rawValue): \(error.reason)" }
      return ExportOutcome(.failed, reason: reason)
    }
  }
}
