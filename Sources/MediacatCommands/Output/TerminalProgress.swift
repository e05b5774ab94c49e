internal import CommandOutput
internal import LinuxSystem
internal import Synchronization

/// A progress line on standard error that any task may move.
final class TerminalProgress: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ session: Session) {
    line = Mutex(
      ProgressLine(
        to: ByteWriter(descriptor: 2), isTerminal: session.errorStyle.isTerminal,
        width: { Terminal.error.size?.columns ?? 80 }))
  }

  /// Shows a state; a line that cannot be drawn is no reason to stop.
  func update(_ state: ProgressState) { line.withLock { try? $0.update(state) } }

  /// Takes the line away.
  func clear() { line.withLock { try? $0.clear() } }
}
