import MediaModel
import Testing

@Suite("Unique identifiers") struct UniqueIdentifierTests {
  /// RFC 9562 appendix A.6: the example of version 7.
  private static let example: [UInt8] = [
    0x01, 0x7F, 0x22, 0xE2, 0x79, 0xB0, 0x7C, 0xC3, 0x98, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F,
  ]

  @Test func `are read from bytes in the order of the network, and written so`() throws {
    let identifier = try #require(UniqueIdentifier(bytes: Self.example))
    #expect(identifier.high == 0x017F_22E2_79B0_7CC3 && identifier.low == 0x98C4_DC0C_0C07_398F)
    #expect(identifier.bytes == Self.example)
    #expect(identifier.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    #expect(identifier.hexDigits == "017f22e279b07cc398c4dc0c0c07398f")
    #expect(UniqueIdentifier.zero.hexDigits == String(repeating: "0", count: 32))
  }

  @Test func `have 16 bytes`() {
    for count in [0, 15, 17] {
      #expect(UniqueIdentifier(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
  }

  @Test func `are in the order of their bytes`() throws {
    let first = UniqueIdentifier(high: 1, low: .max)
    let second = UniqueIdentifier(high: 0x8000_0000_0000_0000, low: 0)
    #expect(first < second)
    #expect(first.bytes.lexicographicallyPrecedes(second.bytes))
  }
}
