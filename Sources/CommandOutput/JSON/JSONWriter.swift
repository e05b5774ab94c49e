/// Writes JSON (RFC 8259) into bytes, value by value.
///
/// Control characters, line separators and bidirectional controls are escaped, so a document shown on
/// a terminal cannot play tricks. The caller keeps the order of calls legal.
package struct JSONWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes an empty writer.
  package init() {}

  /// Removes what was written, for the next part of a stream.
  package mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  /// Opens an object.
  package mutating func beginObject() { open("{") }
  /// Closes an object.
  package mutating func endObject() { close("}") }
  /// Opens an array.
  package mutating func beginArray() { open("[") }
  /// Closes an array.
  package mutating func endArray() { close("]") }

  /// Writes the key of the next value.
  package mutating func key(_ name: String) {
    separate()
    appendString(name)
    append(":")
  }

  /// Writes a key that was made by ``encodedKey(_:)``.
  mutating func key(encoded: [UInt8]) {
    separate()
    bytes.append(contentsOf: encoded)
  }

  /// The key with its quotes and colon, for keys that come in every row.
  static func encodedKey(_ name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.key(name)
    return writer.bytes
  }

  /// Writes a text.
  package mutating func string(_ text: String) {
    separate()
    appendString(text)
    needsComma = true
  }

  /// Writes ASCII bytes that need no escapes, as base64.
  mutating func plainString(_ ascii: [UInt8]) {
    separate()
    append("\"")
    bytes.append(contentsOf: ascii)
    append("\"")
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int64) { literal(String(value)) }

  /// Writes a number; NaN and infinities, which JSON has not, become null.
  package mutating func real(_ value: Double) { literal(NumberText.real(value) ?? "null") }

  /// Writes a duration as seconds.
  package mutating func seconds(_ value: Duration) { literal(NumberText.seconds(value)) }

  /// Writes true or false.
  package mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes null.
  package mutating func null() { literal("null") }

  /// Ends the line; between values it is white space.
  package mutating func lineEnd() { append("\n") }

  /// Forgets that a comma is due: the next value starts a document of its own (JSON Lines).
  package mutating func beginDocument() { needsComma = false }

  // MARK: Parts

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    append(bracket)
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    append(bracket)
    needsComma = true
  }

  /// Writes the comma before a value or key that follows another.
  mutating func separate() {
    if needsComma { append(",") }
    needsComma = false
  }

  private mutating func append(_ ascii: Unicode.Scalar) { bytes.append(UInt8(ascii: ascii)) }

  private mutating func appendString(_ text: String) {
    append("\"")
    var text = text
    text.withUTF8 { appendEscaped($0) }
    append("\"")
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      // Only these can begin something that is escaped.
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x7F else {
        index += 1
        continue
      }
      let (escape, length) = JSONEscape.at(index, in: text)
      if let escape {
        bytes.append(contentsOf: text[start..<index])
        bytes.append(contentsOf: escape.utf8)
        start = index + length
      }
      index += length
    }
    bytes.append(contentsOf: text[start...])
  }
}

/// What is escaped in a JSON string, and how.
private enum JSONEscape {
  /// The escape of the character at `index`, `nil` when it stands for itself, and its bytes.
  static func at(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> (String?, length: Int) {
    let byte = text[index]
    switch byte {
    case 0x08: return ("\\b", 1)
    case 0x09: return ("\\t", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0C: return ("\\f", 1)
    case 0x0D: return ("\\r", 1)
    case 0x22: return ("\\\"", 1)
    case 0x5C: return ("\\\\", 1)
    case 0..<0x20, 0x7F: return (hexadecimal(UInt32(byte)), 1)
    default: break
    }
    // Valid UTF-8, as every String is: the first byte tells how many follow.
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard length < 4, index + length <= text.count else { return (nil, min(length, 4)) }
    let point =
      length == 2
      ? UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
      : UInt32(byte & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6
        | UInt32(text[index + 2] & 0x3F)
    switch point {
    case 0x80..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF:
      return (hexadecimal(point), length)
    default: return (nil, length)
    }
  }

  private static func hexadecimal(_ point: UInt32) -> String {
    let digits = String(point, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
