import MediaModel
import TestSupport
import Testing

@testable import MediaWorkers

@Suite("Fields between processes") struct FieldTests {
  private func decoded(_ bytes: [UInt8]) throws -> (outcome: MetadataOutcome, remaining: Int) {
    try bytes.withUnsafeBytes { bytes in
      var decoder = FieldCodec(reading: bytes)
      let outcome = try decoder.read(MetadataOutcome.self)
      return (outcome, decoder.remaining)
    }
  }

  private func encoded(_ outcome: MetadataOutcome) -> [UInt8] {
    var encoder = FieldCodec()
    encoder.write(outcome)
    return encoder.output
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `come back as they went`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let outcome = MetadataOutcome(from: &random)
      let (read, remaining) = try decoded(encoded(outcome))
      #expect(read == outcome, "seed \(seed)")
      #expect(remaining == 0)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `throw and never trap when bytes are flipped, cut or made up`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<500 {
      var bytes = encoded(MetadataOutcome(from: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1:
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        }
      default: bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      // What is read after all must be fit to be written again: no value is out of its type.
      if let read = try? decoded(bytes) { _ = encoded(read.outcome) } else { refused += 1 }
    }
    #expect(refused > 100)
  }

  @Test(
    arguments: [
      [0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],  // a count of 2^63
      [0, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],  // more than 64 bits
      [0, 1, 1, 2, 0xC3, 0x28],  // no UTF-8
      [0, 0xEE], [3], [],
    ] as [[UInt8]])
  func `refuse`(bytes: [UInt8]) {
    #expect(throws: FieldError.self) { try decoded(bytes) }
  }

  @Test func `set every field of the layout's sample, so that a new one cannot be forgotten`() {
    #expect(blanks(in: EmbeddedMetadata.complete, named: "metadata") == [])
    #expect(blanks(in: RenderedThumbnail.complete, named: "thumbnail") == [])
    #expect(blanks(in: ThumbnailSpecification.complete, named: "specification") == [])
  }

  /// Names of stored properties that hold nothing.
  private func blanks(in value: Any, named name: String) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return [name] }
      return blanks(in: wrapped.value, named: name)
    case .collection where mirror.children.isEmpty:
      return [name]
    case .struct:
      return mirror.children.flatMap { blanks(in: $0.value, named: "\(name).\($0.label ?? "")") }
    default:
      return []
    }
  }
}
