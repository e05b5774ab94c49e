/// One directory of an EXIF block while it is written, big-endian.
///
/// - Note: Source: TIFF 6.0 §2.
struct EXIFDirectory {
  /// The field types that are written.
  enum FieldType: UInt16 {
    case byte = 1
    case ascii = 2
    case short = 3
    case long = 4
    case rational = 5
    case undefined = 7
    case signedRational = 10

    var size: Int {
      switch self {
      case .byte, .ascii, .undefined: 1
      case .short: 2
      case .long: 4
      case .rational, .signedRational: 8
      }
    }
  }

  private var fields: [UInt16: (type: FieldType, bytes: [UInt8])] = [:]

  /// All texts of a block together stay below the 65,533 bytes of a JPEG segment.
  private static let maximumText = 4_000

  var isEmpty: Bool { fields.isEmpty }

  /// Adds bytes as they are.
  mutating func bytes(_ tag: UInt16, _ bytes: [UInt8], type: FieldType = .undefined) {
    fields[tag] = (type, bytes)
  }

  /// Adds a text as UTF-8, cut at 4,000 bytes; nothing for none.
  mutating func text(_ tag: UInt16, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    var short = text
    while short.utf8.count > Self.maximumText { short.removeLast() }
    fields[tag] = (.ascii, short.utf8.filter { $0 != 0 } + [0])
  }

  /// Adds a number of 0…65,535; others are left out.
  mutating func short(_ tag: UInt16, _ value: Int) {
    guard let value = UInt16(exactly: value) else { return }
    fields[tag] = (.short, Self.encoded(value))
  }

  /// Adds a number of 32 bits; others are left out.
  mutating func long(_ tag: UInt16, _ value: Int) {
    guard let value = UInt32(exactly: value) else { return }
    fields[tag] = (.long, Self.encoded(value))
  }

  /// Adds a fraction; values that do not fit are left out.
  mutating func rational(_ tag: UInt16, _ value: Double, over denominator: UInt32) {
    guard let part = UInt32(exactly: (value * Double(denominator)).rounded()) else { return }
    fields[tag] = (.rational, Self.encoded(part) + Self.encoded(denominator))
  }

  /// Adds a fraction that may be negative.
  mutating func signedRational(_ tag: UInt16, _ value: Double, over denominator: Int32) {
    guard let part = Int32(exactly: (value * Double(denominator)).rounded()) else { return }
    fields[tag] = (.signedRational, Self.encoded(part) + Self.encoded(denominator))
  }

  /// Adds seconds, as one over a whole number where that is what they are.
  mutating func exposureTime(_ tag: UInt16, _ seconds: Double) {
    guard seconds > 0, seconds.isFinite else { return }
    let inverse = (1 / seconds).rounded()
    if inverse > 1, inverse < 1e6, abs(inverse * seconds - 1) < 0.001 {
      rational(tag, 1 / inverse, over: UInt32(inverse))
    } else {
      rational(tag, seconds, over: seconds < 1_000 ? 1_000_000 : 1_000)
    }
  }

  /// Adds degrees, minutes and seconds of an angle without sign, to a tenth of a millimetre.
  mutating func angle(_ tag: UInt16, _ degrees: Double) {
    guard degrees >= 0, degrees <= 360 else { return }
    let total = Int((degrees * 3_600 * 1_000_000).rounded())
    let (minutes, part) = total.quotientAndRemainder(dividingBy: 60_000_000)
    fields[tag] = (
      .rational,
      Self.encoded(UInt32(minutes / 60)) + Self.encoded(UInt32(1))
        + Self.encoded(UInt32(minutes % 60)) + Self.encoded(UInt32(1))
        + Self.encoded(UInt32(part)) + Self.encoded(UInt32(1_000_000))
    )
  }

  /// Bytes of the directory with its values.
  var byteCount: Int {
    fields.values.reduce(2 + fields.count * 12 + 4) { $0 + Self.room($1.bytes) }
  }

  /// The directory as it stands at an offset of the block, with no other behind it.
  func encoded(at offset: Int) -> [UInt8] {
    var table = Self.encoded(UInt16(fields.count))
    var values: [UInt8] = []
    let valueStart = offset + 2 + fields.count * 12 + 4
    for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
      table += Self.encoded(tag) + Self.encoded(field.type.rawValue)
      table += Self.encoded(UInt32(field.bytes.count / field.type.size))
      if field.bytes.count <= 4 {
        table += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
      } else {
        table += Self.encoded(UInt32(valueStart + values.count))
        values += field.bytes + (field.bytes.count % 2 == 0 ? [] : [0])
      }
    }
    return table + [0, 0, 0, 0] + values
  }

  /// Values of more than four bytes stand behind the fields, at even offsets.
  private static func room(_ bytes: [UInt8]) -> Int {
    bytes.count <= 4 ? 0 : bytes.count + bytes.count % 2
  }

  private static func encoded(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
