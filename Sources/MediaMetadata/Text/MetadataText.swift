/// Text as media files hold it: cut at NUL, trimmed, UTF-8 else Latin-1, without controls.
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
      for unit in units { append(Unicode.Scalar(unit), to: &scalars) }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }

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
