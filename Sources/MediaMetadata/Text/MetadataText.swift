/// Text as media files hold it: cut at NUL, trimmed, UTF-8 else Latin-1, without controls.
///
/// Latin-1 means Windows-1252, as everywhere: its letters replace controls that nobody writes.
enum MetadataText {
  /// Cleans text; `nil` when nothing is left.
  ///
  /// Tabs and line breaks become spaces, other control characters vanish.
  static func clean(_ bytes: BorrowedBytes) -> String? {
    bytes.withCodeUnits { units in
      guard let range = trimmed(units) else { return nil }
      let text = UnsafeBufferPointer(rebasing: units[range])
      if text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        return String(decoding: text, as: UTF8.self)
      }
      return decoded(text)
    }
  }

  /// Cleans text in memory.
  static func clean(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { clean(BorrowedBytes($0)) }
  }

  /// The part before the first NUL without surrounding blanks, `nil` when that is empty.
  private static func trimmed(_ units: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var end = units.firstIndex(of: 0) ?? units.count
    var start = 0
    while start < end, units[start] <= 0x20 { start += 1 }
    while end > start, units[end - 1] <= 0x20 { end -= 1 }
    return start < end ? start..<end : nil
  }

  private static func decoded(_ units: UnsafeBufferPointer<UInt8>) -> String? {
    var scalars = String.UnicodeScalarView()
    if let text = String(validating: units, as: UTF8.self) {
      for scalar in text.unicodeScalars { append(scalar, to: &scalars) }
    } else {
      for unit in units { append(latin(unit), to: &scalars) }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }

  private static func latin(_ unit: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(unit) else { return Unicode.Scalar(unit) }
    return Unicode.Scalar(windows1252[Int(unit) - 0x80]) ?? Unicode.Scalar(unit)
  }

  /// What bytes 0x80…0x9F mean, after the WHATWG Encoding Standard.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func append(
    _ scalar: Unicode.Scalar, to scalars: inout String.UnicodeScalarView
  ) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: scalars.append(" ")
    case ..<0x20, 0x7F..<0xA0: break
    default: scalars.append(scalar)
    }
  }
}
