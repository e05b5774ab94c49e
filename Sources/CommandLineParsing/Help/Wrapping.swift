/// Breaks text into lines of a width, at spaces.
enum Wrapping {
  /// Wraps paragraphs (blank lines between them); a word longer than a line stays whole.
  ///
  /// `indent` are the columns before every line; `first`, when given, those already used on the
  /// first one.
  static func wrap(_ text: String, width: Int, indent: Int, first: Int? = nil) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    var used = first ?? indent
    for paragraph in paragraphs(text) {
      if !lines.isEmpty || !line.isEmpty {
        lines += [line, ""]
        (line, used) = (margin, indent)
      } else {
        line = first == nil ? margin : ""
      }
      var isFirstWord = true
      for word in paragraph {
        if !isFirstWord, used + 1 + word.count > width {
          lines.append(line)
          (line, used) = (margin + word, indent + word.count)
        } else {
          line += (isFirstWord ? "" : " ") + word
          used += word.count + (isFirstWord ? 0 : 1)
        }
        isFirstWord = false
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// The words of each paragraph.
  static func paragraphs(_ text: String) -> [[Substring]] {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ")
      if words.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1] += words
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }
}
