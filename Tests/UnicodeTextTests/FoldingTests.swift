import TestSupport
import Testing
import UnicodeText

@Suite("Folding for search") struct FoldingTests {
  @Test(arguments: [
    ("IMG_0001.JPG", "img_0001.jpg"),
    ("", ""),
    ("Café", "cafe"), ("Cafe\u{301}", "cafe"),
    ("Straße", "strasse"), ("STRASSE", "strasse"),
    ("Ǆ", "dz"), ("ﬁnal", "final"),
    ("ＦＵＬＬ１２", "full12"), ("ｶﾞ", "カ"), ("ガ", "カ"),
    ("İstanbul", "istanbul"), ("ısı", "isi"),
    ("Łódź", "lodz"), ("Ørsted", "orsted"), ("Æsop œuvre", "aesop oeuvre"), ("Đà Nẵng", "da nang"),
    ("ΑΘΗΝΆ", "αθηνα"), ("Οδυσσεύς", "οδυσσευσ"),
    ("Москва́", "москва"), ("ё", "е"),
    ("soft\u{AD}hyphen", "softhyphen"), ("zero\u{200B}width\u{200D}", "zerowidth"),
    ("❤\u{FE0F}", "❤"), ("1\u{FE0F}\u{20E3}", "1"),
    ("한글", "한글"), ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    ("٢٠٢٣", "2023"), ("२०२३", "2023"),
    ("x²", "x2"), ("½", "1⁄2"),
  ])
  func `makes`(text: String, expected: String) {
    // `==` on String is canonical equivalence; the bytes must be equal too.
    #expect(Array(Folding.search(text).utf8) == Array(expected.utf8))
    #expect(Array(Folding.search(Array(text.utf8)).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [("की", "को"), ("กิน", "กัน"), ("नि", "न")])
  func `keeps vowel signs apart`(left: String, right: String) {
    #expect(Folding.search(left) != Folding.search(right))
  }

  @Test func `replaces bytes that are not UTF-8`() {
    #expect(Folding.search([0x4E, 0x6F, 0xEB, 0x6C]) == "no\u{FFFD}l")
    #expect(Folding.search([0xED, 0xA0, 0x80]) == "\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test func `grows its buffer for characters that expand much`() {
    let phrase = String(repeating: "\u{FDFA}", count: 100)
    #expect(Folding.search(phrase).unicodeScalars.count == 1_800)
    #expect(Folding.search("a\0É") == "a\0e")
  }

  @Test func `changes nothing the second time`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let text = random.text()
      let once = Folding.search(text)
      #expect(Array(Folding.search(once).utf8) == Array(once.utf8), "\(text.unicodeScalars)")
    }
  }
}
