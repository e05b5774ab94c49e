internal import UnicodeText

extension SearchWords {
  /// The words of a text, with a blank between.
  static func text(of text: String) -> String { self.text(ofFolded: Folding.search(text)) }

  /// The same of a text that is folded already; most are ASCII, and cost one pass.
  static func text(ofFolded text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? asciiText(bytes) : nil
    } ?? ofFolded(text).joined(separator: " ")
  }

  /// One pass over ASCII: words to the output, numbers inside them behind it.
  private static func asciiText(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var output: [UInt8] = []
    // Numbers inside words at most double a text.
    output.reserveCapacity(bytes.count * 2)
    var numbers: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      guard isWord(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var digits = index
      if !output.isEmpty { output.append(0x20) }
      while index < bytes.count, isWord(bytes[index]) {
        let byte = bytes[index]
        output.append(byte | (byte >= 0x41 && byte <= 0x5A ? 0x20 : 0))
        index += 1
        if byte &- 0x30 >= 10 {
          if index - 1 - digits >= 3, digits > start { numbers.append(digits..<(index - 1)) }
          digits = index
        }
      }
      if index - digits >= 3, digits > start { numbers.append(digits..<index) }
    }
    for number in numbers {
      output.append(0x20)
      output.append(contentsOf: bytes[number])
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
