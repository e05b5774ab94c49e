/// A command line that makes no sense; the process ends with 64 (`EX_USAGE` of sysexits.h).
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one sentence without a closing full stop.
  package var message: String
  /// What the person may have meant: `did you mean --since?`.
  package var hint: String?
  /// The words of the command, `["album", "create"]`; the parser fills it in.
  package var command: [String] = []

  /// The exit status.
  package static let exitStatus: Int32 = 64

  /// Makes an error.
  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, and the hint when there is one.
  package var description: String { hint.map { "\(message); \($0)" } ?? message }

  /// The lines for standard error, each with its line end.
  ///
  /// ```
  /// mediacat: unknown flag --sinse
  /// hint: did you mean --since?
  /// usage: mediacat changes --since TOKEN
  /// 'mediacat changes --help' tells more.
  /// ```
  package func text(for tool: ToolDescription) -> String {
    var lines = ["\(tool.name): \(message)"]
    if let hint { lines.append("hint: \(hint)") }
    let words = ([tool.name] + command).joined(separator: " ")
    lines.append("usage: \(UsageLine(tool: tool, path: command).text)")
    lines.append("'\(words) --help' tells more.")
    return lines.map { $0 + "\n" }.joined()
  }
}
