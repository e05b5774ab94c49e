/// Text in UTF-16, as UTF-8.
enum UnicodeTranscoding {
  /// Converts XML text of 16-bit units, told by its byte order mark or its first `<`.
  ///
  /// - Returns: `nil` when the text is of 8-bit units.
  static func utf8(fromWide bytes: BorrowedBytes) -> [UInt8]? {
    guard let first = bytes[0], let second = bytes[1] else { return nil }
    let isBigEndian: Bool
    switch (first, second) {
    case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isBigEndian = true
    case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isBigEndian = false
    default: return nil
    }
    let units = (0..<bytes.count / 2).lazy.map {
      bytes.load(UInt16.self, at: $0 * 2, bigEndian: isBigEndian) ?? 0
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
