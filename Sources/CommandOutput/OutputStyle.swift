/// What a stream can show: decided once, passed to whoever prints.
package struct OutputStyle: Hashable, Sendable {
  /// True when people look at it; false for pipes and files, which get raw bytes.
  package var isTerminal: Bool
  /// Cells in a line of the terminal.
  package var width: Int
  /// True when colours are wanted and shown.
  package var usesColor: Bool

  /// Makes a style.
  package init(isTerminal: Bool, width: Int = 80, usesColor: Bool = false) {
    self.isTerminal = isTerminal
    self.width = width
    self.usesColor = usesColor && isTerminal
  }

  /// Decides on colours from the environment.
  ///
  /// No colours when `NO_COLOR` is set and not empty (no-color.org), or `TERM` is `dumb` or absent.
  /// `environment` looks a variable up.
  package init(isTerminal: Bool, width: Int, environment: (String) -> String?) {
    let refuses = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    let term = environment("TERM") ?? "dumb"
    self.init(
      isTerminal: isTerminal, width: max(width, 1), usesColor: !refuses && term != "dumb")
  }

  /// A pipe or a file.
  package static let plain = OutputStyle(isTerminal: false)
}
