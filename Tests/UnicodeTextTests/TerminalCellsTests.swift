import Testing
import UnicodeText

@Suite("Terminal cells, UAX #11") struct TerminalCellsTests {
  /// Rows of EastAsianWidth.txt and the emoji rules of UTS #51.
  @Test(arguments: [
    ("", 0), ("IMG_0001.jpg", 12),
    ("é", 1), ("e\u{301}", 1), ("\u{301}", 0),
    ("日本語", 6), ("ｱｲｳ", 3), ("Ａ", 2), ("\u{3000}", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("±§→", 3), ("Ω", 1), ("…", 1),
    ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("✅", 2),
    ("\u{200B}", 0), ("क", 1),
  ])
  func `measures`(text: String, cells: Int) {
    #expect(TerminalCells.width(text) == cells)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("ééé", 3, "ééé"),
  ])
  func `cuts between characters`(text: String, cells: Int, expected: String) {
    let cut = TerminalCells.truncated(text, toCells: cells)
    #expect(cut == expected)
    #expect(TerminalCells.width(cut) <= cells)
  }

  @Test(arguments: [
    ("2019/07/IMG_1.jpg", 10, "…IMG_1.jpg"), ("日本語", 5, "…本語"), ("abc", 3, "abc"), ("abc", 1, "…"),
  ])
  func `keeps the end of a path`(text: String, cells: Int, expected: String) {
    #expect(TerminalCells.truncatedKeepingEnd(text, toCells: cells) == expected)
  }

  @Test func `fills up to a width by cells, not characters`() {
    #expect(TerminalCells.padded("日本", toCells: 6) == "日本  ")
    #expect(TerminalCells.padded("42", toCells: 5, alignment: .trailing) == "   42")
    #expect(TerminalCells.padded("longer", toCells: 3) == "longer")
  }
}

@Suite("Escapes for a terminal") struct EscapedTextTests {
  @Test(
    arguments: [
      (Array("plain name.jpg".utf8), "plain name.jpg"),
      (Array("日本 😀 é".utf8), "日本 😀 é"),
      (Array("a\nb\tc\rd".utf8), "a\\nb\\tc\\rd"),
      (Array("\u{1B}[31mred".utf8), "\\x1b[31mred"),
      (Array("x\u{202E}gpj.exe".utf8), "x\\u{202e}gpj.exe"),
      (Array("\u{85}\u{7F}\u{2028}".utf8), "\\u{85}\\x7f\\u{2028}"),
      ([0x4E, 0x6F, 0xEB, 0x6C], "No\\xebl"),
      ([0xED, 0xA0, 0x80, 0xC0, 0xAF, 0xE2, 0x82], "\\xed\\xa0\\x80\\xc0\\xaf\\xe2\\x82"),
      ([0x41, 0x00, 0x42], "A\\x00B"),
      ([], ""),
    ] as [([UInt8], String)])
  func `shows`(bytes: [UInt8], expected: String) {
    #expect(EscapedText.forTerminal(bytes) == expected)
  }

  @Test func `keeps a clean text as it is`() {
    #expect(EscapedText.forTerminal("👨‍👩‍👧‍👦 क्षि") == "👨‍👩‍👧‍👦 क्षि")
    #expect(EscapedText.forTerminal("a\nb") == "a\\nb")
  }
}
