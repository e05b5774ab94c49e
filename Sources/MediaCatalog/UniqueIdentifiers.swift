internal import Glibc
package import MediaModel

/// Makes 128-bit identifiers that sort by time: UUIDv7 of RFC 9562 §5.7.
///
/// 48 bits of milliseconds keep an index of them append-only; 74 bits are random.
package struct UniqueIdentifiers: Sendable {
  private var generator = BlockGenerator()

  /// Makes a source.
  package init() {}

  /// Makes one.
  ///
  /// - Parameter time: Nanoseconds since 1970-01-01 UTC.
  /// - Returns: An identifier that no other call gives.
  package mutating func next(at time: Int64) -> UniqueIdentifier {
    let milliseconds = UInt64(bitPattern: time / 1_000_000)
    return UniqueIdentifier(
      high: milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF,
      low: generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}

/// Random numbers of the system, fetched many at a time: a call a number costs more than the number.
private struct BlockGenerator: RandomNumberGenerator, Sendable {
  private var words: [UInt64] = []
  private var source = SystemRandomNumberGenerator()

  /// getentropy(3) gives no more than 256 bytes.
  private static let wordCount = 32

  mutating func next() -> UInt64 {
    if let word = words.popLast() { return word }
    words = Array(repeating: 0, count: Self.wordCount)
    let failed = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) } != 0
    guard !failed, let word = words.popLast() else {
      words = []
      return source.next()
    }
    return word
  }
}
