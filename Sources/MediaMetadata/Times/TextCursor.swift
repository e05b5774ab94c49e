/// A cursor over ASCII text that a date is read from.
struct TextCursor {
  private let bytes: BorrowedBytes
  private(set) var position = 0

  init(_ bytes: BorrowedBytes) { self.bytes = bytes }

  /// The next byte, `nil` at the end or at a NUL.
  var next: UInt8? { bytes[position].flatMap { $0 == 0 ? nil : $0 } }
  var isAtEnd: Bool { next == nil }

  /// Moves forward by `count` bytes.
  mutating func skip(_ count: Int = 1) { position += count }

  /// Skips the next byte when it is one of `set`, and returns it.
  mutating func take(anyOf set: StaticString) -> UInt8? {
    guard let byte = next else { return nil }
    let found = set.withUTF8Buffer { $0.contains(byte) }
    if found { position += 1 }
    return found ? byte : nil
  }

  /// Skips spaces; true when there was one.
  @discardableResult mutating func skipBlanks() -> Bool {
    let start = position
    while take(anyOf: " \t\r\n") != nil {}
    return position > start
  }

  /// Skips `text` in any case, true when it was there.
  mutating func take(word text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    let found = text.withUTF8Buffer { word in
      word.indices.allSatisfy { index in
        guard let byte = bytes[position + index] else { return false }
        return Self.lowercased(byte) == Self.lowercased(word[index])
      }
    }
    if found { position += count }
    return found
  }

  /// Reads 1…`maximum` digits; `nil` without moving when there is none.
  mutating func number(upTo maximum: Int) -> (value: Int, digits: Int)? {
    var value = 0
    var digits = 0
    while digits < maximum, let byte = next, byte >= 0x30, byte <= 0x39 {
      value = value * 10 + Int(byte - 0x30)
      digits += 1
      position += 1
    }
    return digits > 0 ? (value, digits) : nil
  }

  /// Reads the digits of a decimal fraction as nanoseconds: right-padded, cut after nine.
  mutating func fraction() -> Int? {
    guard var (value, digits) = number(upTo: 9) else { return nil }
    while digits < 9 {
      value *= 10
      digits += 1
    }
    while take(anyOf: "0123456789") != nil {}
    return value
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
