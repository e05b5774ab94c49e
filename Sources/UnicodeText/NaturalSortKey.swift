/// A byte key whose `memcmp` order is the order people expect of names.
///
/// 2 comes before 10, case and accents do not count, `IMG_1.jpg` comes before `IMG_1 (2).jpg`, and
/// parts of a path are compared one by one. Names that are equal so far are ordered by their bytes:
/// two names have the same key only when they are the same.
///
/// The key is the folded name, where `/` and `.` sort before all else and a run of digits is `0`,
/// the count of its digits, its digits without leading zeros; then a zero byte; then the name.
package enum NaturalSortKey {
  /// Makes the key of a name or path in any encoding.
  ///
  /// - Complexity: O(*n*); one allocation when the name is ASCII.
  package static func make(_ nameBytes: [UInt8]) -> [UInt8] {
    nameBytes.withUnsafeBufferPointer { name in
      if case .no = ASCIIText(name) {
        var folded = Folding.search(nameBytes)
        return folded.withUTF8 { key(folded: $0, name: name) }
      }
      return key(folded: name, name: name)
    }
  }

  private static func key(
    folded: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>
  ) -> [UInt8] {
    // Every other byte may start a number, which adds two bytes and one more per 254 digits.
    let capacity = folded.count * 2 + folded.count / 128 + 4 + name.count
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var output = KeyOutput(buffer: buffer)
      var index = 0
      while index < folded.count {
        if folded[index].isASCIIDigit {
          index = output.appendNumber(in: folded, at: index)
        } else {
          output.append(weight(folded[index]))
          index += 1
        }
      }
      output.append(0)
      for byte in name { output.append(byte) }
      count = output.count
    }
  }

  private static func weight(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "/"): 1
    case UInt8(ascii: "."): 2
    case 0...2: 3
    default: byte.asciiLowercased
    }
  }
}

private struct KeyOutput {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  /// Appends the number that starts at `start` and returns where it ends.
  mutating func appendNumber(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var end = start + 1
    while end < text.count, text[end].isASCIIDigit { end += 1 }
    var digits = start
    while digits < end - 1, text[digits] == UInt8(ascii: "0") { digits += 1 }
    append(UInt8(ascii: "0"))
    var length = end - digits
    while length > 254 {
      append(255)
      length -= 254
    }
    append(UInt8(truncatingIfNeeded: length))
    for index in digits..<end { append(text[index]) }
    return end
  }
}
