/// What a filter's program said of one item: `true`, `false`, or an object with `show`.
struct ProgramAnswer: Hashable {
  /// Which item it says it speaks of, `nil` when it does not say.
  var id: PickerItemID?
  /// Whether the item is shown.
  var isShown: Bool

  /// Reads one line.
  ///
  /// - Throws: ``FilterError`` `badAnswer` for everything else, with the start of the line.
  init(_ line: [UInt8]) throws(FilterError) {
    var reader = JSONLineReader(line)
    guard let answer = reader.answer() else {
      let start = String(decoding: line.prefix(60), as: UTF8.self)
      throw FilterError(
        code: .badAnswer,
        reason: "the filter's program answered “\(start)”; it must answer true, false or an object "
          + "such as {\"id\": 12, \"show\": true}")
    }
    self = answer
  }

  init(id: PickerItemID?, isShown: Bool) {
    self.id = id
    self.isShown = isShown
  }
}

/// Reads JSON as far as an answer needs it; members that it does not know are passed over.
private struct JSONLineReader {
  private let bytes: [UInt8]
  private var index = 0

  /// Values nested deeper are refused.
  private static let maximumDepth = 16

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The answer that the whole line is, `nil` when it is none.
  mutating func answer() -> ProgramAnswer? {
    let answer = peek() == UInt8(ascii: "{") ? object() : boolean().map { (nil, $0) }
    guard let answer, peek() == nil else { return nil }
    return ProgramAnswer(id: answer.0, isShown: answer.1)
  }

  private mutating func object() -> (PickerItemID?, Bool)? {
    var (id, isShown): (PickerItemID?, Bool?) = (nil, nil)
    index += 1
    if take("}") { return nil }
    repeat {
      guard let name = string(), take(":") else { return nil }
      switch name {
      case "show":
        guard let value = boolean() else { return nil }
        isShown = value
      case "id":
        guard let value = identifier() else { return nil }
        id = value
      default:
        guard skip(depth: 0) else { return nil }
      }
    } while take(",")
    guard take("}"), let isShown else { return nil }
    return (id, isShown)
  }

  private mutating func identifier() -> PickerItemID? {
    if peek() == UInt8(ascii: "\"") { return string().flatMap { PickerItemID($0) } }
    return Int64(String(decoding: scalar(), as: UTF8.self)).map { .media($0) }
  }

  private mutating func boolean() -> Bool? {
    switch String(decoding: scalar(), as: UTF8.self) {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// Passes over any value; what it is made of need not be right in every respect.
  private mutating func skip(depth: Int) -> Bool {
    guard depth < Self.maximumDepth, let first = peek() else { return false }
    switch first {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "["):
      index += 1
      if take("]") { return true }
      repeat { guard skip(depth: depth + 1) else { return false } } while take(",")
      return take("]")
    case UInt8(ascii: "{"):
      index += 1
      if take("}") { return true }
      repeat {
        guard string() != nil, take(":"), skip(depth: depth + 1) else { return false }
      } while take(",")
      return take("}")
    default: return !scalar().isEmpty
    }
  }

  /// A number or a word: what stands before the next sign.
  private mutating func scalar() -> ArraySlice<UInt8> {
    guard peek() != nil else { return [] }
    let start = index
    while index < bytes.count, !" \t\r\n,:{}[]\"".utf8.contains(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  /// A string; escapes of control and other characters stay as they are, no name has them.
  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard index < bytes.count else { return nil }
        if !"\"\\/".utf8.contains(bytes[index]) { text.append(byte) }
        text.append(bytes[index])
        index += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  /// The next byte that is no blank.
  private mutating func peek() -> UInt8? {
    while index < bytes.count, " \t\r".utf8.contains(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }
}
