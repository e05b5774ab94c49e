internal import CUTF8Proc

/// Makes texts equal that people call equal when they search: case, accents and width go.
///
/// NFKC with full case folding, without accents and invisible characters; decimal digits of any
/// script become ASCII and stroked letters lose their stroke. The result is idempotent.
package enum Folding {
  /// Folds a text; ASCII in lower case comes back as it is, without a copy.
  package static func search(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      switch ASCIIText(bytes) {
      case .lowercase: nil
      case .mixedCase: lowercased(bytes)
      case .no: foldedUnicode(bytes)
      }
    } ?? text
  }

  /// Folds bytes; those that are not UTF-8 become U+FFFD.
  package static func search(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      switch ASCIIText(bytes) {
      case .lowercase: String(decoding: bytes, as: UTF8.self)
      case .mixedCase: lowercased(bytes)
      case .no: foldedUnicode(bytes) ?? search(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  private static func lowercased(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { output in
      for index in bytes.indices { output[index] = bytes[index].asciiLowercased }
      return bytes.count
    }
  }

  /// Folds through utf8proc; `nil` when the bytes are not UTF-8.
  private static func foldedUnicode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    // Most scripts need one code point for two bytes or more; U+FDFA alone needs 18 for three.
    var capacity = bytes.count * 2 + 16
    while true {
      let result = withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { points in
        let count = utf8proc_decompose(
          bytes.baseAddress, bytes.count, points.baseAddress, capacity, decomposition)
        guard count >= 0 else { return Attempt.notUTF8 }
        guard count <= capacity else { return Attempt.needs(count) }
        return Attempt.done(recomposed(UnsafeBufferPointer(rebasing: points[..<count])))
      }
      switch result {
      case .done(let text): return text
      case .needs(let count): capacity = count
      case .notUTF8: return nil
      }
    }
  }

  private enum Attempt {
    case done(String)
    case needs(Int)
    case notUTF8
  }

  private static let decomposition = utf8proc_option_t(
    rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_COMPOSE.rawValue
      | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_IGNORE.rawValue)
  private static let composition = utf8proc_option_t(
    rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)

  private static func recomposed(_ points: UnsafeBufferPointer<Int32>) -> String {
    // One point gives at most two; `utf8proc_reencode` works in place and adds a NUL.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: points.count * 2 + 1) { output in
      var count = 0
      for point in points {
        for folded in FoldedPoint(point) {
          output[count] = folded
          count += 1
        }
      }
      let length = utf8proc_reencode(output.baseAddress, count, composition)
      return UnsafeRawBufferPointer(output).withMemoryRebound(to: UInt8.self) { bytes in
        String(decoding: bytes[..<max(0, length)], as: UTF8.self)
      }
    }
  }
}

/// What is left of one decomposed, case-folded code point: none, one or two.
private struct FoldedPoint: Sequence, IteratorProtocol {
  private var first: Int32?
  private var second: Int32?

  init(_ point: Int32) {
    switch point {
    case ..<0xE6: first = point
    // Letters that Unicode does not decompose, but readers without the key type so.
    case 0xE6: (first, second) = (0x61, 0x65)  // æ
    case 0xF8: first = 0x6F  // ø
    case 0x111: first = 0x64  // đ
    case 0x127: first = 0x68  // ħ
    case 0x131: first = 0x69  // ı
    case 0x142: first = 0x6C  // ł
    case 0x153: (first, second) = (0x6F, 0x65)  // œ
    case 0x167: first = 0x74  // ŧ
    case ..<0x300: first = point
    default: first = Self.withoutAccent(point)
    }
  }

  mutating func next() -> Int32? {
    defer { (first, second) = (second, nil) }
    return first
  }

  private static func withoutAccent(_ point: Int32) -> Int32? {
    guard let property = utf8proc_get_property(point)?.pointee else { return point }
    switch UInt32(property.category) {
    case UTF8PROC_CATEGORY_ME.rawValue: return nil
    case UTF8PROC_CATEGORY_MN.rawValue, UTF8PROC_CATEGORY_MC.rawValue:
      return isAccent(combiningClass: property.combining_class) ? nil : point
    case UTF8PROC_CATEGORY_ND.rawValue:
      let value = Unicode.Scalar(UInt32(point))?.properties.numericValue
      return value.map { Int32($0) + 0x30 } ?? point
    default: return point
    }
  }

  /// True for accents and points, false for vowel signs, which make other words.
  ///
  /// Dropping every mark would make all Devanagari or Thai words of equal consonants equal. Vowel
  /// signs have class 0 (most scripts) or 84…132 (Thai, Lao, Tibetan); 9 is the virama.
  private static func isAccent(combiningClass: Int16) -> Bool {
    switch combiningClass {
    case 0, 9, 84...132: false
    default: true
    }
  }
}
