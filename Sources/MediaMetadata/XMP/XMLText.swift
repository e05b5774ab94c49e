/// Text between the tags or quotes of XML.
enum XMLText {
  /// Text that was read; there may be none.
  struct Decoded {
    let text: String?
  }

  /// Resolves references and cleans the text; `nil` when it holds markup or unknown references.
  ///
  /// - Note: Source: XML 1.0 (Fifth Edition) §4.1, §4.6.
  static func decode(_ bytes: BorrowedBytes) -> Decoded? {
    if bytes.firstIndex(of: UInt8(ascii: "<"), from: 0) != nil { return nil }
    guard var ampersand = bytes.firstIndex(of: UInt8(ascii: "&"), from: 0) else {
      return Decoded(text: MetadataText.clean(bytes))
    }
    var output: [UInt8] = []
    var position = 0
    while true {
      bytes.append(position..<ampersand, to: &output)
      guard let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: ampersand),
        let scalar = scalar(bytes.slice(ampersand + 1..<end))
      else { return nil }
      output += Array(String(scalar).utf8)
      position = end + 1
      guard let next = bytes.firstIndex(of: UInt8(ascii: "&"), from: position) else { break }
      ampersand = next
    }
    bytes.append(position..<max(position, bytes.count), to: &output)
    return Decoded(text: MetadataText.clean(output))
  }

  /// The character that a reference stands for.
  private static func scalar(_ name: BorrowedBytes) -> Unicode.Scalar? {
    if name.equals("amp") { return "&" }
    if name.equals("lt") { return "<" }
    if name.equals("gt") { return ">" }
    if name.equals("quot") { return "\"" }
    if name.equals("apos") { return "'" }
    guard name.starts(with: "#"), name.count <= 9 else { return nil }
    let digits = name.withCodeUnits { String(decoding: $0.dropFirst(), as: UTF8.self) }
    let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : $0 }
  }
}
