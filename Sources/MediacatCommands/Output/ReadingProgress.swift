internal import CommandOutput
internal import LinuxSystem
internal import MediaCatalog
internal import MediaModel
internal import Synchronization

/// The progress line of `duplicates`: megabytes read.
final class ReadingProgress: Sendable {
  private let line: Mutex<ProgressLine>

  init(session: Session) {
    line = Mutex(
      ProgressLine(
        to: ByteWriter(descriptor: 2), isTerminal: session.errorStyle.isTerminal,
        width: { Terminal.error.size?.columns ?? 80 }))
  }

  /// Takes how far the reading is.
  func update(_ progress: DuplicateProgress) {
    line.withLock { line in
      // A line that cannot be drawn is no reason to stop.
      try? line.update(
        ProgressState(
          activity: "Comparing MB", done: progress.readByteCount / 1_000_000,
          total: progress.totalByteCount / 1_000_000, current: progress.path.bytes))
    }
  }

  /// Takes the line away.
  func clear() { line.withLock { try? $0.clear() } }
}
