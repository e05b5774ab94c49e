/// A template that cannot be read, and where.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  /// Characters before the place.
  package var position: Int
  /// What the person may have meant or may write.
  package var hint: String?

  /// Makes an error.
  package init(message: String, position: Int, hint: String? = nil) {
    self.message = message
    self.position = position
    self.hint = hint
  }

  /// The message with its place, counted from 1.
  package var description: String { "template, character \(position + 1): \(message)" }
}
