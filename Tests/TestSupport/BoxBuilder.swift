/// Builds ISO base media boxes byte by byte, independently of the code that reads them.
package enum BoxBuilder {
  /// A box: size, type in Latin-1, content.
  package static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    return u32(UInt32(8 + content.count)) + latin1(type) + content
  }

  /// A box with version and flags in front of its content.
  package static func fullBox(
    _ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ parts: [UInt8]...
  ) -> [UInt8] {
    box(type, u32(UInt32(version) << 24 | flags), parts.flatMap { $0 })
  }

  /// A box whose size is written in 64 bits.
  package static func largeBox(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    return u32(1) + latin1(type) + u64(UInt64(16 + content.count)) + content
  }

  /// One byte a character.
  package static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// UTF-8.
  package static func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Big-endian.
  package static func u16(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  /// Big-endian.
  package static func u32(_ value: UInt32) -> [UInt8] {
    u16(UInt16(value >> 16)) + u16(UInt16(truncatingIfNeeded: value))
  }

  /// Big-endian.
  package static func u64(_ value: UInt64) -> [UInt8] {
    u32(UInt32(value >> 32)) + u32(UInt32(truncatingIfNeeded: value))
  }

  /// Big-endian two's complement.
  package static func i32(_ value: Int32) -> [UInt8] { u32(UInt32(bitPattern: value)) }

  /// That many zero bytes.
  package static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
