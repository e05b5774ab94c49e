/// Text as movies store it.
enum MovieText {
  /// Bytes that are read of one text; longer ones are cut.
  static let maximumBytes = 16 * 1_024

  /// UTF-8, else Latin-1, without controls; `nil` when nothing is left.
  static func decode(_ bytes: [UInt8]) -> String? { MetadataText.clean(bytes) }

  /// UTF-16 with or without a byte order mark, up to the first NUL.
  static func decodeUTF16(_ bytes: [UInt8]) -> String? {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      let unit = isLittleEndian ? second << 8 | first : first << 8 | second
      if unit == 0 { break }
      if index > 0 || unit != 0xFEFF { units.append(unit) }
    }
    return MetadataText.clean(Array(String(decoding: units, as: UTF16.self).utf8))
  }

  /// Words separated by commas.
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").compactMap { decode(Array($0.utf8)) }
  }
}
