/// Reads bits from the lowest of each byte up, as JPEG XL packs them.
///
/// - Note: Source: ISO/IEC 18181-1:2024 §6.2.
struct LowBitReader {
  private var bytes: ByteReader
  private var held: UInt64 = 0
  private var heldCount = 0

  /// Reads from the cursor of `bytes` on.
  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// Reads a number of up to 32 bits.
  mutating func bits(_ count: Int) throws(ByteError) -> Int {
    while heldCount < count {
      held |= UInt64(try bytes.read(UInt8.self)) << UInt64(heldCount)
      heldCount += 8
    }
    defer {
      held >>= UInt64(count)
      heldCount -= count
    }
    return Int(held & (1 << UInt64(count) - 1))
  }

  /// Reads one bit.
  mutating func flag() throws(ByteError) -> Bool { try bits(1) == 1 }

  /// How one of four ways of a number is written: `bits` bits on top of `base`.
  typealias Choice = (base: Int, bits: Int)

  /// Reads a number whose first two bits choose how it is written.
  mutating func number(
    _ first: Choice, _ second: Choice, _ third: Choice, _ fourth: Choice
  ) throws(ByteError) -> Int {
    let choice =
      switch try bits(2) {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    return choice.base + (try bits(choice.bits))
  }

  /// Reads a number of an enumeration.
  mutating func enumeration() throws(ByteError) -> Int {
    try number((0, 0), (1, 0), (2, 4), (18, 6))
  }
}
