internal import UnicodeText

/// Cuts texts into the words that search compares.
///
/// A word is a run of letters, marks and digits of the folded text. Scripts that put no spaces
/// between words (Chinese, Japanese, Korean, Thai and their kin) give every pair of neighbours and
/// the last character alone, so that any part of a run is found as a sequence of pairs.
enum SearchWords {
  /// The words of a text to be found, in order.
  ///
  /// A run of three digits or more inside a word follows once more at the end, so that `1234` finds
  /// `DSC1234`.
  static func ofDocument(_ text: String) -> [String] { ofFolded(Folding.search(text)) }

  /// The same of a text that is folded already.
  static func ofFolded(_ text: String) -> [String] {
    var words: [String] = []
    var extras: [String] = []
    for run in runs(of: text) {
      if run.isUnspaced {
        words += pairs(run.text)
        words.append(String(Character(run.text[run.text.index(before: run.text.endIndex)])))
      } else {
        let word = String(run.text)
        appendNumbers(in: word, to: &extras)
        words.append(word)
      }
    }
    return words + extras
  }

  /// The sequence of words that a query looks for; with `isExact` the last must be whole, else its
  /// beginning is enough.
  static func ofQuery(_ text: String, isExact: Bool) -> SearchPhrase {
    let runs = runs(of: Folding.search(text))
    var phrase = SearchPhrase(words: [], isPrefix: !isExact)
    for (index, run) in runs.enumerated() {
      guard run.isUnspaced else {
        phrase.words.append(String(run.text))
        continue
      }
      let pairs = pairs(run.text)
      phrase.words += pairs
      let isLast = index == runs.count - 1
      // Inside a phrase a run ends as in documents. At its end the pairs say it all, and one
      // character alone is the beginning of a pair.
      if !isLast || pairs.isEmpty, let last = run.text.last {
        phrase.words.append(String(Character(last)))
      }
      if isLast { phrase.isPrefix = pairs.isEmpty }
    }
    return phrase
  }

  private struct Run {
    var text: Substring.UnicodeScalarView
    var isUnspaced: Bool
  }

  private static func runs(of text: String) -> [Run] {
    let scalars = Substring(text).unicodeScalars
    var runs: [Run] = []
    var start: String.Index?
    var kind = ScalarKind.separator
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let next = ScalarKind(scalars[index], after: kind)
      if next != kind {
        if let start, kind != .separator {
          runs.append(Run(text: scalars[start..<index], isUnspaced: kind == .unspaced))
        }
        start = index
        kind = next
      }
      index = scalars.index(after: index)
    }
    if let start, kind != .separator {
      runs.append(Run(text: scalars[start...], isUnspaced: kind == .unspaced))
    }
    return runs
  }

  private static func pairs(_ run: Substring.UnicodeScalarView) -> [String] {
    zip(run, run.dropFirst()).map { first, second in
      var pair = String.UnicodeScalarView()
      pair.append(first)
      pair.append(second)
      return String(pair)
    }
  }

  private static func appendNumbers(in word: String, to extras: inout [String]) {
    let bytes = word.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      guard bytes[start] &- 0x30 < 10 else {
        start = bytes.index(after: start)
        continue
      }
      let end = bytes[start...].firstIndex { $0 &- 0x30 >= 10 } ?? bytes.endIndex
      // At the start of the word its beginning says it already.
      if start > bytes.startIndex, bytes.distance(from: start, to: end) >= 3 {
        extras.append(String(word[start..<end]))
      }
      start = end
    }
  }
}

/// Words that must follow each other.
struct SearchPhrase: Hashable {
  var words: [String]
  /// Whether the beginning of the last word is enough.
  var isPrefix: Bool

  /// True when the words stand next to each other in a document.
  func occurs(in document: [String]) -> Bool {
    guard let last = words.last else { return true }
    guard document.count >= words.count else { return false }
    let lead = words.dropLast()
    return (0...(document.count - words.count)).contains { start in
      let end = document[start + lead.count]
      return (isPrefix ? end.utf8.starts(with: last.utf8) : end == last)
        && lead.elementsEqual(document[start..<(start + lead.count)])
    }
  }
}

/// What a character is to the search.
private enum ScalarKind {
  case separator, spaced, unspaced

  init(_ scalar: Unicode.Scalar, after previous: ScalarKind) {
    let value = scalar.value
    if value < 0x80 {
      let isWord = value &- 0x30 < 10 || (value | 0x20) &- 0x61 < 26
      self = isWord ? .spaced : .separator
      return
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // A mark belongs to the letter before it.
      self = previous == .separator ? .spaced : previous
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      self = Self.isUnspaced(value) ? .unspaced : .spaced
    default: self = .separator
    }
  }

  /// Scripts without spaces between words: Thai, Lao, Myanmar, Khmer, Hangul, kana and Han.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
      0x3040...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0x1_B000...0x1_B16F, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }
}
