/// Four bytes that name a box, a brand, a handler or a codec.
struct FourCC: Hashable {
  /// The bytes, the first one highest.
  let rawValue: UInt32

  /// Takes the bytes as a big-endian number.
  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The bytes as text, one character a byte.
  var text: String {
    var text = ""
    for shift in [24, 16, 8, 0] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      text.unicodeScalars.append(
        byte < 0x20 || byte == 0x7F ? "." : Unicode.Scalar(byte))
    }
    return text
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// Takes four characters of Latin-1, so `©` is the byte 0xA9 that QuickTime means by it.
  @inline(__always)
  init(stringLiteral text: StaticString) {
    var value: UInt32 = 0
    for index in 0..<text.utf8CodeUnitCount {
      let byte = text.utf8Start[index]
      // 0xC2 only introduces the characters U+0080…U+00BF, whose second byte is their code.
      if byte != 0xC2 { value = value << 8 | UInt32(byte) }
    }
    self.rawValue = value
  }
}
