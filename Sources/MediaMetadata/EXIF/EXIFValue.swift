/// One EXIF or TIFF value, borrowed from whoever parsed the directory.
struct EXIFValue {
  let type: FieldType
  /// Values, not bytes.
  let count: Int
  let bytes: BorrowedBytes
  let isBigEndian: Bool

  /// The field types of TIFF 6.0 §2, BigTIFF and Exif 3.0.
  enum FieldType: UInt16 {
    case byte = 1, ascii, short, long, rational, signedByte, undefined, signedShort, signedLong
    case signedRational, float, double, directory
    case long8 = 16, signedLong8, directory8
    case utf8 = 129

    /// Bytes of one value.
    var size: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined, .utf8: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float, .directory: 4
      case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
      }
    }
  }

  /// The value as text, `nil` when blank.
  var text: String? { isText ? MetadataText.clean(bytes) : nil }

  /// True for the types that hold text; some writers use bytes for it.
  var isText: Bool { type == .ascii || type == .undefined || type == .byte || type == .utf8 }

  /// The value at `index` as a whole number, of any integer type.
  func integer(at index: Int = 0) -> Int? {
    let offset = index * type.size
    switch type {
    case .byte, .undefined: return bytes[offset].map(Int.init)
    case .signedByte: return load(Int8.self, at: offset)
    case .short: return load(UInt16.self, at: offset)
    case .signedShort: return load(Int16.self, at: offset)
    case .long, .directory: return load(UInt32.self, at: offset)
    case .signedLong: return load(Int32.self, at: offset)
    case .long8, .directory8: return load(UInt64.self, at: offset)
    case .signedLong8: return load(Int64.self, at: offset)
    case .rational, .signedRational, .float, .double:
      return real(at: index).flatMap { Int(exactly: $0.rounded()) }
    case .ascii, .utf8: return nil
    }
  }

  /// The value at `index` as a real number, of any number type; `nil` for a denominator of zero.
  func real(at index: Int = 0) -> Double? {
    let offset = index * type.size
    switch type {
    case .rational: return quotient(UInt32.self, at: offset)
    case .signedRational: return quotient(Int32.self, at: offset)
    case .float: return bits(UInt32.self, at: offset).map { Double(Float(bitPattern: $0)) }
    case .double: return bits(UInt64.self, at: offset).map(Double.init(bitPattern:))
    default: return integer(at: index).map(Double.init)
    }
  }

  private func bits<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> T? {
    bytes.load(T.self, at: offset, bigEndian: isBigEndian)
  }

  private func load<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Int? {
    bits(T.self, at: offset).flatMap { Int(exactly: $0) }
  }

  private func quotient<T: FixedWidthInteger>(_ type: T.Type, at offset: Int) -> Double? {
    guard let numerator = bits(T.self, at: offset),
      let denominator = bits(T.self, at: offset + MemoryLayout<T>.size), denominator != 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }
}

extension EXIFValue: CustomStringConvertible {
  /// The value in short, for a warning.
  var description: String {
    if type == .ascii || type == .utf8 {
      return "'\(MetadataText.clean(bytes.slice(0..<40)) ?? "")'"
    }
    let shown = (0..<min(count, 4)).map { index in
      if type == .rational { return fraction(UInt32.self, at: index) }
      if type == .signedRational { return fraction(Int32.self, at: index) }
      return real(at: index).map { "\($0)" } ?? "?"
    }
    return shown.joined(separator: " ") + (count > 4 ? " …" : "")
  }

  private func fraction<T: FixedWidthInteger>(_ type: T.Type, at index: Int) -> String {
    guard let numerator = bits(T.self, at: index * 8),
      let denominator = bits(T.self, at: index * 8 + 4)
    else { return "?" }
    return "\(numerator)/\(denominator)"
  }
}
