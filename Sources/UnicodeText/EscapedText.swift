internal import CUTF8Proc

/// Text made safe to print on a terminal.
///
/// A name may hold bytes that move the cursor, change colours or turn the reading direction; shown
/// raw, it could pass for another name. A backslash stays as it is: this is for eyes, not for
/// reading back, which JSON does.
package enum EscapedText {
  /// Shows control and direction characters, line ends and bytes that are not UTF-8 as escapes.
  ///
  /// `\n`, `\r`, `\t`; `\x1b` for other controls and stray bytes; `\u{202e}` beyond ASCII.
  package static func forTerminal(_ bytes: [UInt8]) -> String {
    if isPrintableASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.withUnsafeBufferPointer(escaped)
  }

  /// Shows control and direction characters and line ends of a text as escapes.
  package static func forTerminal(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ !isUnsafe($0.value) }) { return text }
    return forTerminal(Array(text.utf8))
  }

  private static func isPrintableASCII(_ bytes: [UInt8]) -> Bool {
    var isPlain: UInt8 = 1
    for byte in bytes { isPlain &= byte &- 0x20 < 0x5F ? 1 : 0 }
    return isPlain == 1
  }

  private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard let base = bytes.baseAddress else { return "" }
    var text = ""
    text.reserveCapacity(bytes.count + 8)
    var index = 0
    while index < bytes.count {
      var point: Int32 = 0
      let length = utf8proc_iterate(base + index, bytes.count - index, &point)
      guard length > 0, let scalar = Unicode.Scalar(UInt32(bitPattern: point)) else {
        text += "\\x" + hexadecimal(UInt32(bytes[index]), width: 2)
        index += 1
        continue
      }
      index += length
      if isUnsafe(scalar.value) {
        text += escape(scalar.value)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ point: UInt32) -> String {
    switch point {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case ..<0x80: "\\x" + hexadecimal(point, width: 2)
    default: "\\u{" + hexadecimal(point, width: 1) + "}"
    }
  }

  private static func hexadecimal(_ value: UInt32, width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Controls (C0, DEL, C1), bidirectional controls (UAX #9) and separators that end a line.
  private static func isUnsafe(_ point: UInt32) -> Bool {
    switch point {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF: true
    // Interlinear annotation and tag characters hide text; flags of regions use tags, so those stay.
    case 0xFFF9...0xFFFB: true
    default: false
    }
  }
}
