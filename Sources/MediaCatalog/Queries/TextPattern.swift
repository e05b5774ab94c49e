internal import UnicodeText

/// What a text is compared with: a part of it, or with `*` and `?` the whole.
///
/// Case, accents and width do not count.
struct TextPattern: Hashable {
  /// The pattern, folded.
  let folded: String
  /// Whether it holds `*` or `?`.
  let hasWildcards: Bool

  init(_ text: String) {
    folded = Folding.search(text)
    hasWildcards = folded.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  /// The pattern for SQLite's GLOB, in which a bracket means something too.
  var glob: String { folded.replacing("[", with: "[[]") }

  /// True when a text holds it.
  func isFound(in text: String) -> Bool {
    let text = Folding.search(text)
    return hasWildcards ? Self.glob(folded, text) : text.utf8.firstRange(of: folded) != nil
  }

  /// True when it is a text as a whole.
  func isWhole(_ text: String) -> Bool {
    let text = Folding.search(text)
    return hasWildcards ? Self.glob(folded, text) : text.utf8.elementsEqual(folded.utf8)
  }

  /// Compares as GLOB does: `*` is any run, `?` one code point.
  static func glob(_ pattern: String, _ text: String) -> Bool {
    let (pattern, text) = (Array(pattern.unicodeScalars), Array(text.unicodeScalars))
    var (p, t) = (0, 0)
    var retry: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        p += 1
        retry = (p, t)
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = retry {
        // The star takes one more.
        (p, t) = (last.p, last.t + 1)
        retry = (p, t)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}

extension Sequence<UInt8> {
  /// Where a text's bytes first stand, `nil` when nowhere; an empty text stands everywhere.
  fileprivate func firstRange(of text: String) -> Range<Int>? {
    let (bytes, part) = (Array(self), Array(text.utf8))
    guard part.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - part.count)
    where bytes[start..<(start + part.count)].elementsEqual(part) {
      return start..<(start + part.count)
    }
    return nil
  }
}
