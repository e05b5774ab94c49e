internal import CUTF8Proc

/// Text measured in the cells of a terminal.
///
/// Wide characters and emoji take two cells, combining marks none, East Asian ambiguous ones one
/// (UAX #11 outside East Asian contexts). Control characters take none: escape them first.
package enum TerminalCells {
  /// On which side of a column its text stands.
  package enum Alignment: Hashable, Sendable {
    case leading, trailing
  }

  /// Cells a text takes.
  package static func width(_ text: String) -> Int {
    if let count = plainCount(text) { return count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// Cells one character takes: 0, 1 or 2.
  package static func width(_ character: Character) -> Int {
    var total = 0
    for scalar in character.unicodeScalars {
      // Variation selector 16 asks for the emoji form, which is wide.
      if scalar.value == 0xFE0F, total > 0 { return 2 }
      total += Int(utf8proc_charwidth(Int32(scalar.value)))
    }
    return min(total, 2)
  }

  /// Cuts a text to at most `cells`, between characters, and ends it with `…` when something went.
  package static func truncated(_ text: String, toCells cells: Int) -> String {
    // A character of n bytes takes at most n cells.
    if text.utf8.count <= cells { return text }
    if cells <= 0 { return "" }
    var used = 0
    var kept = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      used += width(text[index])
      if used > cells { return text[..<kept] + "…" }
      index = text.index(after: index)
      if used <= cells - 1 { kept = index }
    }
    return text
  }

  /// Cuts a text to `cells` keeping its end, after an `…`: the telling part of a path.
  package static func truncatedKeepingEnd(_ text: String, toCells cells: Int) -> String {
    if text.utf8.count <= cells { return text }
    if cells <= 0 { return "" }
    var used = 0
    var kept = text.endIndex
    var index = text.endIndex
    while index > text.startIndex {
      index = text.index(before: index)
      used += width(text[index])
      if used > cells { return "…" + text[kept...] }
      if used <= cells - 1 { kept = index }
    }
    return text
  }

  /// Fills a text with spaces to `cells`; a longer one comes back as it is.
  package static func padded(
    _ text: String, toCells cells: Int, alignment: Alignment = .leading
  ) -> String {
    let missing = cells - width(text)
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return alignment == .leading ? text + spaces : spaces + text
  }

  /// The count of bytes when all of them are printable ASCII.
  private static func plainCount(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      var isPlain: UInt8 = 1
      for byte in bytes { isPlain &= byte &- 0x20 < 0x5F ? 1 : 0 }
      return isPlain == 1 ? bytes.count : nil
    }
  }
}
