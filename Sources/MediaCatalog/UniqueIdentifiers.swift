/// Makes 128-bit identifiers that sort by time: UUIDv7 of RFC 9562 §5.7.
///
/// 48 bits of milliseconds keep an index of them append-only; 74 bits are random.
package struct UniqueIdentifiers: Sendable {
  private var generator = SystemRandomNumberGenerator()

  /// Makes a source.
  package init() {}

  /// Makes 16 bytes.
  ///
  /// - Parameter time: Nanoseconds since 1970-01-01 UTC.
  /// - Returns: The bytes, the most significant first.
  package mutating func next(at time: Int64) -> [UInt8] {
    let milliseconds = UInt64(bitPattern: time / 1_000_000)
    let high = milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for word in [high, low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }
}
