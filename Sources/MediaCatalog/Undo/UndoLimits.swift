/// How much the log of changes may hold; the oldest steps go first.
package struct UndoLimits: Hashable, Sendable {
  /// Steps.
  package var steps: Int
  /// Bytes of all steps together, about.
  package var bytes: Int

  /// Takes limits.
  package init(steps: Int, bytes: Int) {
    self.steps = steps
    self.bytes = bytes
  }

  /// A thousand steps in 256 MiB: one step may be of two million items.
  package static let standard = UndoLimits(steps: 1_000, bytes: 256 << 20)
}
