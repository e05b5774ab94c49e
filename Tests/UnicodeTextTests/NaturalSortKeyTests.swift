import TestSupport
import Testing
import UnicodeText

@Suite("Natural sort key") struct NaturalSortKeyTests {
  @Test(arguments: [
    ["IMG_2.jpg", "IMG_10.jpg", "img_11.jpg", "IMG_100.jpg"],
    ["IMG_1.jpg", "IMG_1 (2).jpg", "IMG_1-edited.jpg", "IMG_1a.jpg"],
    ["a", "a1", "a1b", "a2", "aa", "b"],
    ["1", "1a", "2", "10", "a"],
    ["Apfel", "äpfel 2", "Äpfel 10", "apfelz", "Birne"],
    ["v1.2", "v1.10", "v2.0"],
    ["x1", "x2", "x９", "x10"],
    ["2019/12/a", "2019.old/1/a", "2020/1/a", "2020/2/a", "2020/10/a"],
    ["99999999999999999999", "100000000000000000000"],
    ["", " ", "-", "0", "_", "a", "é1", "e2", "z", "日本"],
  ])
  func `orders`(names: [String]) {
    for (left, right) in zip(names, names.dropFirst()) {
      #expect(
        NaturalSortKey.make(Array(left.utf8)).lexicographicallyPrecedes(
          NaturalSortKey.make(Array(right.utf8))), "\(left) before \(right)")
    }
  }

  @Test(arguments: [("img1", "IMG1"), ("a01", "a1"), ("é", "e\u{301}"), ("a\u{0}", "a\u{1}")])
  func `keeps names apart that are equal but for their bytes`(left: String, right: String) {
    let (first, second) = (Array(left.utf8), Array(right.utf8))
    #expect(
      NaturalSortKey.make(first).lexicographicallyPrecedes(NaturalSortKey.make(second))
        == first.lexicographicallyPrecedes(second))
    #expect(NaturalSortKey.make(first) != NaturalSortKey.make(second))
  }

  @Test func `counts the digits of very long numbers`() {
    let nines = [UInt8](repeating: 0x39, count: 254)
    let next = [0x31] + [UInt8](repeating: 0x30, count: 254)
    let huge = [0x31] + [UInt8](repeating: 0x30, count: 5_000)
    #expect(NaturalSortKey.make(nines).lexicographicallyPrecedes(NaturalSortKey.make(next)))
    #expect(NaturalSortKey.make(next).lexicographicallyPrecedes(NaturalSortKey.make(huge)))
  }

  @Test func `orders random names as a slow comparison of their parts does`() {
    var random = SeededGenerator(seed: 42)
    let alphabet = Array("aAbéÉ0012９ ._-/\u{301}ß日\u{1}".unicodeScalars)
    let names = (0..<300).map { _ in
      var text = ""
      for _ in 0..<Int.random(in: 0...7, using: &random) {
        text.unicodeScalars.append(alphabet[Int.random(in: alphabet.indices, using: &random)])
      }
      // One in ten names is not UTF-8.
      return Array(text.utf8) + (Int.random(in: 0..<10, using: &random) == 0 ? [0xFF] : [])
    }
    let keys = names.map(NaturalSortKey.make)
    for left in names.indices {
      for right in names.indices {
        let expected = SlowName(names[left]) < SlowName(names[right])
        if keys[left].lexicographicallyPrecedes(keys[right]) != expected {
          Issue.record("\(names[left]) and \(names[right]), expected \(expected)")
        }
        if (keys[left] == keys[right]) != (names[left] == names[right]) {
          Issue.record("\(names[left]) and \(names[right]) share a key")
        }
      }
    }
  }
}

/// A name in parts, compared one by one: the plain statement of what the key encodes.
private struct SlowName: Comparable {
  enum Part: Comparable {
    case separator, dot, control
    case other(UInt8)
    /// Digits without leading zeros.
    case number(String)

    static func < (left: Part, right: Part) -> Bool {
      if case .number(let first) = left, case .number(let second) = right {
        return (first.count, first) < (second.count, second)
      }
      return left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .separator: -3
      case .dot: -2
      case .control: -1
      case .number: 0x30
      case .other(let byte): Int(byte)
      }
    }
  }

  var parts: [Part] = []
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var digits = ""
    func number() -> [Part] {
      guard !digits.isEmpty else { return [] }
      let significant = digits.drop { $0 == "0" }
      digits = ""
      return [.number(significant.isEmpty ? "0" : String(significant))]
    }
    for byte in Folding.search(bytes).utf8 {
      if (0x30...0x39).contains(byte) {
        digits.append(Character(Unicode.Scalar(byte)))
        continue
      }
      parts += number()
      switch byte {
      case 0x2F: parts.append(.separator)
      case 0x2E: parts.append(.dot)
      case 0...2: parts.append(.control)
      default: parts.append(.other(byte))
      }
    }
    parts += number()
  }

  static func < (left: SlowName, right: SlowName) -> Bool {
    if left.parts != right.parts { return left.parts.lexicographicallyPrecedes(right.parts) }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
