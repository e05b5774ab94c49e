/// Pieces of the sentences that say what can be undone.
enum UndoText {
  /// The beginning of the first line, in quotes.
  static func quoted(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    let start = line.prefix(40)
    return "“\(start)\(start.endIndex == text.endIndex ? "" : "…")”"
  }

  static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }
}
